import PlayheadFlux
import PlayheadLog
import PlayheadReading
import PlayheadRecorder
import PlayheadReplay
import PlayheadValues
import Testing

/// Two builds of a shop, in this process.
@Suite struct BuildComparisonTests {
  private typealias Change = PlayheadValues.Change
  private typealias Stores = () -> [any AnyStore]

  /// A session of so many sales, with a draw at the end.
  private func session(_ count: Int) throws -> Session {
    try Session(making(inputs: .live) { Shop.stores() }) { dispatcher, _ in
      Shop.shop(dispatcher, count, seed: 11)
      dispatcher.dispatch(Draw3())
      dispatcher.dispatch(Put(sku: "last", count: 2))
    }
  }

  /// What an app with these stores makes of the session.
  private func build(of session: Session, _ stores: @escaping Stores) -> LocalWorker {
    let make = making(inputs: .seeded(3, tick: 0.25), stores)
    return LocalWorker(session.log) { try DispatcherPlayer(make()) }
  }

  private func build(
    of session: Session, endingAt step: Step, _ reason: String, knowsStep: Bool
  ) -> MortalWorker {
    let make = making { Shop.stores() }
    return MortalWorker(session.log, diesAt: step, reason, knowsStep: knowsStep) {
      try DispatcherPlayer(make())
    }
  }

  private func compare(
    _ session: Session, _ old: any WorkerChannel, _ new: any WorkerChannel,
    keepsDiffs: Bool = false, _ decoding: DecodingPolicy = .usual
  ) throws -> ComparedBuilds {
    try BuildComparison(old: old, new: new, keepsDiffs: keepsDiffs)
      .result(on: ReplaySpec("session", decoding: decoding), session.log)
  }

  private func compare(
    _ session: Session, _ old: @escaping Stores, _ new: @escaping Stores,
    _ decoding: DecodingPolicy = .usual
  ) throws -> ComparedBuilds {
    try compare(session, build(of: session, old), build(of: session, new), decoding)
  }

  private func difference(_ compared: ComparedBuilds) throws -> BuildDifference {
    guard case .differs(let difference) = compared.verdict else {
      throw Unexpected(compared.verdict)
    }
    return difference
  }

  /// The shop in which a sale behind so many skus counts double.
  private func doubling(after count: Int) -> Stores {
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

  // MARK: What differs, and where

  /// Three stores that count up to a limit; the third has none.
  private static func counters(_ first: Int, _ second: Int) -> [any AnyStore] {
    [
      Store("first", 0).on(Bump.self) { $0 = min($0 + $1.by, first) },
      Store("second", 0).on(Bump.self) { $0 = min($0 + $1.by, second) },
      Store("third", 0).on(Bump.self) { $0 += $1.by },
    ]
  }

  @Test func `a comparison with full diffs covers each store's first differing step and the end`()
    throws
  {
    let session = try Session(making { Self.counters(10, 20) }) { dispatcher, _ in
      for _ in 0..<30 { dispatcher.dispatch(Bump()) }
    }
    let compared = try compare(
      session, build(of: session) { Self.counters(10, 20) },
      build(of: session) { Self.counters(12, 3) }, keepsDiffs: true)
    let differences = [try difference(compared)] + compared.later
    #expect(differences.flatMap { $0.causes.map(\.kind) } == [.place("second"), .place("first")])
    #expect(differences.map(\.step) == [4, 11])
    #expect(differences[0].lastAgreed == 3 && differences[0].action == Bump.actionName)
    #expect(differences.map { $0.diff?.changes.count } == [1, 1])
    #expect(compared.atEnd.map(\.step) == [30, 30])
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
    let compared = try compare(session, old, new, keepsDiffs: true)
    let first = try difference(compared)
    #expect(first.step == 0 && first.diff?.changes.map(\.path.description) == ["count.note"])
    #expect(
      compared.atEnd.flatMap { $0.diff?.changes.map(\.path.description) ?? [] }
        == ["count.count", "count.note"])
  }

  private struct Before: Codable, Sendable {
    struct Line: Codable, Sendable, Hashable {
      var sku: String
      var count: Int
    }
    var seen: Set<Line> = []
    var prices: [Line: Int] = [:]
    var total = 0
  }

  private struct After: Codable, Sendable {
    struct Line: Codable, Sendable, Hashable {
      var count: Int
      var sku: String
    }
    var total = 0
    var prices: [Line: Int] = [:]
    var seen: Set<Line> = []
  }

  @Test func `a value that differs beside reordered fields is reported at its own path`() throws {
    let before: Stores = {
      [
        Store("cart", Before()).on(Put.self) { cart, put in
          let line = Before.Line(sku: put.sku, count: put.count)
          cart.seen.insert(line)
          cart.prices[line] = put.count
          cart.total += put.count
        }
      ]
    }
    let after: Stores = {
      [
        Store("cart", After()).on(Put.self) { cart, put in
          let line = After.Line(count: put.count, sku: put.sku)
          cart.seen.insert(line)
          cart.prices[line] = put.count
          cart.total += put.count * (cart.seen.count > 12 ? 2 : 1)
        }
      ]
    }
    let session = try Session(making(before)) { dispatcher, _ in
      for number in 1...20 { dispatcher.dispatch(Put(sku: "s\(30 - number)", count: number)) }
    }
    let found = try difference(compare(session, before, after))
    #expect(found.step == 13)
    #expect(found.causes == [DifferenceCause(action: Put.actionName, .place("cart.total"))])
    guard case .values(let changes) = found.fact, let change = changes["cart.total"]?.change else {
      throw Unexpected(found)
    }
    #expect(change.old == .int(91) && change.new == .int(104))
  }

  // MARK: Builds that stop

  @Test func `a build that does not handle an action is reported as stopping there`() throws {
    let session = try session(20)
    let poor: Stores = {
      let dice = Store("dice", Dice()).on(Tick.self) { _, _ in }
      return Shop.stores().prefix(2) + [dice]
    }
    let found = try difference(compare(session, { Shop.stores() }, poor))
    let draws = try #require(
      try (1...session.log.lastStep.number).map { Step($0) }
        .first { try session.log.entry(at: $0).type.name == Draw3.actionName })
    guard case .stops(old: nil, new: let stop?) = found.fact else { throw Unexpected(found) }
    #expect(stop == BuildStop(.incompatible, at: draws, "no store of the app handles it"))
    #expect(found.step == draws && found.action == Draw3.actionName)
    #expect(found.lastAgreed == draws.previous)
    // Both stop there.
    guard case .same(let common) = try compare(session, poor, poor).verdict else {
      throw Unexpected("they differ")
    }
    #expect(common == stop)
  }

  @Test(arguments: [true, false])
  func `a build that exits or crashes is reported with its step, after earlier differences`(
    knowsStep: Bool
  ) throws {
    let session = try session(150)
    func mortal(at step: Step = 133) -> MortalWorker {
      build(of: session, endingAt: step, "no more", knowsStep: knowsStep)
    }
    let whole = build(of: session) { Shop.stores() }
    let found = try difference(compare(session, whole, mortal()))
    #expect(found.step == 133 && found.lastAgreed == 132)
    #expect(found.action == (try session.log.entry(at: 133).type.name))
    guard case .stops(old: nil, new: let stop?) = found.fact else { throw Unexpected(found) }
    #expect(stop == BuildStop(knowsStep ? .trap : .end, at: 133, "no more"))
    // Both alike, at the same action.
    guard case .same(stop: _?) = try compare(session, mortal(), mortal()).verdict else {
      throw Unexpected("they differ")
    }
    // In the round in which it ends, they have differed before.
    let late = doubling(after: 16)
    let first = try difference(
      compare(session, build(of: session) { Shop.stores() }, build(of: session, late)))
    let earlier = try difference(
      compare(session, build(of: session, late), mortal(at: first.step.next)))
    #expect(earlier.step == first.step && earlier.lastAgreed == first.lastAgreed)
    #expect(earlier.causes == first.causes)
  }

  @Test func `builds that stop at one action differ if the reason or the kind of stop differs`()
    throws
  {
    let session = try session(20)
    for (reason, knowsStep) in [("too much", true), ("no more", false)] {
      let old = build(of: session, endingAt: 7, "no more", knowsStep: true)
      let new = build(of: session, endingAt: 7, reason, knowsStep: knowsStep)
      let found = try difference(compare(session, old, new))
      #expect(found.step == 7 && found.lastAgreed == 6)
    }
  }

  // MARK: Builds with other stores

  private static func counting(_ name: String, by step: Int = 1) -> any AnyStore {
    Store(name, 0).on(Put.self) { count, _ in count += step }
  }

  @Test func `two builds are compared by the stores that both have, whatever their order`() throws {
    let session = try Session(making { [Self.counting("a"), Self.counting("b")] }) {
      dispatcher, _ in for _ in 0..<5 { dispatcher.dispatch(Put()) }
    }
    let compared = try compare(
      session, { [Self.counting("a"), Self.counting("b"), Self.counting("old")] },
      { [Self.counting("new"), Self.counting("b", by: 2), Self.counting("a")] }, .salvage)
    let causes = try difference(compared).causes
    #expect(causes == [DifferenceCause(action: Put.actionName, .place("b"))])
    #expect(compared.onlyInOneBuild.stores.old == ["old"])
    #expect(compared.onlyInOneBuild.stores.new == ["new"])
    #expect(compared.onlyInOneBuild.steps.isEmpty && !compared.onlyInOneBuild.isEmpty)
    let error = #expect(throws: NothingInCommon.self) {
      try compare(session, { [Self.counting("old")] }, { [Self.counting("new")] }, .salvage)
    }
    #expect(error?.onlyInOneBuild.stores.old == ["old"])
    #expect(error?.onlyInOneBuild.stores.new == ["new"])
  }

  // MARK: Gaps

  /// A number that is read as 5 where it is larger.
  private struct Narrow: Codable, Sendable {
    var number = 0
    init() {}
    init(from decoder: any Decoder) throws {
      number = min(try decoder.singleValueContainer().decode(Int.self), 5)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(number)
    }
  }

  /// Of a session of 20 sales of 5, 10 that were not recorded, and 5 more.
  private func differenceAroundGap(_ new: @escaping Stores) throws -> BuildDifference {
    let stores: Stores = { [Self.counting("count", by: 5)] }
    let session = try Session(making(stores)) { dispatcher, recorder in
      for _ in 0..<20 { dispatcher.dispatch(Put()) }
      recorder.pause()
      for _ in 0..<10 { dispatcher.dispatch(Put()) }
      recorder.resume()
      for _ in 0..<5 { dispatcher.dispatch(Put()) }
    }
    #expect(session.log.steps == [1...20, 31...35])
    return try difference(compare(session, stores, new))
  }

  @Test func `a difference in the state after a gap is attributed to the gap`() throws {
    let found = try differenceAroundGap {
      [Store("count", Narrow()).on(Put.self) { count, _ in count.number += 5 }]
    }
    #expect(found.step == 30 && found.lastAgreed == 20)
    #expect(found.action == nil && found.isAfterGap)
    #expect(found.causes == [DifferenceCause(action: nil, isAfterGap: true, .place("count"))])
  }

  @Test func `a build that cannot decode the state after a gap stops there, without an action`()
    throws
  {
    let found = try differenceAroundGap {
      [Store("count", Int8(0)).on(Put.self) { count, _ in count += 5 }]
    }
    #expect(found.step == 30 && found.lastAgreed == 20)
    #expect(found.action == nil && found.isAfterGap)
    guard case .stops(old: nil, new: let stop?) = found.fact else { throw Unexpected(found) }
    #expect(stop.kind == .incompatible && stop.reason.contains("store 'count'"), "\(stop)")
  }

  @Test func `a difference at an action after a gap is attributed to that action`() throws {
    let found = try differenceAroundGap {
      [Store("count", 0).on(Put.self) { count, _ in count += count == 160 ? 7 : 5 }]
    }
    #expect(found.step == 33 && found.lastAgreed == 32)
    #expect(found.action == Put.actionName && !found.isAfterGap)
  }
}
