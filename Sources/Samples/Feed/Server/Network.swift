import PlayheadFlux
import SampleSupport

/// The way to the server: slow, and sometimes broken.
package final class Network: Sendable {
  /// How requests fare.
  package enum Setting: Codable, Sendable, Hashable {
    /// None fails from now on.
    case reliable
    /// Each takes so long.
    case slow(milliseconds: Int)
    /// The next ones fail, so many.
    case failNext(Int)
    /// So many of a hundred fail, by chance.
    case flaky(percent: Int)
  }

  /// How a wait is done; it throws when its task is cancelled.
  package typealias Sleep = @Sendable (Duration) async throws -> Void

  private let sleep: Sleep
  private let conditions = Locked(Conditions())

  /// A network of which one request in five fails, after 300 ms.
  package init(sleep: @escaping Sleep = { try await Task.sleep(for: $0) }) { self.sleep = sleep }

  /// Makes the requests that set out from now on fare differently.
  package func configure(_ setting: Setting) {
    conditions.withLock { $0.set(setting) }
  }

  /// Takes a request to the server, which may take its time; one whose task is cancelled does not
  /// arrive.
  package func carry() async throws(ServerFailure) {
    let (latency, fails) = conditions.withLock { ($0.latency, $0.nextFails()) }
    do { try await sleep(latency) } catch { throw .unreachable }
    if fails { throw .unreachable }
  }

}

/// How requests fare now.
private struct Conditions {
  // A slow mobile network's round trip: long enough to see that something is under way.
  var latency = Duration.milliseconds(300)
  private var failuresToCome = 0
  // One in five, so that a short session meets a failure.
  private var percent = 20
  // The same failures on every run. With 4 the first request, which loads the first page, succeeds.
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
