import Foundation
import PlayheadDebugger
import PlayheadFlux
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay
import TestSupport
import Testing

/// What the command line says of stores that come and go: a popover that is open from step 1 to 2, closes and opens again
/// between the steps 3 and 4, and closes after step 4.
@Suite struct StoreChangeTests {
  struct Write: Action { var text: String }
  struct Count: Action {}

  struct Popovers: ReplayDetails {
    static let appName = "popovers"
    let dispatcher: Dispatcher
    let otherStores: [any AnyStore] = [popover("")]

    init(inputs: SystemInputs) throws {
      dispatcher = Dispatcher(inputs: inputs)
      try dispatcher.register(Store("count", 0).on(Count.self) { count, _ in count += 1 })
    }
  }

  enum One {
    struct Add: Action {}
  }
  enum Two {
    struct Add: Action {}
  }

  /// The same app, in which the store has another name.
  struct Panels: ReplayDetails {
    static let appName = "popovers"
    static let upgrades: [Upgrade] = [.storeRenamed("popover", to: "panel")]
    let dispatcher: Dispatcher
    let otherStores: [any AnyStore] = [Store("panel", "").on(Write.self) { $0 += $1.text }]

    init(inputs: SystemInputs) throws {
      dispatcher = Dispatcher(inputs: inputs)
      try dispatcher.register(Store("count", 0).on(Count.self) { count, _ in count += 1 })
    }
  }

  private static func popover(_ text: String) -> Store<String> {
    Store("popover", text).on(Write.self) { $0 += $1.text }
  }

  private func desk() throws -> Desk {
    let desk = try Desk(apps: [Popovers.self])
    let app = try Popovers(inputs: .seeded()).dispatcher
    let recording = try app.record(
      to: desk.path("p.playhead"), app: "popovers", clock: ManualClock(), options: .exact)
    app.dispatch(Count())
    let first = Self.popover("first")
    try app.register(first)
    app.dispatch(Write(text: "a"))
    app.dispatch(Write(text: "b"))
    try app.unregister(first)
    let second = Self.popover("second")
    try app.register(second)
    app.dispatch(Write(text: "c"))
    try app.unregister(second)
    app.dispatch(Count())
    try recording.close()
    return desk
  }

  @Test func `'log' has a line for stores that come and go, also in JSON`() throws {
    let desk = try desk()
    let log = desk.playhead("log p.playhead").output
    let lines = log.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    let remarks = lines.enumerated().filter { $0.element.hasPrefix("store ") }
    #expect(
      remarks.map(\.element) == [
        "store 'popover' was added", "store 'popover' was removed and added again",
        "store 'popover' was removed",
      ], "\(log)")
    // After the steps 1, 3 and 4.
    #expect(remarks.map(\.offset) == [1, 4, 6], "\(log)")
    let json = desk.playhead("log p.playhead 3..4 --json").output
    #expect(json.contains(#"{"stores":{"added":["popover"],"removed":["popover"]},"step":3}"#))
    #expect(json.contains(#"{"stores":{"added":[],"removed":["popover"]},"step":4}"#), "\(json)")
  }

  @Test func `the first state of a new store is not credited to the action before it`() throws {
    let desk = try desk()
    let history = desk.playhead("history p.playhead popover").output
    #expect(history.contains("3           new store"), "\(history)")
    let blame = desk.playhead("blame p.playhead 3 popover").output
    #expect(blame.contains("3           new store"), "\(blame)")
    let later = desk.playhead("blame p.playhead 4 popover").output
    #expect(later.contains("Write") && !later.contains("new store"), "\(later)")
    let changes = desk.playhead("log p.playhead -- popover").output
    #expect(!changes.contains("(text: \"b\")") && changes.contains("added again"), "\(changes)")
    let shown = desk.playhead("show p.playhead 3").output
    #expect(
      shown.hasSuffix(
        "after this action, store 'popover' was removed and added again; the changes of a new store are not the action's\n"
      ), "\(shown)")
  }

  @Test func `'state' says which stores are not open at the step`() throws {
    let desk = try desk()
    for (step, isClosed) in [(0, true), (1, false), (3, false), (4, true), (5, true)] {
      let outcome = desk.playhead("state p.playhead \(step)")
      #expect(
        (outcome.output + outcome.error).contains("not open at this step: 'popover'") == isClosed,
        "\(step): \(outcome)")
    }
    let other = desk.playhead("state p.playhead end count")
    #expect(!(other.output + other.error).contains("not open"))
  }

  @Test func `a store that the app has renamed is new at the same steps`() throws {
    let (desk, renamed) = (try desk(), try Desk(apps: [Panels.self]))
    try renamed.write(desk.bytes("p.playhead"), to: "p.playhead")
    let history = renamed.playhead("history p.playhead panel")
    #expect(
      history.output
        == desk.playhead("history p.playhead popover").output.replacing("popover", with: "panel"),
      "\(history)")
    #expect(history.output.contains("3           new store"), "\(history)")
    let blame = renamed.playhead("blame p.playhead 3 panel").output
    #expect(blame.contains("3           new store"), "\(blame)")
    let state = renamed.playhead("state p.playhead 0")
    #expect(state.error.contains("not open at this step: 'panel'"), "\(state)")
  }

  @Test func `'log -t' finds a type in all stores, and asks which if several modules have it`()
    throws
  {
    let desk = try Desk()
    let recording = try Recording(to: URL(filePath: desk.path("w.playhead")), app: "windows")
    for window in ["left", "right"] { recording.addStore(window, 0) }
    for (window, action) in [
      ("left", One.Add()), ("right", One.Add()), ("left", Two.Add()),
    ] as [(String, any Action)] {
      recording.record(action, in: window) { 1 }
    }
    try recording.close()
    let suite = "PlayheadDebuggerTests.StoreChangeTests"
    let both = desk.playhead("log w.playhead -t One.Add").output
    #expect(
      both.contains("left/\(suite).One.Add") && both.contains("right/\(suite).One.Add"), "\(both)")
    #expect(!both.contains("Two.Add"), "\(both)")
    let one = desk.playhead("log w.playhead -t right/\(suite).One.Add").output
    #expect(one.contains("right/\(suite).One.Add") && !one.contains("left/"), "\(one)")
    let either = desk.playhead("log w.playhead -t Add")
    #expect(either.code == .unusable && either.output.isEmpty, "\(either)")
    #expect(
      either.error.contains(
        "several types are called 'Add': 'left/\(suite).One.Add', 'left/\(suite).Two.Add', 'right/\(suite).One.Add'"
      ),
      "\(either)")
  }

  @Test func `'log --follow' shows all stores that are added after one step`() throws {
    let desk = try Desk()
    let recording = try Recording(to: URL(filePath: desk.path("f.playhead")), app: "windows")
    recording.addStore("one", 0)
    recording.record(Count(), in: "one") { 1 }
    let outcome = desk.playhead(
      "log f.playhead --follow",
      whilePaused: [
        { recording.addStore("two", 0) }, { recording.addStore("three", 0) },
        { recording.record(Count(), in: "three") { 1 } }, { try recording.close() },
      ])
    let stores = outcome.output.split(separator: "\n").filter { $0.contains("added") }
      .map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(stores == ["store 'two' was added", "store 'three' was added"], "\(outcome)")
    #expect(outcome.output.split(separator: "\n").count { $0.contains("Count") } == 2)
  }

  @Test func `the tables of an SQLite export have the changes of stores, and which are sure`()
    throws
  {
    let desk = try desk()
    #expect(desk.playhead("export p.playhead --as sqlite -o p.sqlite").code == .good)
    let rows = try Rows(of: desk.path("p.sqlite"))
    #expect(
      try rows.rows("SELECT step || ' ' || store || ' ' || change FROM stores").flatMap(\.self) == [
        "1 popover added", "3 popover removed", "3 popover added", "4 popover removed",
      ])
    #expect(
      try rows.rows("SELECT step || ' ' || store || ' ' || certain FROM changed_stores")
        .flatMap(\.self) == [
          "1 count 1", "2 popover 1", "3 popover 1", "4 popover 1", "5 count 1",
        ])
    // An app's own store may have changed.
    let own = try Recording(to: URL(filePath: desk.path("o.playhead")), app: "own")
    own.addStore("one", 0)
    own.record(Count(), in: "one") { 1 }
    try own.close()
    #expect(desk.playhead("export o.playhead --as sqlite -o o.sqlite").code == .good)
    #expect(
      try Rows(of: desk.path("o.sqlite"))
        .rows("SELECT step || ' ' || store || ' ' || certain FROM changed_stores")
        .flatMap(\.self) == ["1 one 0"])
  }

  @Test func `the exports have stores that come and go`() throws {
    let desk = try desk()
    #expect(desk.playhead("export p.playhead --as ndjson -o p.ndjson").code == .good)
    let lines = try String(contentsOfFile: desk.path("p.ndjson"), encoding: .utf8)
    #expect(
      lines.contains(#"{"kind":"stores","stores":{"added":["popover"],"removed":[]},"step":1}"#))
    #expect(desk.playhead("export p.playhead --as perfetto -o p.json").code == .good)
    let trace = try String(contentsOfFile: desk.path("p.json"), encoding: .utf8)
    #expect(trace.contains("store 'popover' was removed and added again"))
  }
}
