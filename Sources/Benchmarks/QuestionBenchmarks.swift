import Feed
import Foundation
import PlayheadFlux
import PlayheadLog
import PlayheadReading
import PlayheadRecorder
import PlayheadReplay
import PlayheadValues
import Synchronization
import TextEditor

/// The cost of questions about a whole session, against plain replays of the same log in the same run.
///
/// The commands run as users run them: each in a process, with workers for the stores, and without an index beside the
/// log unless the row says otherwise.
struct QuestionBenchmarks {
  /// The sessions that are measured, unless the folder has neither of them.
  private static let sessions = ["rustcode", "automerge-paper"]
  /// A like, the answer to it and what belongs to them are two to three actions.
  private static let likes = 22_000
  /// The number of processes in which `check` replays a log.
  private static let checkRuns = 10
  /// The number of actions whose changes are written.
  private static let written: UInt64 = 2_000

  private let path: String
  private let name: String
  private let paths: Paths
  private let count: Int
  /// The time of a plain replay in one process, in milliseconds.
  private let replay: Double
  private let makeReplay: () throws -> Replay

  /// What is asked for.
  private struct Paths {
    /// A number that is never negative.
    let number: String
    /// A value that changes often.
    let value: String
    /// The value with its neighbors.
    let whole: String
  }

  static func rows(_ sessions: [Session], _ scratch: borrowing Scratch) throws -> [Row] {
    let known = sessions.filter { Self.sessions.contains($0.name) }
    let editing = Paths(number: "statistics.words", value: "caret.anchor", whole: "caret")
    var rows: [Row] = []
    for session in known.isEmpty ? sessions : known {
      let path = scratch.path("\(session.name).playhead")
      _ = try SizeBenchmarks.record(session, to: path)
      rows += try Self(path, session.name, editing, of: TextEditor.self).rows()
    }
    let feed = scratch.path("feed.playhead")
    try recordFeed(to: feed)
    let post = "feed.timeline.posts[0]"
    let liking = Paths(number: "\(post).confirmed.count", value: "\(post).request", whole: post)
    rows += try Self(feed, "feed", liking, of: Feed.self).rows()
    let all = scratch.path("all.playhead")
    let length = Int(ProcessInfo.processInfo.environment["N"] ?? "") ?? 2_000_000
    try Library.record(length, sessions, to: all)
    rows += try Self(all, "all sessions", editing, of: Library.self).rows()
    return try rows + lists(scratch)
  }

  private init<App: ReplayableApp>(
    _ path: String, _ name: String, _ paths: Paths, of app: App.Type
  ) throws {
    (self.path, self.name, self.paths) = (path, name, paths)
    count = try LogReader(path: path).actionCount
    makeReplay = { try Replay(LogReader(path: path), of: app) }
    let replays = try (0..<3).map { _ in
      let replay = try Replay(LogReader(path: path), of: app)
      return try milliseconds { try replay.go(to: replay.log.lastStep) }
    }
    replay = replays.min() ?? 0
  }

  /// A session of the feed: likes that come and go, purchases, and a server that sometimes fails.
  private static func recordFeed(to path: String) throws {
    let feed = try Feed(inputs: .live)
    let recorder = try feed.dispatcher.record(to: path, app: Feed.appName)
    feed.start()
    for line in ["wait", "server slow 0", "wait", "server flaky 5"] { try feed.perform(line) }
    var chance = SeededGenerator()
    for number in 0..<likes {
      let post = Int.random(in: 1...5, using: &chance)
      let word = Bool.random(using: &chance) ? "like" : "unlike"
      try feed.perform("\(word) \(post)")
      if number % 50 == 0 {
        let others = ["more", "refresh", "buy sticker 1", "retry"]
        try feed.perform(others[number / 50 % others.count])
      }
      try feed.perform("wait")
    }
    try recorder.close()
  }

  // MARK: Rows

  private func rows() throws -> [Row] {
    let search = try command("log", path, "--where", "state('\(paths.number)') < 0")
    let blame = try command("blame", path, "end", paths.whole)
    let history = try command("history", path, paths.value, "--last", "3")
    let last = try command("debug", path, "end", "-ex", "last \(paths.value)", "-ex", "quit")
    let stop = try command(
      "debug", path, "end", "-ex", "break --where \"state('\(paths.number)') < 0\"",
      "-ex", "reverse-continue", "-ex", "quit")
    return try [
      row("log --where 'state(…)'", search, replay, goal: 2),
      row("blame, the first question", blame, replay, goal: 2.1),
      row("history --last 3, the first question", history, replay, goal: 2.1),
      row("last, the first question", last, replay, goal: 2.1),
      row("reverse-continue to a condition that never holds", stop, replay, goal: 2.1),
    ] + index() + nearby() + checking() + writing()
  }

  /// Making the index, and what it saves.
  private func index() throws -> [Row] {
    removeIndex()
    let session = try makeReplay()
    let making = try milliseconds { consume(try ChangeIndex(session, in: indexPath)) }
    let (size, log) = (size(of: indexPath), size(of: path))
    let blame = try median { try tool("blame", path, "end", paths.whole) }
    return [
      row("make the index", making, replay, goal: 2),
      row(
        "the index's size", Double(size), Double(max(log, 333_333)), "the log, or 1 MB / 3",
        .bytes, goal: 3),
      row("blame with an index", blame, replay, goal: 2.1),
    ]
  }

  /// The last change of a value, asked where it was just written, without an index.
  private func nearby() throws -> [Row] {
    let session = try makeReplay()
    try session.go(to: session.log.lastStep)
    let path = try StatePath(paths.value)
    let time = try milliseconds {
      let index = ChangeIndex(withoutPassOf: session)
      consume(try index.lastChange(of: path, atOrBefore: session.log.lastStep))
    }
    return [row("the last change, nearby", time, 50, "allowed", goal: 1)]
  }

  private func checking() throws -> [Row] {
    removeIndex()
    let check = try command("check", path)
    let replays = try milliseconds { try replayAtOnce(Self.checkRuns) }
    let compare = try command("compare", path, "--with", Program.file)
    let two = try milliseconds { try replayAtOnce(2) }
    return [
      row("check", check, replays, "\(Self.checkRuns) replays", goal: 1.5),
      row("compare", compare, two, "2 replays", goal: 1.5),
    ]
  }

  /// The time per action of writing the changes of the last actions, without the way there.
  private func writing() throws -> [Row] {
    let last = try LogReader(path: path).lastStep.number
    let (end, some) = ("\(last)..\(last)", "\(last - Self.written + 1)..\(last)")
    let output = indexPath + ".out"
    func perAction(_ command: (_ steps: String) -> [String]) throws -> Double {
      func time(_ steps: String) throws -> Double {
        try median {
          try tool(command(steps))
          try? FileManager.default.removeItem(atPath: output)
        }
      }
      return try (time(some) - time(end)) * 1_000 / Double(Self.written - 1)
    }
    // Makes the index, which gets all commands to the end quickly.
    try tool("blame", path, "end", paths.whole)
    return try [
      row(
        "log -p, an action", perAction { ["log", path, $0, "-p"] }, 20, "allowed", .microseconds,
        goal: 1),
      row(
        "export --as ndjson, an action",
        perAction { ["export", path, $0, "--as", "ndjson", "-o", output] }, 20, "allowed",
        .microseconds, goal: 1),
      row(
        "page, an action", perAction { ["page", path, $0, "-o", output] }, 20, "allowed",
        .microseconds, goal: 1),
    ]
  }

  /// `blame` of lists, which should be linear in their length: a list of 1,200 elements may take half a second.
  private static func lists(_ scratch: borrowing Scratch) throws -> [Row] {
    var times: [(count: Int, time: Double)] = []
    for count in [100, 1_000, 10_000] {
      let path = scratch.path("list-\(count).playhead")
      try Guests.record(count, to: path)
      times.append((count, try median { try Self.tool(["blame", path]) }))
    }
    return times.map { count, time in
      Row(
        subject: "blame of a list", input: "\(count) elements", playhead: time,
        competitor: "allowed", other: count == 10_000 ? 4_200 : 500, unit: .milliseconds, goal: 1)
    }
  }

  // MARK: Measuring

  private var indexPath: String { path + ".index" }

  private func removeIndex() { try? FileManager.default.removeItem(atPath: indexPath) }

  private func size(of path: String) -> Int { (try? FileSource(regular: path).size) ?? 0 }

  /// The time of a command without an index, in milliseconds.
  private func command(_ words: String...) throws -> Double {
    removeIndex()
    return try milliseconds { try Self.tool(words) }
  }

  private func tool(_ words: String...) throws { try Self.tool(words) }
  private func tool(_ words: [String]) throws { try Self.tool(words) }

  private static func tool(_ words: [String]) throws {
    // Code 1 says that nothing was found.
    _ = try Tool.run(Program.file, [Options.toolOption] + words, highestCode: 1)
  }

  /// Goes to the end of the log in `count` processes, as many at once as there are processors.
  private func replayAtOnce(_ count: Int) throws {
    let words = ["state", path, "end", paths.value]
    let errors = Mutex<[any Error]>([])
    DispatchQueue.concurrentPerform(iterations: count) { _ in
      do {
        try Self.tool(words)
      } catch {
        errors.withLock { $0.append(error) }
      }
    }
    if let error = errors.withLock(\.first) { throw error }
  }

  private func row(
    _ subject: String, _ figure: Double, _ other: Double, _ competitor: String = "a replay",
    _ unit: Row.Unit = .milliseconds, goal: Double
  ) -> Row {
    Row(
      subject: subject, input: "\(name), \(count)", playhead: figure, competitor: competitor,
      other: other, unit: unit, goal: goal)
  }
}

private func milliseconds(_ body: () throws -> Void) rethrows -> Double {
  try ContinuousClock().measure(body) / .milliseconds(1)
}

/// The median time of a short command.
private func median(of runs: Int = 5, _ work: () throws -> Void) throws -> Double {
  try (0..<runs).map { _ in try milliseconds(work) }.sorted()[runs / 2]
}
