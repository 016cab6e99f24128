import Foundation
import PlayheadFlux
import PlayheadFiles
import PlayheadLog
import PlayheadRecorder
import TextEditor

/// How many actions a default recording leaves out when they come flat out: the app is never made to
/// wait, so what the disk cannot take becomes a gap in the log.
enum LossBenchmarks {
  /// The durabilities, and how many actions each is given: some seconds' worth at most.
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

  /// The time of each in nanoseconds.
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
