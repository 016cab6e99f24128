import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import PlayheadReading
import PlayheadRecorder
import PlayheadReplay
import PlayheadValues
import Testing

/// Builds of a shop that have other stores, other types, or something missing in the log.
@Suite struct UnlikeBuildsTests {
  private typealias Stores = () -> [any AnyStore]

  private func result(
    _ session: Session, _ old: @escaping Stores, _ new: @escaping Stores,
    _ decoding: DecodingPolicy = .usual
  ) throws -> ComparedBuilds {
    let builds = [old, new].map { stores in
      LocalWorker(session.log) { try DispatcherPlayer(making(stores)()) }
    }
    return try BuildComparison(old: builds[0], new: builds[1])
      .result(on: ReplaySpec("session", decoding: decoding), session.log)
  }

  private func difference(_ compared: ComparedBuilds) -> BuildDifference? {
    if case .differs(let difference) = compared.verdict { difference } else { nil }
  }

  // MARK: Stores

  private static func counting(_ name: String, by step: Int = 1) -> any AnyStore {
    Store(name, 0).on(Put.self) { count, _ in count += step }
  }

  private func puts(_ names: String...) throws -> Session {
    try Session(making { names.map { Self.counting($0) } }) { dispatcher, _ in
      for _ in 0..<5 { dispatcher.dispatch(Put()) }
    }
  }

  @Test
  func `comparing two builds names a store that only one of them has but does not compare it`()
    throws
  {
    let compared = try result(
      try puts("a"), { [Self.counting("a"), Self.counting("old")] },
      { [Self.counting("new"), Self.counting("a")] }, .salvage)
    #expect(difference(compared) == nil)
    #expect(
      compared.onlyInOneBuild.stores.old == ["old"] && compared.onlyInOneBuild.stores.new == ["new"]
    )
    #expect(compared.onlyInOneBuild.steps.isEmpty && !compared.onlyInOneBuild.isEmpty)
  }

  @Test func `stores that both builds have are compared whatever their order`() throws {
    let compared = try result(
      try puts("a", "b"), { [Self.counting("a"), Self.counting("b")] },
      { [Self.counting("b", by: 2), Self.counting("a")] })
    #expect(difference(compared)?.causes == [DifferenceCause(action: Put.actionName, .place("b"))])
    #expect(compared.onlyInOneBuild.isEmpty)
  }

  @Test func `builds without a common store cannot be compared`() throws {
    let session = try puts("a")
    let error = #expect(throws: NothingInCommon.self) {
      try result(session, { [Self.counting("old")] }, { [Self.counting("new")] }, .salvage)
    }
    #expect(
      error?.onlyInOneBuild.stores.old == ["old"] && error?.onlyInOneBuild.stores.new == ["new"])
  }

  // MARK: The order of fields

  private struct Before: Codable, Sendable {
    struct Line: Codable, Sendable, Hashable {
      var sku: String
      var count: Int
    }
    var lines: [Line] = []
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
    var lines: [Line] = []
  }

  private static func before() -> [any AnyStore] {
    [
      Store("cart", Before()).on(Put.self) { cart, put in
        let line = Before.Line(sku: put.sku, count: put.count)
        cart.lines.append(line)
        cart.seen.insert(line)
        cart.prices[line] = put.count
        cart.total += put.count
      }
    ]
  }

  private static func after(doublesBehind limit: Int) -> [any AnyStore] {
    [
      Store("cart", After()).on(Put.self) { cart, put in
        let line = After.Line(count: put.count, sku: put.sku)
        cart.lines.append(line)
        cart.seen.insert(line)
        cart.prices[line] = put.count
        cart.total += put.count * (cart.lines.count > limit ? 2 : 1)
      }
    ]
  }

  private func sales() throws -> Session {
    try Session(making { Self.before() }) { dispatcher, _ in
      for number in 1...20 { dispatcher.dispatch(Put(sku: "s\(30 - number)", count: number)) }
    }
  }

  @Test func `a value that differs beside reordered fields is reported at its own path`() throws {
    let found = difference(
      try result(try sales(), { Self.before() }, { Self.after(doublesBehind: 12) }))
    #expect(found?.step == 13)
    #expect(found?.causes == [DifferenceCause(action: Put.actionName, .place("cart.total"))])
    guard case .values(let changes)? = found?.fact else {
      Issue.record("\(String(describing: found))")
      return
    }
    #expect(
      changes["cart.total"]?.change.old == .int(91)
        && changes["cart.total"]?.change.new == .int(104))
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

  /// A number that is not read where it is larger than 5.
  private struct Strict: Codable, Sendable {
    var number = 0

    init() {}

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      number = try container.decode(Int.self)
      guard number <= 5 else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "it is too large")
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(number)
    }
  }

  /// 20 sales, 10 that were not recorded, and 5 more.
  private func interrupted() throws -> Session {
    try Session(making { [Self.counting("count")] }) { dispatcher, recorder in
      for _ in 0..<20 { dispatcher.dispatch(Put()) }
      recorder.pause()
      for _ in 0..<10 { dispatcher.dispatch(Put()) }
      recorder.resume()
      for _ in 0..<5 { dispatcher.dispatch(Put()) }
    }
  }

  @Test func `a difference in the state after a gap is attributed to the gap`() throws {
    let session = try interrupted()
    #expect(session.log.steps == [1...20, 31...35])
    let narrow: Stores = {
      [Store("count", Narrow()).on(Put.self) { count, _ in count.number += 1 }]
    }
    let found = difference(try result(session, { [Self.counting("count")] }, narrow))
    #expect(found?.step == 30 && found?.lastAgreed == 20)
    #expect(found?.action == nil && found?.isAfterGap == true)
    #expect(
      found?.causes == [DifferenceCause(action: nil, isAfterGap: true, .place("count"))])
    #expect(found?.causes != [DifferenceCause(action: nil, .place("count"))])
  }

  @Test func `a build that cannot decode the state after a gap stops there, without an action`()
    throws
  {
    let strict: Stores = {
      [Store("count", Strict()).on(Put.self) { count, _ in count.number += 1 }]
    }
    let found = difference(try result(try interrupted(), { [Self.counting("count")] }, strict))
    #expect(found?.step == 30 && found?.lastAgreed == 20)
    #expect(found?.action == nil && found?.isAfterGap == true)
    guard case .stops(old: nil, new: let stop?)? = found?.fact else {
      Issue.record("\(String(describing: found))")
      return
    }
    #expect(stop.kind == .incompatible && stop.reason.contains("store 'count'"), "\(stop)")
  }

  @Test func `a difference at an action after a gap is attributed to that action`() throws {
    let stores: Stores = {
      [Store("count", 0).on(Put.self) { count, _ in count += count == 32 ? 2 : 1 }]
    }
    let found = difference(
      try result(try interrupted(), { [Self.counting("count")] }, stores))
    #expect(found?.step == 33 && found?.lastAgreed == 32)
    #expect(found?.action == Put.actionName && found?.isAfterGap == false)
  }
}
