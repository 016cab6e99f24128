import FluxTesting
import Foundation
import PlayheadFlux
import PlayheadReading
import PlayheadLog
@testable import PlayheadReplay
import PlayheadValues
import Testing

@Suite struct ShrinkerTests {
  private func shrinker(
    _ session: Session, until text: String
  ) throws -> (replay: Replay, shrinker: Shrinker) {
    let replay = try session.replay()
    return (replay, try #require(try Shrinker(replay, until: Condition(text))))
  }

  /// The payloads of what is left, as JSON.
  private func payloads(_ branch: Branch) throws -> [String] {
    try (1...branch.lastStep.number).map { try branch.log.entry(at: Step($0)).payload().json }
  }

  @Test(arguments: 0..<(Soak.isOn ? 50 : 8) as Range<UInt64>)
  func `shrinking a generated session leaves only the actions that its condition needs`(
    seed: UInt64
  ) throws {
    var generator = SplitMix64(seed: seed)
    let keys = (0..<Int.random(in: 1...6, using: &generator)).map { _ in
      Int.random(in: 0...99, using: &generator)
    }
    let session = try Vault.session(keys, of: 200, seed: seed)
    let (replay, shrinker) = try shrinker(session, until: "state('vault.next') = \(keys.count)")
    try shrinker.run()
    #expect(try payloads(shrinker.best.branch(of: replay)) == keys.map { #"{"key":\#($0)}"# })
    #expect(replay.position <= session.log.lastStep && shrinker.trialCount < 200)
  }

  @Test func `shrinking keeps the actions that the condition needs and simplifies their payloads`()
    throws
  {
    let session = try Session(Vault.make([])) { dispatcher, _ in
      dispatcher.dispatch(Insert(coins: [100, 200], note: "lost"))
      dispatcher.dispatch(Press(key: 1))
      dispatcher.dispatch(Knock())
      dispatcher.dispatch(Press(key: 2))
      dispatcher.dispatch(Insert(coins: [20, 3, 500, 7], note: "a long note"))
      dispatcher.dispatch(Press(key: 3))
    }
    let (replay, shrinker) = try shrinker(session, until: "state('vault.coins') > 57")
    try shrinker.run()
    let branch = try shrinker.best.branch(of: replay)
    // The reply is an action of its own, and does without the knock.
    #expect(try payloads(branch) == ["{}", #"{"coins":[58]}"#])
    #expect(try branch.log.entry(at: 1).type.name.hasSuffix("Reply"))
  }

  @Test func `shrinking keeps payloads of early actions that the condition needs`() throws {
    let keys = Array(1...80)
    let session = try Vault.session(keys, of: keys.count, seed: 1)
    let (replay, shrinker) = try shrinker(session, until: "state('vault.next') = \(keys.count)")
    try shrinker.run()
    #expect(try payloads(shrinker.best.branch(of: replay)) == keys.map { #"{"key":\#($0)}"# })
  }
}

@Suite struct SimplerValueTests {
  @Test func `a trial session that is sent to another process arrives with the same payloads`()
    throws
  {
    let payload = Value.fields(
      ("price", .decimal("12345678901234567890123456789e-3")), ("count", .uint128(.max)),
      ("debt", .int128(.min)), ("day", .date(Date(timeIntervalSince1970: 1e9 / 3))),
      ("text", .string("👩‍👩‍👧")), ("data", .bytes([1, 2, 3])), ("ratio", .double(1 / 3)))
    let session = ShrunkSession([1]).with(payload, of: 1)
    let carried = try JSONDecoder().decode(
      ShrunkSession.self, from: JSONEncoder().encode(session))
    #expect(carried == session)
  }

  /// The simplest form of a value that still does, and how often was asked.
  private func simplest(
    _ value: Value, _ holds: @escaping (Value) -> Bool
  ) throws -> (value: Value, asked: Int) {
    var asked = 0
    var best = value
    let simpler = SimplerValue { candidate in
      asked += 1
      guard holds(candidate) else { return false }
      best = candidate
      return true
    }
    try simpler.simplify(value)
    return (best, asked)
  }

  @Test(arguments: [0, 1, 57, 58, 999, 1_000])
  func `a number shrinks to the smallest value that still meets the condition`(limit: Int64) throws
  {
    let record = Value.fields(("number", .int(1_000)), ("other", .int(-7)))
    let found = try simplest(record) { value in
      guard case .record(let fields) = value, case .int(let number) = fields[0].value else {
        return false
      }
      return number >= limit
    }
    #expect(found.value.json == #"{"number":\#(limit),"other":null}"# && found.asked < 20)
  }

  @Test func `extreme numbers, dates and bytes shrink in fewer than 300 tries`() throws {
    let values: [Value] = [
      .int(.min), .int(.max), .uint(.max), .double(.infinity), .double(.nan), .double(-1e300),
      .double(0.5), .float(-.greatestFiniteMagnitude), .double(-2.5), .int128(.min),
      .uint128(.max), .decimal("nan"), .decimal("-340282366920938463463374607431768211455e-128"),
      .decimal("99999999999999999999999999999999999999e127"), .decimal("0"),
      .date(Date(timeIntervalSince1970: .infinity)), .date(.distantPast), .bytes([]),
    ]
    for value in values {
      let record = Value.fields(("number", value))
      let found = try simplest(record) { value in
        if case .record(let fields) = value { fields[0].value != .null } else { false }
      }
      #expect(found.asked < 300)
      _ = try simplest(record) { _ in false }
    }
  }

  /// The number that a value of some kind stands for.
  private static func number(_ value: Value) -> Double? {
    switch value {
    case .int128(let number): Double(number)
    case .uint128(let number): Double(number)
    case .decimal(let text): Double(text)
    case .date(let date): date.timeIntervalSince1970
    case .bytes(let bytes): Double(bytes.count)
    default: nil
    }
  }

  @Test(
    arguments: [
      (.int128(-170_000_000_000_000_000_000_000), -7, .int128(-7)),
      (.uint128(.max), 8, .uint128(8)), (.decimal("12345e-3"), 7, .decimal("7")),
      (.decimal("123e20"), 10, .decimal("1e1")), (.decimal("99e-2"), 0.5, .decimal("5e-1")),
      (.decimal("-12345e-3"), -0.25, .decimal("-1")), (.decimal("12345e-3"), 0, .decimal("0")),
      (
        .date(Date(timeIntervalSince1970: 1_700_000_000.25)), 86_400,
        .date(Date(timeIntervalSince1970: 86_400))
      ),
      (.bytes([7, 8, 9, 10]), 2, .bytes([7, 8])),
    ] as [(Value, Double, Value)])
  func
    `a large number, a decimal, a date and bytes shrink to the simplest value that meets the condition`(
      value: Value, limit: Double, simple: Value
    ) throws
  {
    let found = try simplest(.fields(("it", value))) { whole in
      guard case .record(let fields) = whole, let number = Self.number(fields[0].value) else {
        return false
      }
      return limit < 0 ? number <= limit : number >= limit
    }
    #expect(found.value == .fields(("it", simple)))
  }

  @Test func `a list shrinks to the elements that the condition needs`() throws {
    let list = Value.fields(("list", .list((1...64).map { .int($0) })))
    let found = try simplest(list) { value in
      guard case .record(let fields) = value, case .list(let elements) = fields[0].value else {
        return false
      }
      return elements.contains(.int(5)) && elements.contains(.int(60))
    }
    #expect(found.value.json == #"{"list":[5,60]}"#)
  }

  @Test func `a text shrinks to the shortest beginning that still meets the condition`() throws {
    let found = try simplest(.fields(("text", .string("a rather long text, 👩‍👩‍👧")))) { value in
      guard case .record(let fields) = value, case .string(let text) = fields[0].value else {
        return false
      }
      return text.hasPrefix("a rat")
    }
    #expect(found.value.json == #"{"text":"a rat"}"#)
  }
}
