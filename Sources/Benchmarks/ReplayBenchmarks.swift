import Foundation
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay
import TextEditor

/// The time to read a log and replay it.
enum ReplayBenchmarks {
  static func rows(_ session: Session, _ scratch: borrowing Scratch) throws -> [Row] {
    let path = scratch.path("replay")
    _ = try SizeBenchmarks.record(session, to: path)
    var best = [Double](repeating: .infinity, count: 2)
    for _ in 0..<3 {
      best[0] = min(best[0], try replay(path, session.actions.count))
      best[1] = min(
        best[1],
        RecordingBenchmarks.dispatch(
          session, to: try TextEditor(inputs: .live).dispatcher))
    }
    return [
      Row(
        subject: "replay from the file", input: session.name, playhead: best[0],
        competitor: "dispatch of decoded actions", other: best[1], unit: .nanoseconds, goal: 2)
    ]
  }

  private static func replay(_ path: String, _ count: Int) throws -> Double {
    let time = try ContinuousClock().measure {
      let log = try LogReader(path: path)
      let replay = try Replay(log, of: TextEditor.self)
      try replay.go(to: log.lastStep)
    }
    return time / .nanoseconds(1) / Double(count)
  }
}
