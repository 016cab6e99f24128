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
