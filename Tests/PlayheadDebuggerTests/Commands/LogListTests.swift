import Foundation
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues
import ReplayTesting
import TestSupport
import Testing

@testable import PlayheadDebugger

/// Which actions `log` lists, and how.
@Suite struct LogListTests {
  /// The lines of a call, without times.
  private func lines(_ call: String, on desk: Desk? = nil) throws -> [Substring] {
    let outcome = try (desk ?? Desk.forREPL()).playhead(call)
    #expect(outcome.error == "", "\(outcome.error)")
    return outcome.output.split(separator: "\n")
  }

  @Test func `'log -t TYPE -- PATH' lists only actions of that type`() throws {
    func steps(_ options: String, _ place: String) throws -> [Substring] {
      try lines("log raffle.playhead --json \(options) -- \(place)")
        .compactMap { $0.firstMatch(of: /"step":([0-9]+),.*"type":/)?.output.1 }
    }
    #expect(try steps("", "tickets") == ["1", "2", "3", "6"])
    #expect(try steps("-t Draw", "tickets") == ["6"])
    #expect(try steps("-t Draw -t Sell", "tickets.holders") == ["1", "2", "3"])
  }

  // MARK: Texts

  private func json(_ call: String, on desk: Desk) throws -> Value {
    try #require(Value(json: String(desk.playhead(call + " --json").output.dropLast())))
  }

  /// The steps whose changes have a text, by a fold over whole states.
  private func steps(with text: String, in log: String, on desk: Desk) throws -> [Int] {
    let states = try (0...28).map { step in
      try json("state \(log) \(step)", on: desk)
    }
    return (1...28).filter { step in
      let (old, new) = (states[step - 1].places(with: text), states[step].places(with: text))
      return old != new
    }
  }

  @Test(arguments: ["Mei", "attempt", "isSignedIn", "nowhere"])
  func `'log --contains' lists at least the actions that a search through all JSON states finds`(
    text: String
  ) throws {
    let desk = try Desk.forREPL()
    let outcome = desk.playhead("log likes.playhead --contains \(text) --json")
    let found = outcome.output.split(separator: "\n").compactMap { line in
      line.firstMatch(of: /^\{"step":([0-9]+),/).flatMap { Int($0.output.1) }
    }
    let expected = try steps(with: text, in: "likes.playhead", on: desk)
    #expect(Set(expected).isSubset(of: found), "\(found)")
    #expect(found.isEmpty == (outcome.code == .badAnswer))
    let first = desk.playhead("log likes.playhead --contains \(text) --limit 1 --json")
    #expect(first.output.split(separator: "\n").count == min(found.count, 1))
  }

  @Test(arguments: ["Mei", "attempt", "12", "true", "é"])
  func `'find' in 'debug' finds as many paths as a search through the state's JSON`(text: String)
    throws
  {
    let desk = try Desk.forREPL()
    let state = try json("state likes.playhead 24", on: desk)
    let outcome = desk.playhead(
      "debug likes.playhead 24 --json", on: MemoryTerminal(input: "find \(text)\n"))
    let found = outcome.output.split(separator: "\n").filter { $0.hasPrefix(#"{"path":"#) }
    #expect(found.count == state.places(with: text).count, "\(outcome.output)")
  }

  // MARK: Times of day

  @Test func `a time of day that 'log --clock' prints selects its action when used as '@TIME'`()
    throws
  {
    let desk = try Desk.forREPL()
    let list = try lines("log likes.playhead --clock", on: desk)
    #expect(list.count == 28)
    var seen: Set<Substring> = []
    for line in list {
      let words = line.split(separator: " ", omittingEmptySubsequences: true)
      // Of two actions in a millisecond, the first is meant.
      guard seen.insert(words[1]).inserted else { continue }
      let found = try lines("log likes.playhead @\(words[1]) --clock", on: desk)
      #expect(found.first?.split(separator: " ").prefix(3) == words.prefix(3), "\(line)")
    }
    #expect(seen.count > 10)
  }

  @Test(
    arguments: [
      ("10:42:07", "2026-11-20T09:42:07Z"), ("10:42", "2026-11-20T09:42:00Z"),
      ("9:05:00.25", "2026-11-20T08:05:00.250Z"), ("09:42:07Z", "2026-11-20T09:42:07Z"),
      ("2026-11-21T00:00:00", "2026-11-20T23:00:00Z"),
      ("2026-07-01T12:00:00", "2026-07-01T10:00:00Z"),
      // Only the next day is in the recording.
      ("00:10:00", "2026-11-20T23:10:00Z"),
    ] as [(String, String)])
  func
    `ClockTime reads a time of day in the given time zone, on the recording's first day that has it`(
      text: String, expected: String
    ) throws
  {
    let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
    // From 07:30 to 00:30 the next day, by the clocks of Berlin.
    let (start, end) = (1_795_156_200_000_000_000, 1_795_217_400_000_000_000) as (Int64, Int64)
    let moment = try #require(ClockTime(text)).moment(from: start, to: end, in: zone)
    #expect(moment.map(Format.wallTime) == expected)
  }

  @Test func `'@TIME' selects the next action, or as the end of a range the last action before it`()
    throws
  {
    let steps = { (range: String) in
      try lines("log raffle.playhead \(range) --json").compactMap { line in
        line.firstMatch(of: /^\{"step":([0-9]+),/).map { String($0.output.1) }
      }
    }
    // The actions are at 21.5, 23, 24.5 and 27.75 seconds.
    let day = "@2023-11-14T22:13"
    #expect(try steps("\(day):21.500Z") == ["1"])
    #expect(try steps("\(day):21.501Z") == ["2"])
    #expect(try steps("\(day):20Z..\(day):23Z") == ["1", "2"])
    #expect(try steps("\(day):21.6Z..\(day):24.499Z") == ["2"])
    #expect(try steps("@2001-01-01T00:00Z..\(day):22Z") == ["1"])
    #expect(try steps("\(day):24.6Z..") == ["6", "7"])
  }

  // MARK: Beginning a session

  @Test func `'debug -ex' runs commands as if they were typed, in order, before the input`() throws
  {
    let desk = try Desk.forREPL()
    let tool = PlayheadCommand.tool(named: "playhead", apps: desk.apps)
    let log = desk.path("likes.playhead")
    let terminal = MemoryTerminal(input: "when\n")
    let code = tool.run(
      ["debug", log, "3", "-ex", "back 2", "-ex", "print feed.isSignedIn"], Console(terminal))
    let typed = MemoryTerminal(input: "back 2\nprint feed.isSignedIn\nwhen\n")
    #expect(tool.run(["debug", log, "3"], Console(typed)) == code)
    #expect(terminal.outputText == typed.outputText)
  }

  @Test func `'debug -ex quit' ends 'debug', and a failed '-ex' command makes the exit code 1`()
    throws
  {
    let desk = try Desk.forREPL()
    let tool = PlayheadCommand.tool(named: "playhead", apps: desk.apps)
    let calls: [([String], ExitCode)] = [
      (["when", "quit", "when"], .good), (["nonsense", "quit"], .badAnswer),
    ]
    for (commands, code) in calls {
      let terminal = MemoryTerminal(editing: ["when"])
      let words = ["debug", desk.path("likes.playhead")] + commands.flatMap { ["-ex", $0] }
      #expect(tool.run(words, Console(terminal)) == code)
      #expect(terminal.editedLines.isEmpty && terminal.outputText.ranges(of: "> when").count <= 1)
    }
  }
}

extension Value {
  /// The parts of JSON, by their paths, whose key or own value has the text.
  fileprivate func places(with text: String) -> [StatePath: Value] {
    var places: [StatePath: Value] = [:]
    for path in paths() {
      guard let part = value(at: path) else { continue }
      if case .field(let key)? = path.components.last, key.contains(text) { places[path] = part }
      switch part {
      case .string(let own): if own.contains(text) { places[path] = part }
      case .list, .record: break
      default: if part.json == text { places[path] = part }
      }
    }
    return places
  }
}
