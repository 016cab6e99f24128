import PlayheadFlux
import SampleSupport

/// The network to the server: slow, and sometimes broken.
package final class Network: Sendable {
  /// A setting for requests.
  package enum Setting: Codable, Sendable, Hashable {
    /// No request fails.
    case reliable
    /// Each request takes this long.
    case slow(milliseconds: Int)
    /// The next requests fail, this many.
    case failNext(Int)
    /// This percentage of requests fails at random.
    case flaky(percent: Int)
  }

  /// Waits; throws when its task is cancelled.
  package typealias Sleep = @Sendable (Duration) async throws -> Void

  private let sleep: Sleep
  private let conditions = Locked(Conditions())

  /// A network where one request in five fails, after 300 ms.
  package init(sleep: @escaping Sleep = { try await Task.sleep(for: $0) }) { self.sleep = sleep }

  /// Changes a setting for new requests.
  package func configure(_ setting: Setting) {
    conditions.withLock { $0.set(setting) }
  }

  /// Carries a request to the server, which takes time. A request does not arrive if its task is cancelled.
  package func carry() async throws(ServerFailure) {
    let (latency, fails) = conditions.withLock { ($0.latency, $0.nextFails()) }
    do { try await sleep(latency) } catch { throw .unreachable }
    if fails { throw .unreachable }
  }

}

/// The present settings.
private struct Conditions {
  // The round trip of a slow mobile network, long enough to see that a request is running.
  var latency = Duration.milliseconds(300)
  private var failuresToCome = 0
  // One in five, so that a short session has a failure.
  private var percent = 20
  // The same failures in every run. With seed 4, the first request, which loads the first page, succeeds.
  private var generator = SplitMix64(seed: 4)

  mutating func set(_ setting: Network.Setting) {
    switch setting {
    case .reliable: (failuresToCome, percent) = (0, 0)
    case .slow(let milliseconds): latency = .milliseconds(milliseconds)
    case .failNext(let count): failuresToCome = count
    case .flaky(let percent): self.percent = percent
    }
  }

  /// Whether the next request fails.
  mutating func nextFails() -> Bool {
    if failuresToCome > 0 {
      failuresToCome -= 1
      return true
    }
    return percent > 0 && Int.random(in: 0..<100, using: &generator) < percent
  }
}
