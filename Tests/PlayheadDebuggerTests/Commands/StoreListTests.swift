import Foundation
import PlayheadDebugger
import PlayheadFlux
import PlayheadRecorder
import PlayheadReplay
import TestSupport
import Testing

/// PlayheadFlux has another.
private typealias Outcome = TestSupport.Outcome

/// An app that opens a second counter after a while, which starts at 40.
private struct Bar: ReplayDetails {
  struct Pour: Action {
    static let actionName = "Pour"
    var glasses: Int
  }

  /// What there is only outside.
  struct Sweep: Action {
    static let actionName = "Sweep"
  }

  static let appName = "bar"

  let dispatcher: Dispatcher
  let otherStores: [any AnyStore]

  init(inputs: SystemInputs) throws {
    dispatcher = Dispatcher(inputs: inputs)
    otherStores = [Self.terrace(0)]
    try dispatcher.register(Self.counter("bar", 0))
  }

  static func counter(_ name: String, _ start: Int) -> Store<Int> {
    Store(name, start).on(Pour.self) { $0 += $1.glasses }
  }

  static func terrace(_ start: Int) -> Store<Int> {
    counter("terrace", start).on(Sweep.self) { glasses, _ in glasses = 0 }
  }

  /// The terrace is open from step 1 to step 2.
  static func record(to path: String) throws {
    let bar = try Bar(inputs: .seeded())
    let terrace = terrace(40)
    let recorder = try bar.dispatcher.record(
      to: path, app: appName, clock: ManualClock(), options: .exact)
    bar.dispatcher.dispatch(Pour(glasses: 1))
    try recorder.flush()
    try bar.dispatcher.register(terrace)
    bar.dispatcher.dispatch(Pour(glasses: 2))
    try bar.dispatcher.unregister(terrace)
    bar.dispatcher.dispatch(Pour(glasses: 3))
    try recorder.close()
  }
}

/// The bar without its terrace.
private struct Indoors: ReplayableApp {
  static let appName = Bar.appName
  let dispatcher: Dispatcher
  init(inputs: SystemInputs) throws {
    dispatcher = try Bar(inputs: inputs).dispatcher
  }
}

@Suite struct StoreListTests {
  private func desk(_ app: any ReplayableApp.Type = Bar.self) throws -> Desk {
    let desk = try Desk()
    desk.apps = [app]
    try Bar.record(to: desk.path("b.playhead"))
    return desk
  }

  @Test
  func
    `commands show a store that was registered and unregistered during the recording like any other`()
    throws
  {
    let desk = try desk()
    for (call, output) in [
      (
        "log b.playhead",
        """
        1  +0.000s  Pour  (glasses: 1)  → bar
        2  +0.000s  Pour  (glasses: 2)  → bar, terrace
        3  +0.000s  Pour  (glasses: 3)  → bar

        """
      ),
      ("state b.playhead 0", "(bar: 0, terrace: 0)\n"),
      ("state b.playhead 1", "(bar: 1, terrace: 40)\n"),
      ("state b.playhead 3", "(bar: 6, terrace: 42)\n"),
      ("check b.playhead", "b.playhead: deterministic, 3 actions, 8 replays in one process\n"),
      ("verify b.playhead", "b.playhead: undamaged, 3 actions in 2 chunks\n"),
    ] {
      #expect(desk.playhead(call) == Outcome(output: output))
    }
  }

  @Test func `'info' and 'show' list stores that were registered during the recording`() throws {
    let desk = try desk()
    #expect(desk.playhead("info b.playhead").output.contains("stores       bar, terrace\n"))
    #expect(desk.playhead("show b.playhead 2").output.contains("stores  bar, terrace\n"))
  }

  @Test func `'state' fails and names the store of the log that the app does not have`() throws {
    let outcome = try desk(Indoors.self).playhead("state b.playhead 3")
    #expect(
      outcome.error == """
        playhead: the log has the stores 'bar', 'terrace' and the app has 'bar'; declare \
        added, removed and renamed stores in the app's 'upgrades', or replay the log with the build that \
        recorded it, or list the stores that the app registers later in its 'otherStores': 'terrace'

        """)
    #expect(outcome.code == .badAnswer)
  }
}
