import Feed
import Foundation
import PlayheadInspector
import PlayheadLog
import PlayheadValues
import TestSupport
import Testing

@testable import PlayheadDebugger

/// What `export` writes, over a session with a gap (steps 4 and 5), and what becomes of a session whose app is not there.
@Suite struct ExportTests {
  private let desk: Desk

  init() throws {
    desk = try Desk()
    try Raffle.record(to: desk.path("r.playhead"))
  }

  private func export(_ format: String, to file: String, _ more: String = "") throws -> Data {
    let outcome = desk.playhead("export r.playhead --as \(format) -o \(file) \(more)")
    try #require(outcome.code == .good, "\(outcome)")
    return Data(try desk.bytes(file))
  }

  private func json(_ data: some Sequence<UInt8>) throws -> NSDictionary {
    try #require(JSONSerialization.jsonObject(with: Data(data)) as? NSDictionary)
  }

  private func state(_ step: String) throws -> NSDictionary {
    try json(desk.playhead("state r.playhead \(step) --json").output.utf8)
  }

  private var actions: [NSDictionary] {
    get throws {
      try desk.playhead("log r.playhead --json").output.split(separator: "\n")
        .map { try json($0.utf8) }.filter { $0["step"] != nil && $0["type"] != nil }
    }
  }

  @Test func `a Redux DevTools export has each action and the state after it`() throws {
    let lifted = try json(export("redux-devtools", to: "r.json"))
    let count = try actions.count
    #expect((lifted["actionsById"] as? NSDictionary)?.count == count + 1)
    let states = try #require(lifted["computedStates"] as? [NSDictionary])
    #expect(states.count == count + 1 && lifted["currentStateIndex"] as? Int == count)
    #expect(states.first?["state"] as? NSDictionary == (try state("0")))
    #expect(states.last?["state"] as? NSDictionary == (try state("end")))
    #expect((lifted["stagedActionIds"] as? [Int]) == Array(0...count))
  }

  @Test
  func `a Redux DevTools export says beforehand how large it becomes, and names a smaller range`()
    throws
  {
    let desk = try Desk.forREPL()
    let log = URL(fileURLWithPath: desk.path("likes.playhead"))
    let inspector = try Inspector(log, of: Feed.self)
    let session = try ExportedSession(of: inspector, nil, counters: []) { _ in }
    #expect(ReduxDevToolsExporter().note(about: session) == nil)
    let size = try inspector.ask(StateRequest(of: 28)).value.json.utf8.count
    #expect(
      ReduxDevToolsExporter(largeSize: 3 * size).note(about: session)
        == "the file will take about \(Format.bytes(UInt64(28 * size))): the whole state after each of "
        + "28 actions; a browser can hardly open it, and '26..28' would be smaller")
  }

  @Test func `a Perfetto export has a slice per action and per store that it changed`() throws {
    let trace = try json(export("perfetto", to: "r.json"))
    let events = try #require(trace["traceEvents"] as? [NSDictionary])
    let changed = try actions.reduce(0) { $0 + (($1["changed"] as? NSArray)?.count ?? 0) }
    #expect(try events.count { $0["ph"] as? String == "X" } == actions.count + changed)
    #expect(events.count { $0["ph"] as? String == "i" } >= 1)
  }

  @Test func `a Perfetto export has a mark where a curve loses its number`() throws {
    let (desk, path) = (try Desk.forREPL(), "feed.timeline.posts[4].request.attempt")
    let outcome = desk.playhead(
      "export likes.playhead --as perfetto --counter \(path) -o likes.json")
    #expect(outcome.code == .good, "\(outcome)")
    let trace = try json(desk.bytes("likes.json"))
    let events = try #require(trace["traceEvents"] as? [NSDictionary])
    let marks = events.filter { $0["name"] as? String == "no number at '\(path)'" }
    #expect(marks.map { $0["ph"] as? String } == ["i"])
  }

  @Test func `SQL queries of a SQLite export return the log's actions, gap, types and first state`()
    throws
  {
    _ = try export("sqlite", to: "r.sqlite")
    let database = try Rows(of: desk.path("r.sqlite"))
    func answer(_ query: String) throws -> String {
      try #require(database.rows(query).first?.first)
    }
    #expect(try answer("SELECT count(*) FROM actions") == "\(actions.count)")
    #expect(try json(answer("SELECT state FROM states WHERE step = 0").utf8) == state("0"))
    #expect(try answer("SELECT first || '-' || last FROM gaps") == "4-5")
    #expect(try answer("SELECT sum(count) FROM types") == "\(actions.count)")
    #expect(try Int(answer("SELECT count(*) FROM history")) ?? 0 > 0)
  }

  @Test func `'export' refuses an unknown format, a wrong option and an existing file`() throws {
    _ = try export("ndjson", to: "r.ndjson")
    let kept = try desk.bytes("r.ndjson")
    for (words, sentence) in [
      ("--as sqlit -o a.sqlite", "unknown format 'sqlit'; did you mean 'sqlite'?"),
      (
        "--as ndjson --counter sum -o a.ndjson",
        "options '--counter' and '--as ndjson' cannot be used together"
      ),
      ("--as ndjson -o r.ndjson", "'r.ndjson'"),
    ] {
      let outcome = desk.playhead("export r.playhead \(words)")
      #expect(outcome.code != .good && outcome.error.contains(sentence), "\(outcome)")
    }
    #expect(try desk.bytes("r.ndjson") == kept)
  }

  @Test
  func
    `'export' for a log of an unknown app writes the actions and warns that there are no states`()
    throws
  {
    desk.apps = []
    let outcome = desk.playhead("export r.playhead --as ndjson -o r.ndjson")
    #expect(
      outcome.code == .good && outcome.error.contains("there are no states in the file"),
      "\(outcome)")
    let lines = try desk.bytes("r.ndjson").split(separator: UInt8(ascii: "\n")).map { try json($0) }
    #expect(!lines.contains { $0["kind"] as? String == "state" })
    // A curve needs states, so it is refused before there is a file.
    let curve = desk.playhead("export r.playhead --as perfetto --counter tickets.winner")
    #expect(curve.code == .unusable && curve.error.contains("raffle"), "\(curve)")
    #expect(throws: (any Error).self) { try desk.bytes("r.trace.json") }
    #expect(try lines.count { $0["kind"] as? String == "action" } == actions.count)
  }
}
