import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay
import TextEditor

/// What it takes to move around in a long log: the editing sessions one after another, in documents of
/// their own, until there are so many actions.
enum TimeTravelBenchmarks {
  /// A frame of a screen, in milliseconds.
  private static let frame = 16.0

  static func rows(
    _ sessions: [Session], isLarge: Bool, _ scratch: borrowing Scratch
  ) throws -> [Row] {
    let count =
      isLarge ? 10_000_000 : Int(ProcessInfo.processInfo.environment["N"] ?? "") ?? 200_000
    let path = scratch.path("library.playhead")
    try record(count, sessions, to: path)
    let log = try LogReader(path: path)
    let input = "\(count.formatted(.number.locale(Locale(identifier: "en")))) actions"
    func row(
      _ subject: String, _ figure: Double, _ competitor: String = "a screen's frame",
      _ other: Double = frame, _ unit: Row.Unit = .milliseconds, goal: Double? = nil
    ) -> Row {
      Row(
        subject: subject, input: input, playhead: figure, competitor: competitor, other: other,
        unit: unit, goal: goal)
    }
    let plain = try milliseconds {
      try Replay(log, of: Library.self).go(to: log.lastStep)
    }
    let replay = try Replay(log, of: Library.self)
    var index: ChangeIndex?
    let pass = try milliseconds { index = try ChangeIndex(replay) }
    let reopened = try Replay(LogReader(path: path), of: Library.self)
    let opening = try milliseconds { index = try ChangeIndex(reopened) }
    let seeks = isLarge ? 10_000 : 1_000
    let (median, most) = try seek(replay, seeks)
    let (coldMedian, coldMost) = try seek(reopened, seeks)
    var rows = [
      row("replay all, an action", plain * 1e6 / Double(count), "nothing", 0, .nanoseconds),
      row(
        "make the index, an action", pass * 1e6 / Double(count), "replaying alone",
        plain * 1e6 / Double(count), .nanoseconds),
      row(
        "the index's size", Double(size(path + ".index")), "the log's", Double(size(path)), .bytes),
      row("open with the index", opening, goal: nil),
      row("go to a random step, median", median, goal: 1),
      row("go to a random step, 99 %", most, goal: 1),
      row("the same, opened anew, median", coldMedian, goal: 1),
      row("the same, opened anew, 99 %", coldMost, goal: 1),
    ]
    if let index {
      for (question, body) in questions(index, log) {
        rows.append(row(question, try Stopwatch.best(operations: 1, [body])[0] / 1e6))
      }
    }
    return rows
  }

  private static func questions(
    _ index: ChangeIndex, _ log: LogReader
  ) -> [(String, () throws -> Void)] {
    let (words, anchor) = (path("statistics", "words"), path("caret", "anchor"))
    let opened = path("shelf", "opened")
    return [
      (
        "who wrote 'caret.anchor' last",
        {
          consume(try index.lastChange(of: anchor, atOrBefore: log.lastStep))
        }
      ),
      (
        "who wrote 'shelf.opened' before the middle",
        {
          let middle = Step(log.lastStep.number / 2)
          consume(try index.lastChange(of: opened, atOrBefore: middle))
        }
      ),
      (
        "history of 'shelf.opened'",
        {
          consume(try index.history(of: opened, at: log.lastStep))
        }
      ),
      (
        "history of 'statistics.words'",
        {
          consume(try index.history(of: words, at: log.lastStep))
        }
      ),
    ]
  }

  private static func path(_ fields: String...) -> Path { Path(fields.map { .field($0) }) }

  private static func seek(
    _ replay: Replay, _ seeks: Int
  ) throws -> (median: Double, most: Double) {
    var generator = SeededGenerator()
    var times: [Double] = []
    for _ in 0..<seeks {
      let step = Step(UInt64.random(in: 0...replay.log.lastStep.number, using: &generator))
      times.append(try milliseconds { try replay.go(to: step) })
    }
    times.sort()
    return (times[seeks / 2], times[seeks * 99 / 100])
  }

  private static func size(_ path: String) -> Int {
    let facts = try? FileManager.default.attributesOfItem(atPath: path)
    return (facts?[.size] as? NSNumber)?.intValue ?? 0
  }

  static func record(_ count: Int, _ sessions: [Session], to path: String) throws {
    let library = try Library(environment: .live)
    var options = RecordingOptions()
    options.waits = true
    let recorder = try library.dispatcher.record(
      to: path, app: Library.appName, options: options)
    var (left, number) = (count, 0)
    while left > 0 {
      let session = sessions[number % sessions.count]
      number += 1
      library.dispatcher.dispatch(Open(name: "\(session.name) \(number)"))
      for action in session.actions.prefix(left - 1) {
        library.dispatcher.dispatch(action.action)
      }
      left -= min(left, session.actions.count + 1)
    }
    try recorder.close()
  }

  private static func milliseconds(_ body: () throws -> Void) rethrows -> Double {
    try ContinuousClock().measure(body) / .milliseconds(1)
  }
}

/// The same steps in every run.
private struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// Marsaglia's xorshift64*.
  mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 0x2545_F491_4F6C_DD1D
  }
}
