import Foundation
import PlayheadFlux
import PlayheadRecorder
import Synchronization
import TextEditor

/// The time of a call of `dispatch`: the median, and the 99.9th percentile, which users feel.
///
/// Two loads show different costs. Flat out, every thread dispatches as fast as it can: calls wait for each
/// other, and the sealing thread competes for the cores. At a rate that is busy for an app but leaves cores
/// idle, a call finds cold caches.
enum LatencyBenchmarks {
  /// The number of actions and threads, and their rate.
  private struct Load {
    var threads: Int
    /// Actions per second from all threads together; nil for flat out.
    var rate: Int?

    /// Enough for a handful above the 99.9th percentile. A run takes about a second.
    var count: Int { rate ?? 200_000 }

    var name: String {
      let pace = rate.map { "\($0.formatted(.number.locale(Locale(identifier: "en"))))/s" }
      return "\(threads) thread\(threads == 1 ? "" : "s"), \(pace ?? "flat out")"
    }
  }

  private struct Latency {
    var median = Double.infinity
    var high = Double.infinity

    /// Keeps the lower of each, as all benchmarks do.
    mutating func add(_ sorted: [UInt64]) {
      median = min(median, Double(sorted[sorted.count / 2]))
      high = min(high, Double(sorted[sorted.count * 999 / 1_000]))
    }
  }

  /// A rate above any user's typing: ten actions per millisecond.
  private static let moderate = 10_000
  private static let rounds = 3

  static func rows(_ scratch: borrowing Scratch) throws -> [Row] {
    var rows: [Row] = []
    for rate in [nil, moderate] {
      for threads in [1, 4, 16] {
        rows += try Self.rows(Load(threads: threads, rate: rate), scratch)
      }
    }
    return rows
  }

  private static func rows(_ load: Load, _ scratch: borrowing Scratch) throws -> [Row] {
    var (recorded, bare) = (Latency(), Latency())
    for _ in 0..<rounds {
      let path = scratch.path("latency.playhead")
      let dispatcher = try counter()
      let recorder = try dispatcher.record(to: path, app: "bench")
      try CrashSafety.check(path)
      recorded.add(samples(load, dispatcher))
      try recorder.close()
      bare.add(samples(load, try counter()))
    }
    func row(_ figure: String, _ value: KeyPath<Latency, Double>) -> Row {
      Row(
        subject: "dispatch, recorded, \(figure)", input: load.name,
        playhead: recorded[keyPath: value], competitor: "dispatch without a tap",
        other: bare[keyPath: value], unit: .nanoseconds)
    }
    return [row("median", \.median), row("99.9 %", \.high)]
  }

  /// A dispatcher with one store, which does next to nothing.
  static func counter() throws -> Dispatcher {
    let dispatcher = Dispatcher()
    try dispatcher.register(Store("length", 0).on(Replace.self) { $0 += $1.text.utf8.count })
    return dispatcher
  }

  /// The time of each call in nanoseconds, sorted.
  private static func samples(_ load: Load, _ dispatcher: Dispatcher) -> [UInt64] {
    let samples = Mutex<[UInt64]>([])
    let group = DispatchGroup()
    for _ in 0..<load.threads {
      group.enter()
      Thread.detachNewThread {
        let times = Self.times(load, dispatcher)
        samples.withLock { $0 += times }
        group.leave()
      }
    }
    group.wait()
    return samples.withLock { $0.sorted() }
  }

  private static func times(_ load: Load, _ dispatcher: Dispatcher) -> [UInt64] {
    var times = [UInt64](repeating: 0, count: load.count / load.threads)
    let interval = load.rate.map { UInt64(1_000_000_000 * load.threads / $0) } ?? 0
    var due = now()
    for number in times.indices {
      let action = Replace(at: number, count: 0, text: "e", transaction: number)
      let start = now()
      dispatcher.dispatch(action)
      times[number] = now() - start
      due += interval
      if interval > 0 { sleep(until: due) }
    }
    return times
  }

  private static func now() -> UInt64 { DispatchTime.now().uptimeNanoseconds }

  private static func sleep(until due: UInt64) {
    let now = now()
    if due > now { usleep(UInt32((due - now) / 1_000)) }
  }
}
