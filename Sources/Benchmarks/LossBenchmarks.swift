import Foundation
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import TextEditor

/// The number of actions that a default recording drops flat out. The app never waits, so the log gets a gap
/// when the disk is too slow.
enum LossBenchmarks {
  /// The durabilities, with the number of actions for each: a few seconds' worth at most.
  private static let cases: [(name: String, durability: Durability, count: Int)] = [
    (".none", .none, 1_000_000), (".perChunk", .perChunk, 1_000_000),
    (".every(100 ms)", .every(.milliseconds(100)), 1_000_000),
    (".everyAction", .everyAction, 2_000),
  ]

  static func rows(_ scratch: borrowing Scratch) throws -> [Row] {
    var rows: [Row] = []
    for (name, durability, count) in cases {
      var options = RecordingOptions()
      options.durability = durability
      let path = scratch.path("losses.playhead")
      let time = try record(count, to: path, options)
      let lost = try LogReader(path: path).gaps().reduce(0) { $0 + $1.steps.count }
      rows.append(
        Row(
          subject: "actions left out, flat out", input: "durability \(name)",
          playhead: Double(lost), competitor: "all; \(Int(time)) ns per dispatch",
          other: Double(count), unit: .actions))
    }
    return rows
  }

  /// Returns the time per dispatch, in nanoseconds.
  private static func record(_ count: Int, to path: String, _ options: RecordingOptions) throws
    -> Double
  {
    let dispatcher = try LatencyBenchmarks.counter()
    let recorder = try dispatcher.record(to: path, app: "bench", options: options)
    try CrashSafety.check(path)
    let time = ContinuousClock().measure {
      for number in 0..<count {
        dispatcher.dispatch(Replace(at: number, count: 0, text: "e", transaction: number))
      }
    }
    try recorder.close()
    return time / .nanoseconds(1) / Double(count)
  }
}
