import Foundation
import PlayheadCoding
import PlayheadReading
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// The cost of moving around in a long log: the editing sessions one after another, each in its own document.
struct TimeTravelBenchmarks {
  /// A frame of a screen, in milliseconds.
  private static let frame = 16.0
  /// The memory allowed on top of the state, in MB: 64 MiB.
  private static let memoryLimit = 67.108864

  private let path: String
  private let count: Int
  private let seeks: Int
  /// The name of the first document.
  private let document: String

  /// Records the log at `path`: 10,000,000 actions if `isLarge`; otherwise the number in the environment
  /// variable N, or 200,000. Uses a log that is already there, which must have an index.
  static func rows(_ sessions: [Session], isLarge: Bool, at path: String) throws -> [Row] {
    let small = Int(ProcessInfo.processInfo.environment["N"] ?? "") ?? 200_000
    let isThere = FileManager.default.fileExists(atPath: path)
    let count = isLarge ? 10_000_000 : small
    let travel = TimeTravelBenchmarks(
      path: path, count: isThere ? try LogReader(path: path).actionCount : count,
      seeks: isLarge ? 10_000 : 1_000, document: "\(sessions[0].name) 1")
    guard !isThere else { return try travel.withIndex() + travel.memory() }
    try Library.record(travel.count, sessions, to: travel.path)
    return try travel.withoutIndex() + travel.indexing() + travel.withIndex() + travel.memory()
  }

  // MARK: Moving

  private func withoutIndex() throws -> [Row] {
    let opening = try milliseconds { consume(try atEnd()) }
    let log = try LogReader(path: path)
    let replay = try Replay(log, of: Library.self)
    let pass = try milliseconds { try replay.go(to: replay.log.lastStep) }
    return [
      row("open, and go to the end", opening),
      row("replay all, an action", perAction(pass), "nothing", 0, .nanoseconds),
    ]
  }

  private func indexing() throws -> [Row] {
    let replay = try Replay(LogReader(path: path), of: Library.self)
    let plain = try milliseconds { try replay.go(to: replay.log.lastStep) }
    var index: ChangeIndex?
    let pass = try milliseconds { index = try ChangeIndex(replay) }
    let (median, most) = try seek(replay)
    withExtendedLifetime(index) {}
    return [
      row(
        "make the index, an action", perAction(pass), "replaying alone", perAction(plain),
        .nanoseconds),
      row("the index's size", size(path + ".index"), "the log's", size(path), .bytes),
      row("go to a random step, median", median, goal: 1),
      row("go to a random step, 99 %", most, goal: 1),
    ]
  }

  private func withIndex() throws -> [Row] {
    var (session, index): (Replay?, ChangeIndex?)
    let opening = try milliseconds {
      let replay = try Replay(LogReader(path: path), of: Library.self)
      (session, index) = (replay, ChangeIndex(existingFor: replay))
      try replay.go(to: replay.log.lastStep)
    }
    guard let replay = session, let index else {
      throw BenchmarkError(
        "'\(path)' has no index by this build; remove it, so that both are made again")
    }
    let middle = Step(replay.log.lastStep.number / 2)
    let toMiddle = try milliseconds { try replay.go(to: middle) }
    let back = try milliseconds { try replay.stepBack() }
    let watched = try milliseconds {
      try goBack(replay, index, toChangeOf: StatePath("shelf.opened"))
    }
    let (median, most) = try seek(replay)
    return [
      row("open with the index, and go to the end", opening),
      row("go to the middle", toMiddle, goal: 1),
      row("a step back from there", back, goal: 1),
      row("back to a watchpoint at 'shelf.opened'", watched),
      row("go to a random step, opened again, median", median, goal: 1),
      row("go to a random step, opened again, 99 %", most, goal: 1),
    ] + (try questions(replay, index))
  }

  private func atEnd() throws -> Replay {
    let replay = try Replay(LogReader(path: path), of: Library.self)
    try replay.go(to: replay.log.lastStep)
    return replay
  }

  private func goBack(_ replay: Replay, _ index: ChangeIndex, toChangeOf place: StatePath) throws {
    guard let change = try index.previousChange(at: place, before: replay.position)
    else { throw BenchmarkError("nothing was written where something must have been") }
    try replay.go(to: change.step)
  }

  private func seek(_ replay: Replay) throws -> (median: Double, most: Double) {
    var times: [Double] = []
    for step in RandomSteps(replay.log, seeks) {
      times.append(try milliseconds { try replay.go(to: step) })
    }
    times.sort()
    return (times[seeks / 2], times[seeks * 99 / 100])
  }

  // MARK: Asking

  private func questions(_ replay: Replay, _ index: ChangeIndex) throws -> [Row] {
    let (anchor, opened) = (try StatePath("caret.anchor"), try StatePath("shelf.opened"))
    let (last, middle) = (replay.log.lastStep, Step(replay.log.lastStep.number / 2))
    let bisection = try Search(
      replay.log, for: Condition(#"state('shelf.documents["\#(document)"]') IS NOT NULL"#),
      with: replay)
    return [
      row(
        "who wrote 'caret.anchor' last",
        try milliseconds { consume(try index.lastChange(of: anchor, atOrBefore: last)) }),
      row(
        "who wrote 'shelf.opened' before the middle",
        try milliseconds { consume(try index.lastChange(of: opened, atOrBefore: middle)) }),
      row(
        "history of 'shelf.opened'",
        try milliseconds { consume(try index.history(of: opened, at: last)) }),
      row(
        "history of 'caret.anchor', 1,000 changes",
        try milliseconds { try lookBack(index, anchor, from: last, 1_000) }),
      row(
        "bisect for a document on the shelf",
        try milliseconds { consume(try bisection.bisect(monotone: true)) }),
    ]
  }

  /// Pages through `count` changes, as a person does.
  private func lookBack(_ index: ChangeIndex, _ path: StatePath, from step: Step, _ count: Int)
    throws
  {
    var walk = try index.changes(of: path, atOrBefore: step)
    for _ in 0..<count { consume(try walk.previous()) }
  }

  // MARK: Memory

  private func memory() throws -> [Row] {
    let standing = try MemoryBenchmarks.peak(of: .stand, seeks, path)
    let moving = try MemoryBenchmarks.peak(of: .travel, seeks, path)
    return [
      row(
        "memory above the state, random steps", moving - standing, "64 MiB", Self.memoryLimit,
        .megabytes, goal: 1)
    ]
  }

  // MARK: Rows

  private func row(
    _ subject: String, _ figure: Double, _ competitor: String = "a screen's frame",
    _ other: Double = frame, _ unit: Row.Unit = .milliseconds, goal: Double? = nil
  ) -> Row {
    let input = "\(count.formatted(.number.locale(Locale(identifier: "en")))) actions"
    return Row(
      subject: subject, input: input, playhead: figure, competitor: competitor, other: other,
      unit: unit, goal: goal)
  }

  private func perAction(_ milliseconds: Double) -> Double { milliseconds * 1e6 / Double(count) }

  private func size(_ path: String) -> Double {
    let facts = try? FileManager.default.attributesOfItem(atPath: path)
    return (facts?[.size] as? NSNumber)?.doubleValue ?? 0
  }

  private func milliseconds(_ body: () throws -> Void) rethrows -> Double {
    try ContinuousClock().measure(body) / .milliseconds(1)
  }
}
