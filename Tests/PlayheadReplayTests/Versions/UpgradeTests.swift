import PlayheadFlux
import PlayheadLog
import PlayheadReading
import PlayheadRecorder
import PlayheadReplay
import PlayheadValues
import Testing

@Suite struct UpgradeTests {
  private typealias V = Versions

  /// The sums that a store of the new build comes to by these old actions.
  private func sums(
    _ counts: [Int], _ store: Store<Int>, _ upgrades: [Upgrade]
  ) throws -> [Value?] {
    let builds = try Builds(
      old: { [Store("sum", 0).on(V.V1.self) { $0 += $1.count }] }, new: { [store] },
      upgrades: upgrades
    ) { dispatcher, _ in for count in counts { dispatcher.dispatch(V.V1(count: count)) } }
    return try builds.values(at: "sum")
  }

  @Test
  func `replay applies two upgrades one after the other, even if they are declared in reverse`()
    throws
  {
    let store = Store("sum", 0).on(V.V3.self) { $0 += $1.wrapped ? 100 : $1.pieces }
    #expect(try sums([3], store, [V.from2, V.from1]) == [0, 3])
  }

  @Test func `a renamed action is upgraded further from its new name`() throws {
    struct Parcel: Action {
      static let actionName = "Parcel"
      static let actionVersion = 2
      var weight: Int
    }
    struct ParcelV1: Action {
      static let actionName = "Parcel"
      var count: Int
    }
    let store = Store("sum", 0).on(Parcel.self) { $0 += $1.weight }
    let upgrade = Upgrade(from: ParcelV1.self) { Parcel(weight: $0.count) }
    #expect(try sums([3], store, [.renamed("Item", to: Parcel.self), upgrade]) == [0, 3])
  }

  @Test func `an action that an upgrade drops changes nothing and keeps its step`() throws {
    func store() -> Store<Int> { Store("sum", 0).on(V.V2.self) { $0 += $1.units } }
    let upgrade = Upgrade(from: V.V1.self) { $0.count > 3 ? V.V2(units: $0.count) : nil }
    #expect(try sums([3, 4], store(), [upgrade]) == [0, 0, 4])
    let renamed: [Upgrade] = [.renamed("Item", to: Put.self), .dropped(Put.actionName)]
    #expect(try sums([3], store(), renamed) == [0, 0])
  }

  @Test func `a log that mixes old and new actions replays to the right states`() throws {
    let builds = try Builds(
      old: {
        [Store("seen", 0).on(V.V1.self) { $0 += $1.count }.on(V.V2.self) { $0 += $1.units }]
      }, new: { [Store("seen", 0).on(V.V2.self) { $0 += $1.units }] }, upgrades: [V.from1]
    ) { dispatcher, _ in
      dispatcher.dispatch(V.V1(count: 1))
      dispatcher.dispatch(V.V2(units: 10))
      dispatcher.dispatch(V.V1(count: 100))
    }
    #expect(try builds.values(at: "seen") == [0, 1, 11, 111])
    #expect(try builds.divergence() == nil)
  }

  // MARK: Declarations

  @Test func `a player with two upgrades for the same actions or states throws`() throws {
    func player(_ upgrades: Upgrade...) throws -> DispatcherPlayer {
      try DispatcherPlayer(making { [] }(), upgrades: upgrades)
    }
    let item = ReplayError.sameUpgrade(of: "action 'Item' of version 1")
    #expect(throws: item) { try player(V.from1, V.from1) }
    #expect(throws: item) {
      try player(.renamed("Item", to: Put.self), .renamed("Item", to: Take.self))
    }
    #expect(throws: item) { try player(.dropped("Item"), .renamed("Item", to: Take.self)) }
    #expect(throws: ReplayError.sameUpgrade(of: "the states of store 'cart' of version 1")) {
      try player(CartV1.upgrade, CartV1.upgrade)
    }
    #expect(throws: ReplayError.sameUpgrade(of: "store 'a'")) {
      try player(.storeRenamed("a", to: "b"), .storeDropped("a"))
    }
  }

  @Test func `a player with an upgrade to a type that is no action of its stores throws`() throws {
    func player(_ upgrades: Upgrade...) throws -> DispatcherPlayer {
      let stores = making {
        [Store("cart", CartV2()).on(V.V3.self) { cart, _ in cart.lines = [] }]
      }
      return try DispatcherPlayer(stores(), upgrades: upgrades)
    }
    _ = try player(V.from2, V.from1)
    // The state of a store, as an action.
    let state = Upgrade(from: CartV1.self) { _ in CartV2() }
    let name = "PlayheadReplayTests.CartV2"
    #expect(throws: ReplayError.unknownUpgrade(to: name)) { try player(state) }
    #expect(throws: ReplayError.unknownUpgrade(to: name)) {
      try player(.renamed("Cart", to: CartV2.self))
    }
    #expect(throws: ReplayError.unknownUpgrade(to: Put.actionName)) {
      try player(.renamed("Scan", to: Put.self))
    }
    _ = try player(.renamed("Scan", to: Put.self), .dropped(Put.actionName))
  }
}

/// The state of a cart as it was.
struct CartV1: Codable, Sendable {
  var items: [String] = []

  static let upgrade = Upgrade.state(of: "cart", from: CartV1.self) { old in
    CartV2(lines: old.items.map { .init(sku: $0) })
  }
}

/// The state of a cart as it became.
struct CartV2: Codable, Sendable, VersionedState {
  static let stateVersion = 2
  struct Line: Codable, Sendable { var sku: String }
  var lines: [Line] = []
}

/// The state of a cart as it is.
struct CartV3: Codable, Sendable, VersionedState {
  static let stateVersion = 3
  var lines: [CartV2.Line] = []
  var total = 0

  static let upgrade = Upgrade.state(of: "cart", from: CartV2.self) { old in
    CartV3(lines: old.lines, total: old.lines.count)
  }
}

@Suite struct StateUpgradeTests {
  /// A session of the old build with a gap behind the second action, read by the third version.
  private func builds(_ upgrades: [Upgrade]) throws -> Builds {
    try Builds(
      old: { [Store("cart", CartV1(items: ["A"])).on(Put.self) { $0.items.append($1.sku) }] },
      new: {
        [
          Store("cart", CartV3()).on(Put.self) { cart, put in
            cart.lines.append(.init(sku: put.sku))
            cart.total += 1
          }
        ]
      }, upgrades: upgrades, options: .exact
    ) { dispatcher, recorder in
      for sku in ["B", "C"] { dispatcher.dispatch(Put(sku: sku)) }
      recorder.pause()
      dispatcher.dispatch(Put(sku: "D"))
      recorder.resume()
      dispatcher.dispatch(Put(sku: "E"))
    }
  }

  @Test func `replay upgrades the recorded states at the beginning and after a gap`() throws {
    let replay = try builds([CartV1.upgrade, CartV3.upgrade]).replay()
    func state(at step: Step) throws -> String {
      let state = try replay.state(at: step)
      let skus = try (0..<6).compactMap { state.value(at: try StatePath("cart.lines[\($0)].sku")) }
      return "\(skus) \(state.value(at: try StatePath("cart.total")) ?? .null)"
    }
    #expect(try state(at: 0) == #"["A"] 1"#)
    #expect(try state(at: 2) == #"["A", "B", "C"] 3"#)
    #expect(try state(at: 4) == #"["A", "B", "C", "D", "E"] 5"#)
  }

  @Test func `a determinism check does not compare recorded digests of states that were upgraded`()
    throws
  {
    let builds = try builds([CartV1.upgrade, CartV3.upgrade])
    #expect(try builds.log.digests().count > 2)
    #expect(try builds.divergence() == nil)
  }

  @Test
  func
    `'risky' is the verdict on complete state upgrades, 'impossible' on ones that end too early`()
    throws
  {
    #expect(
      try builds([CartV1.upgrade, CartV3.upgrade]).sentences() == [
        "risky: the state of store 'cart': 2 upgrades make it cart of version 3"
      ])
    #expect(
      try builds([CartV1.upgrade]).sentences() == [
        """
        impossible: the state of store 'cart': the app's upgrades lead to version 2, not to the \
        current version, 3
        """
      ])
    #expect(throws: ReplayError.self) { try builds([CartV1.upgrade]).replay() }
  }
}

/// Checkpoints in the middle of a log, which a replay can do without.
@Suite struct OldCheckpointTests {
  /// As this build has it, with one field more than the old one.
  private struct Counter: Codable, Sendable {
    var count: UInt64 = 0
    var puts: Int?
  }

  private struct OldCounter: Encodable { var count: UInt64 = 0 }

  private struct Count: Action {
    static let actionName = "Count"
    var number: UInt64
  }

  /// The count at the end of a log with this checkpoint after step 30.
  private func count(with checkpoint: any Encodable, version: Int = 1) throws -> Value? {
    let bytes = try SumLog.bytes(first: OldCounter(), checkpoint: checkpoint, version: version)
    let make = making { [Store("sum", Counter()).on(Count.self) { $0.count += $1.number }] }
    let replay = try Replay(
      LogReader(bytes: bytes, name: "log"), with: DispatcherPlayer(make()))
    return try replay.state(at: 50).value(at: StatePath("sum.count"))
  }

  @Test func `a replay continues from a checkpoint in this build's form`() throws {
    let rest = SumLog.sum(50) - SumLog.sum(30)
    #expect(try count(with: Counter(count: 1_000, puts: 3)) == .uint(1_000 + rest))
  }

  @Test func `a checkpoint of another state version or with other fields is ignored`() throws {
    struct Other: Encodable {
      var count: UInt64 = 1_000
      var old = "x"
    }
    let sum = Value.uint(SumLog.sum(50))
    #expect(try count(with: Counter(count: 1_000, puts: 3), version: 2) == sum)
    #expect(try count(with: Other()) == sum)
    #expect(try count(with: "no counter") == sum)
  }
}
