import PlayheadFlux
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay
import PlayheadValues
import Testing

/// Stores that came, went, or got another name.
@Suite struct StoreChangeTests {
  private static func counter(_ name: String, _ start: Int = 0) -> Store<Int> {
    Store(name, start).on(Put.self) { $0 += $1.count }
  }

  /// A session of two puts, with a gap between them if asked for.
  private func builds(
    _ old: [String], _ new: [String], gap: Bool = false, _ upgrades: Upgrade...
  ) throws -> Builds {
    try Builds(
      old: { old.map { Self.counter($0, 10) } }, new: { new.map { Self.counter($0) } },
      upgrades: upgrades, options: .exact
    ) { dispatcher, recorder in
      dispatcher.dispatch(Put(count: 1))
      if gap {
        recorder.pause()
        dispatcher.dispatch(Put(count: 100))
        recorder.resume()
      }
      dispatcher.dispatch(Put(count: 1))
    }
  }

  /// The stores of both builds, the upgrade between them, and what is said of it.
  private static let changes: [(old: [String], new: [String], upgrade: Upgrade, fact: String)] = [
    (
      ["basket"], ["cart"], .storeRenamed("basket", to: "cart"),
      "the state of store 'basket': an upgrade makes it that of 'cart'"
    ),
    (
      ["cart", "legacy"], ["cart"], .storeDropped("legacy"),
      "the state of store 'legacy': an upgrade leaves it out"
    ),
    (
      ["cart"], ["cart", "wishes"], .storeAdded("wishes"),
      "the state of store 'wishes': the log has none; the app's initial state is used"
    ),
  ]

  @Test(arguments: changes.indices)
  func `a log replays after a store was renamed, dropped or added with an upgrade`(number: Int)
    throws
  {
    let (old, new, upgrade, fact) = Self.changes[number]
    let builds = try builds(old, new, upgrade)
    #expect(try builds.values(at: "cart") == [10, 11, 12])
    #expect(try builds.replay().stores == new)
    #expect(try builds.divergence() == nil)
    #expect(try builds.sentences() == ["risky: \(fact)"])
    guard new.contains("wishes") else { return }
    #expect(try builds.values(at: "wishes") == [0, 1, 2])
  }

  @Test func `a determinism check compares the recorded digests of a renamed store`() throws {
    let wrong = try Builds(
      old: { [Self.counter("basket")] },
      new: { [Store("cart", 0).on(Put.self) { $0 -= $1.count }] },
      upgrades: [.storeRenamed("basket", to: "cart")], options: .exact
    ) { dispatcher, _ in dispatcher.dispatch(Put(count: 1)) }
    #expect(try wrong.divergence()?.step == 1)
  }

  @Test func `an added store starts over after a gap`() throws {
    let builds = try builds(["cart"], ["cart", "wishes"], gap: true, .storeAdded("wishes"))
    #expect(try builds.replay().state(at: 3).value(at: StatePath("cart")) == 112)
    #expect(try builds.replay().state(at: 3).value(at: StatePath("wishes")) == 1)
  }

  @Test
  func `replaying a log with stores other than the app's throws if no upgrade declares the change`()
    throws
  {
    for (old, new) in [(["cart", "legacy"], ["cart"]), (["cart"], ["cart", "wishes"])] {
      let builds = try builds(old, new)
      #expect(throws: ReplayError.otherStores(log: old, app: new)) { try builds.replay() }
      #expect(try builds.compatibility().verdict == .impossible)
    }
    #expect(throws: ReplayError.otherStores(log: ["cart", "basket"], app: ["cart"])) {
      try builds(["cart", "basket"], ["cart"], .storeRenamed("basket", to: "cart")).replay()
    }
  }

  @Test func `salvage skips stores that the log and the app do not share`() throws {
    let builds = try builds(["cart", "legacy"], ["cart", "wishes"])
    let replay = try builds.replay(.salvage)
    #expect(try replay.state(at: 2).value(at: StatePath("cart")) == 12)
    #expect(
      replay.incompatibilities.stores == ["legacy", "wishes"] && replay.approximateSince == 0)
    #expect(try builds.divergence(.salvage) == nil)
  }
}
