import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import PlayheadReplay
import PlayheadValues
import Testing

@Suite struct UpgradeTests {
  private typealias V = Versions

  /// What a store of the new build saw of the actions, text by text.
  private func seen(
    _ actions: [any Action], as new: [any AnyStore], upgrades: [Upgrade]
  ) throws -> [Value?] {
    let builds = try Builds(
      old: {
        [
          Store("seen", [String]())
            .on(V.V1.self) { seen, _ in seen.append("") }.on(Old.Noted.self) { _, _ in }
        ]
      }, new: { new }, upgrades: upgrades
    ) { dispatcher, _ in for action in actions { action.dispatch(by: dispatcher) } }
    return try builds.values(at: "seen").map { seen in
      guard case .list(let texts) = seen else { return nil }
      return texts.last
    }
  }

  private func store() -> Store<[String]> {
    Store("seen", [String]())
      .on(V.V2.self) { seen, action in seen.append("\(action.units) units") }
      .on(New.Moved.self) { seen, action in seen.append(action.sku) }
  }

  @Test
  func `replay applies two upgrades one after the other, even if they are declared in reverse`()
    throws
  {
    let store = Store("seen", [String]()).on(V.V3.self) { seen, action in
      seen.append("\(action.pieces) \(action.wrapped)")
    }
    #expect(
      try seen([V.V1(count: 3)], as: [store], upgrades: [V.from2, V.from1]) == [nil, "3 false"])
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
    let store = Store("seen", [String]())
      .on(Parcel.self) { seen, parcel in seen.append("\(parcel.weight) g") }
    let upgrades: [Upgrade] = [
      .renamed("Item", to: Parcel.self), Upgrade(from: ParcelV1.self) { Parcel(weight: $0.count) },
    ]
    #expect(try seen([V.V1(count: 3)], as: [store], upgrades: upgrades) == [nil, "3 g"])
  }

  @Test func `an action that an upgrade drops changes nothing and keeps its step`() throws {
    let upgrade = Upgrade(from: V.V1.self) { $0.count > 3 ? V.V2(units: $0.count) : nil }
    #expect(
      try seen([V.V1(count: 3), V.V1(count: 4)], as: [store()], upgrades: [upgrade])
        == [nil, nil, "4 units"])
    #expect(
      try seen([V.V1(count: 3)], as: [store()], upgrades: [.dropped("Item")]) == [nil, nil])
  }

  @Test func `an action renamed to a dropped name changes nothing`() throws {
    let upgrades: [Upgrade] = [.renamed("Item", to: Put.self), .dropped(Put.actionName)]
    #expect(try seen([V.V1(count: 3)], as: [store()], upgrades: upgrades) == [nil, nil])
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
  }
}

extension Action {
  fileprivate func dispatch(by dispatcher: Dispatcher) { dispatcher.dispatch(self) }
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
