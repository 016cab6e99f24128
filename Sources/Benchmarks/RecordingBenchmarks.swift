import Foundation
import PlayheadFlux
import PlayheadRecorder
import PlayheadTerminal
import TextEditor

/// The time that recording takes on the dispatching thread.
enum RecordingBenchmarks {
  /// Just more than one chunk, and few enough for a database.
  static let count = 20_000

  static func rows(_ session: Session, _ scratch: borrowing Scratch) throws -> [Row] {
    try againstOtherLogs(session, scratch) + [tap(session, scratch)] + ownStores(scratch)
  }

  private struct Element: Codable {
    var name: String
    var isDone = false
  }

  private struct Toggle: Codable {
    var index: Int
  }

  /// An action on a list of 10,000 elements, without and with the app saying what changed.
  private static func ownStores(_ scratch: borrowing Scratch) throws -> [Row] {
    let elements = (0..<10_000).map { Element(name: "element \($0)") }
    let actions = (0..<200).map { Toggle(index: $0) }
    return try [false, true].map { changes in
      var best = [Double](repeating: .infinity, count: 2)
      for (index, places) in [nil, changes ? [0] : []].enumerated() {
        for _ in 0..<5 {
          var list = elements
          let recording = try Recording(
            to: scratch.path("own"), app: "bench", stores: ["list"],
            states: [list])
          let changed = places.map { places in { places } }
          let time = ContinuousClock().measure {
            for action in actions {
              recording.record(action, changed: changed) {
                if changes { list[action.index].isDone.toggle() }
                return [list]
              }
            }
          }
          best[index] = min(best[index], time / .nanoseconds(1) / Double(actions.count))
          try recording.close()
        }
      }
      return Row(
        subject: "record into a store of one's own",
        input: "10,000 elements, \(changes ? "one" : "none") changed", playhead: best[0],
        competitor: "with 'changed:'", other: best[1], unit: .nanoseconds)
    }
  }

  /// Records actions without stores, so that only recording is measured, and only the dispatching thread's
  /// part. The operating system then has the action, like a line or a row: killing the process loses none.
  private static func againstOtherLogs(
    _ session: Session, _ scratch: borrowing Scratch
  ) throws -> [Row] {
    let edits = Array(session.edits.prefix(count))
    var session = session
    session.name += ", first \(edits.count.formatted(.number.locale(Locale(identifier: "en"))))"
    var best = [Double](repeating: .infinity, count: 4)
    for _ in 0..<25 {
      let path = scratch.path("recording")
      let recording = try Recording(to: path, app: "bench", stores: ["none"], states: [0])
      try CrashSafety.check(path)
      let lines = try JSONLineLog(scratch.path("lines"))
      let database = try SQLiteLog(scratch.path("database"))
      best[0] = min(
        best[0], try time(edits) { edit in recording.record(edit, changed: { [0] }) { [0] } })
      best[1] = min(best[1], try time(edits) { try lines.append($0, time: "2026-01-01T00:00:00Z") })
      best[2] = min(best[2], try time(edits) { try database.append($0, time: 0) })
      best[3] = min(
        best[3], try time(edits) { edit in recording.record(reflecting: Plain(edit)) { [0] } })
      try recording.close()
    }
    return [
      row(
        "record an action by reflection", session, [best[3], best[1]], 1, "JSON line, one write(2)"),
      row(
        "record an action, crash-safe", session, best, 1, "JSON line, one write(2)", goal: 0.07),
      row(
        "record an action, crash-safe", session, best, 2, "SQLite INSERT, WAL, NORMAL",
        goal: 1.0 / 8),
    ]
  }

  /// An action that is not `Codable`.
  private struct Plain {
    var at: Int
    var count: Int
    var text: String

    init(_ edit: Replace) { (at, count, text) = (edit.at, edit.count, edit.text) }
  }

  private static func time(_ edits: [Replace], _ append: (Replace) throws -> Void) throws -> Double
  {
    let time = try ContinuousClock().measure { for edit in edits { try append(edit) } }
    return time / .nanoseconds(1) / Double(edits.count)
  }

  /// The whole editor, with and without a recorder.
  private static func tap(_ session: Session, _ scratch: borrowing Scratch) throws -> Row {
    var best = [Double](repeating: .infinity, count: 2)
    for _ in 0..<3 {
      let (tapped, bare) = (try TextEditor(inputs: .live), try TextEditor(inputs: .live))
      let recorder = try tapped.dispatcher.record(to: scratch.path("tap"), app: "bench")
      best[0] = min(best[0], dispatch(session, to: tapped.dispatcher))
      try recorder.close()
      best[1] = min(best[1], dispatch(session, to: bare.dispatcher))
    }
    return row("dispatch to the editor, recorded", session, best, 1, "dispatch without a tap")
  }

  static func dispatch(_ session: Session, to dispatcher: Dispatcher) -> Double {
    let time = ContinuousClock().measure {
      for timed in session.actions { dispatcher.dispatch(timed.action) }
    }
    return time / .nanoseconds(1) / Double(session.actions.count)
  }

  private static func row(
    _ subject: String, _ session: Session, _ times: [Double], _ other: Int, _ competitor: String,
    goal: Double? = nil
  ) -> Row {
    Row(
      subject: subject, input: session.name, playhead: times[0], competitor: competitor,
      other: times[other], unit: .nanoseconds, goal: goal)
  }
}
