import PlayheadCoding
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadReplay
import PlayheadValues
import Testing

/// Two builds of a shop, in this process.
@Suite struct BuildComparisonTests {
  private typealias Change = PlayheadValues.Change

  /// A session of so many sales, with a draw at the end.
  private func session(_ count: Int) throws -> Session {
    try Session(making(inputs: .live) { Shop.stores() }) { dispatcher, _ in
      Shop.shop(dispatcher, count, seed: 11)
      dispatcher.dispatch(Draw3())
      dispatcher.dispatch(Put(sku: "last", count: 2))
    }
  }

  /// What an app with these stores makes of the session.
  private func build(
    of session: Session, _ stores: @escaping () -> [any AnyStore] = { Shop.stores() }
  ) -> LocalWorker {
    let make = making(inputs: .seeded(3, tick: 0.25), stores)
    return LocalWorker(session.log) { try DispatcherPlayer(make()) }
  }

  private func verdict(
    on session: Session, old: any WorkerChannel, new: any WorkerChannel,
    _ decoding: DecodingPolicy = .usual
  ) throws -> BuildVerdict {
    try BuildComparison(old: old, new: new)
      .result(on: ReplaySpec("session", decoding: decoding), session.log).verdict
  }

  private func difference(
    on session: Session, old: any WorkerChannel, new: any WorkerChannel,
    _ decoding: DecodingPolicy = .usual
  ) throws -> BuildDifference {
    guard case .differs(let difference) = try verdict(on: session, old: old, new: new, decoding)
    else { throw NoDifference() }
    return difference
  }

  private struct NoDifference: Error {}

  /// The shop in which a sale behind so many skus counts double.
  private func doubling(after count: Int) -> () -> [any AnyStore] {
    {
      let cart = Shop.cart()
      return [
        cart,
        Store("total", 0, after: [cart])
          .on(Put.self) { total, _, _ in
            total = cart.state.items.values.reduce(0, +) * (cart.state.items.count > count ? 2 : 1)
          }
          .on(Take.self) { total, _, _ in total = cart.state.items.values.reduce(0, +) },
        Shop.stores()[2],
      ]
    }
  }

  private func steps(of session: Session) -> [Step] {
    (1...session.log.lastStep.number).map { Step($0) }
  }

  private func isSame(_ verdict: BuildVerdict) -> Bool {
    if case .same(stop: nil) = verdict { true } else { false }
  }

  @Test func `a build compared with itself shows no difference, even with sets and dictionaries`()
    throws
  {
    let session = try session(200)
    #expect(isSame(try verdict(on: session, old: build(of: session), new: build(of: session))))
  }

  @Test func `each store that differs is reported with its own first step`() throws {
    let session = try Session(making { Self.counters(10, 20) }) { dispatcher, _ in
      for _ in 0..<30 { dispatcher.dispatch(Bump()) }
    }
    let old = LocalWorker(session.log) { try DispatcherPlayer(making { Self.counters(10, 20) }()) }
    let new = LocalWorker(session.log) { try DispatcherPlayer(making { Self.counters(12, 3) }()) }
    let compared = try BuildComparison(old: old, new: new)
      .result(on: ReplaySpec("session", decoding: .usual), session.log)
    guard case .differs(let first) = compared.verdict else { throw NoDifference() }
    #expect(first.step == 4)
    #expect(compared.later.map(\.step) == [11])
    let places = ([first] + compared.later).flatMap { $0.causes.map(\.kind) }
    #expect(places == [.place("second"), .place("first")])
  }

  @Test func `full diffs cover each store's first differing step and the end`() throws {
    let session = try Session(making { Self.counters(10, 20) }) { dispatcher, _ in
      for _ in 0..<300 { dispatcher.dispatch(Bump()) }
    }
    let old = LocalWorker(session.log) { try DispatcherPlayer(making { Self.counters(10, 20) }()) }
    let new = LocalWorker(session.log) { try DispatcherPlayer(making { Self.counters(12, 3) }()) }
    let compared = try BuildComparison(old: old, new: new, keepsDiffs: true)
      .result(on: ReplaySpec("session", decoding: .usual), session.log)
    guard case .differs(let first) = compared.verdict else { throw NoDifference() }
    #expect(([first] + compared.later).map { $0.diff?.changes.count } == [1, 1])
    #expect(compared.atEnd.map(\.step) == [300, 300])
    func change(_ store: String, _ old: Int64, _ new: Int64) throws -> Change {
      Change(path: try StatePath(store), old: .int(old), new: .int(new))
    }
    #expect(
      compared.atEnd.flatMap { $0.diff?.changes ?? [] }
        == [try change("second", 20, 3), try change("first", 10, 12)])
  }

  private struct Count: Codable { var count = 0 }
  private struct NotedCount: VersionedState, Codable {
    static let stateVersion = 2
    var count = 0
    var note = "new"
  }

  @Test func `a difference that a new field hides is reported at the end`() throws {
    let before = making { [Store("count", Count()).on(Bump.self) { $0.count += $1.by }] }
    let after = making {
      [Store("count", NotedCount()).on(Bump.self) { $0.count += 2 * $1.by }]
    }
    let session = try Session(before) { dispatcher, _ in
      for _ in 0..<9 { dispatcher.dispatch(Bump()) }
    }
    let upgrades: [Upgrade] = [.state(of: "count", from: Count.self) { _ in NotedCount() }]
    let old = LocalWorker(session.log) { try DispatcherPlayer(before()) }
    let new = LocalWorker(session.log) { try DispatcherPlayer(after(), upgrades: upgrades) }
    let compared = try BuildComparison(old: old, new: new, keepsDiffs: true)
      .result(on: ReplaySpec("session", decoding: .usual), session.log)
    guard case .differs(let first) = compared.verdict else { throw NoDifference() }
    #expect(first.step == 0 && first.diff?.changes.map(\.path.description) == ["count.note"])
    #expect(
      compared.atEnd.flatMap { $0.diff?.changes.map(\.path.description) ?? [] }
        == ["count.count", "count.note"])
  }

  /// Three stores that count up to a limit; the third has none.
  private static func counters(_ first: Int, _ second: Int) -> [any AnyStore] {
    [
      Store("first", 0).on(Bump.self) { $0 = min($0 + $1.by, first) },
      Store("second", 0).on(Bump.self) { $0 = min($0 + $1.by, second) },
      Store("third", 0).on(Bump.self) { $0 += $1.by },
    ]
  }

  @Test func `a difference names its first step, the last equal step, the action and the values`()
    throws
  {
    let session = try session(300)
    let found = try difference(
      on: session, old: build(of: session), new: build(of: session, doubling(after: 12)))
    let replay = try session.replay()
    let step = try #require(
      try steps(of: session).first { step in
        let items = try replay.state(at: step).value(at: StatePath("cart.items"))
        guard case .dictionary(let items)? = items else { return false }
        return items.count > 12
      })
    #expect(found.step == step && found.lastAgreed == step.previous)
    #expect(found.action == Put.actionName)
    guard case .values(let changes) = found.fact, let change = changes["total"]?.change else {
      Issue.record("\(found)")
      return
    }
    #expect(changes.count == 1 && change.path.description == "total")
    guard case .int(let old)? = change.old, case .int(let new)? = change.new else {
      Issue.record("\(change)")
      return
    }
    #expect(new == old * 2)
  }

  @Test func `a list element at another index in the other build is reported as moved`() throws {
    func list(_ isReversed: Bool) -> () -> [any AnyStore] {
      {
        [
          Store("list", [String]()).on(Put.self) { list, put in
            list.insert(put.sku, at: isReversed ? 0 : list.count)
          }
        ]
      }
    }
    let session = try Session(making(inputs: .live, list(false))) { dispatcher, _ in
      for sku in ["a", "b", "c"] { dispatcher.dispatch(Put(sku: sku)) }
    }
    let found = try difference(
      on: session, old: build(of: session, list(false)), new: build(of: session, list(true)))
    guard case .values(let changes) = found.fact else {
      Issue.record("\(found)")
      return
    }
    #expect(found.step == 2 && Set(changes.keys) == ["list[*]"])
    #expect(
      changes["list[*]"]
        == AlignedChange(
          Change(path: try StatePath("list[0]"), old: .string("a"), new: nil),
          movedTo: try StatePath("list[1]")))
  }

  @Test func `a build that does not handle an action is reported as stopping there`() throws {
    let session = try session(20)
    let poor: () -> [any AnyStore] = {
      let dice = Store("dice", Dice()).on(Tick.self) { _, _ in }
      return Shop.stores().prefix(2) + [dice]
    }
    let found = try difference(on: session, old: build(of: session), new: build(of: session, poor))
    let draws = try #require(
      try steps(of: session).first { try session.log.entry(at: $0).type.name == Draw3.actionName })
    guard case .stops(old: nil, new: let stop?) = found.fact else {
      Issue.record("\(found)")
      return
    }
    #expect(stop == BuildStop(.incompatible, at: draws, "no store of the app handles it"))
    #expect(found.step == draws && found.action == Draw3.actionName)
    #expect(found.lastAgreed == draws.previous)
    // Both stop there.
    guard
      case .same(let common) = try verdict(
        on: session, old: build(of: session, poor), new: build(of: session, poor))
    else {
      Issue.record("they differ")
      return
    }
    #expect(common == stop)
  }

  @Test func `inputs that two builds request differently are reported before state differences`()
    throws
  {
    let session = try session(0)
    let greedy: () -> [any AnyStore] = {
      let dice = Store("dice", Dice()).on(Draw3.self) { dice, _, context in
        dice.dates.append(context.now)
        dice.ids = [context.uuid(), context.uuid()]
        dice.numbers.append(context.random(in: 0...UInt64.max))
      }
      return Shop.stores().prefix(2) + [dice]
    }
    let found = try difference(
      on: session, old: build(of: session), new: build(of: session, greedy))
    guard case .draws(old: nil, new: .mismatch(index: 2, asked: .uuid, found: _)?) = found.fact
    else {
      Issue.record("\(found)")
      return
    }
    #expect(found.step == 1 && found.lastAgreed == 0 && found.action == Draw3.actionName)
    #expect(
      isSame(
        try verdict(on: session, old: build(of: session, greedy), new: build(of: session, greedy))))
  }

  @Test(arguments: [true, false])
  func `a build that exits or crashes is reported with its step, after earlier differences`(
    knowsStep: Bool
  ) throws {
    let session = try session(150)
    let make = making { Shop.stores() }
    func mortal() -> MortalWorker {
      MortalWorker(session.log, diesAt: 133, "no more", knowsStep: knowsStep) {
        try DispatcherPlayer(make())
      }
    }
    let found = try difference(on: session, old: build(of: session), new: mortal())
    #expect(found.step == 133 && found.lastAgreed == 132)
    #expect(found.action == (try session.log.entry(at: 133).type.name))
    guard case .stops(old: nil, new: let stop?) = found.fact else {
      Issue.record("\(found)")
      return
    }
    #expect(stop == BuildStop(knowsStep ? .trap : .end, at: 133, "no more"))
    // Both alike, at the same action.
    guard case .same(stop: _?) = try verdict(on: session, old: mortal(), new: mortal()) else {
      Issue.record("they differ")
      return
    }
    // In the round in which it ends, they have differed before.
    let late = doubling(after: 16)
    let first = try difference(on: session, old: build(of: session), new: build(of: session, late))
    let both = try difference(
      on: session, old: build(of: session, late),
      new: MortalWorker(
        session.log, diesAt: Step(first.step.number + 1), "no more", knowsStep: knowsStep
      ) { try DispatcherPlayer(make()) })
    #expect(both.step == first.step && both.lastAgreed == first.lastAgreed)
    #expect(Set([both.causes, first.causes]).count == 1)
  }

  @Test func `builds that stop at one action differ if the reason or the kind of stop differs`()
    throws
  {
    let session = try session(20)
    func mortal(_ reason: String, knowsStep: Bool = true) -> MortalWorker {
      MortalWorker(session.log, diesAt: 7, reason, knowsStep: knowsStep) { try session.player() }
    }
    for new in [mortal("too much"), mortal("no more", knowsStep: false)] {
      let found = try difference(on: session, old: mortal("no more"), new: new)
      #expect(found.step == 7 && found.lastAgreed == 6)
    }
  }
}
