import PlayheadFlux
import PlayheadLog
import PlayheadReading
import PlayheadReplay
import PlayheadValues
import Testing

/// What conditions can ask for, and what SQL makes of it.
@Suite struct ConditionTests {
  private let asking: Asking

  init() throws { asking = try Asking() }

  @Test(arguments: [
    ("step = 3", [3]), ("step between 2 and 4", [2, 3, 4]), ("type = 'Note'", [2, 4, 6]),
    ("type is null", [0]), ("time = 0", [0, 1, 2, 3, 4, 5, 6, 7]), ("cause is not null", []),
    ("payload->>'price' > 20", [5, 7]), ("payload->>'isUrgent'", [4]),
    ("payload->>'$.text' = 'note 2'", [4]), ("payload like '%A-3%'", [5]),
    ("json_extract(payload, '$.sku') in ('A-1', 'A-4')", [1, 7]),
    ("state('cart.total') > 30", [5, 6, 7]), ("state('cart.isFull')", [7]),
    ("state('cart.isFull') = 0 and step > 4", [5, 6]), ("state('cart.last') is null", [0]),
    ("before('cart.total') = 30", [4, 5]), ("before('cart.last') is null and step", [1]),
    ("changed('cart.total')", [1, 3, 5, 7]), ("changed('notes')", [2, 4, 6]),
    ("changed('cart.items[1]')", [3]), ("not changed('')", []),
    ("state('cart.items[1]') = 'A-2' and type = 'Note'", [4, 6]),
    ("exists (select 1 from json_each(state('cart.items')) where value = 'A-3')", [5, 6, 7]),
    ("(select count(*) from json_each(state('notes.texts'))) = 2", [4, 5]),
    ("'A-2' in (select value from json_each(state('cart.items')))", [3, 4, 5, 6, 7]),
    ("exists (values (state('cart.isFull'))) and (values (state('cart.isFull')))", [7]),
    ("step in (state('cart.total') / 10, 2)", [0, 1, 2, 3, 6]),
    ("case type when 'Add' then step > 4 else step < 3 end", [0, 2, 5, 7]),
    ("state('ca' || 'rt.total') > 90", [7]), ("state(null)", []),
    ("\"type\" = 'Note' and [step] < 3", [2]),
    ("date('1970-01-01') < 'date()' and time('00:00') <> '(''now'')' /* date() */", Array(0...7)),
    ("date(time, 'unixepoch') = '1970-01-01' and strftime('%s', '1970-01-01') = '0'", Array(0...7)),
    ("date('n' || 'ow') is null and strftime('%' || 's') is null", Array(0...7)),
    ("date('1970-01-01') = '1970-01-01' and julianday((select 'now')) is null", Array(0...7)),
    ("type = 'now' or time(12.5) = '00:00:00'", [0, 1, 2, 3, 4, 5, 6, 7]),
    ("null is null and not null is null", []), ("-1 < 0 -- a comment", Array(0...7)),
    ("2 in (1, 2) or null", Array(0...7)), ("null or 0", []), ("'10' = 10", []),
    ("'3 apples'", [0, 1, 2, 3, 4, 5, 6, 7]), ("'apples'", []), ("0.5", [0, 1, 2, 3, 4, 5, 6, 7]),
  ])
  func `a condition holds at the steps where SQL evaluates it as true`(
    text: String, steps: [UInt64]
  ) throws {
    #expect(try asking.steps(where: text) == steps)
  }

  @Test(arguments: [
    ("step", Answer.integer(5)), ("type", .text("Add")), ("time", .real(0)), ("cause", .null),
    ("payload", .json(#"{"sku":"A-3","price":30.0}"#)), ("payload->>'price'", .real(30)),
    ("payload->'price'", .json("30.0")), ("state('cart.total')", .real(60)),
    ("state('cart.items')", .json(#"["A-1","A-2","A-3"]"#)), ("state('cart.isFull')", .integer(0)),
    ("state('cart.items[7].sku')", .null), ("before('cart.total')", .real(30)),
    ("changed('cart.total')", .integer(1)), ("changed('notes.texts')", .integer(0)),
    ("x'0102'", .bytes([1, 2])), ("state('nothing' || '.here')", .null),
    (
      "state('cart')",
      .json(#"{"items":["A-1","A-2","A-3"],"total":60.0,"isFull":false,"last":"A-3"}"#)
    ),
  ])
  func `an expression evaluates to the column or state value of its step`(
    text: String, answer: Answer
  ) throws {
    #expect(try asking.answer(text, at: 5) == answer)
  }

  @Test(
    arguments: [
      ("state('cart.total') > 1", []), ("state('cart.total') is null", [1]),
      ("json_extract(state('cart'), '$.total') > 1", []), ("payload->>'price' > 1", []),
      ("type is not null and payload->>'price' is null", [1]),
    ] as [(String, [Step])])
  func `NaN is NULL and greater than no number, also within JSON`(
    text: String, expected: [Step]
  ) throws {
    let session = try Session(Asking.make) { dispatcher, _ in
      dispatcher.dispatch(Asking.Add(sku: "A", price: .nan))
    }
    let search = try Search(session.log, for: Condition(text), with: session.replay())
    #expect(try search.steps(in: 0...1) == expected)
  }

  @Test
  func `in a condition at step 0, 'type', 'payload', 'cause', 'before' and 'changed' are NULL`()
    throws
  {
    for text in ["type", "payload", "cause", "before('cart')", "changed('cart')"] {
      #expect(try asking.answer(text, at: 0) == .null, "\(text)")
    }
    #expect(try asking.answer("step", at: 0) == .integer(0))
    #expect(try asking.answer("time", at: 0) == .real(0))
    #expect(try asking.answer("state('cart.total')", at: 0) == .real(0))
  }
}

/// Conditions by chance: they hold where sets of steps say.
@Suite struct RandomConditionTests {
  private typealias Known = (text: String, steps: Set<UInt64>)

  private static let atoms: [Known] = [
    ("step > 3", [4, 5, 6, 7]), ("coalesce(type = 'Note', 0)", [2, 4, 6]),
    ("coalesce(payload->>'price' > 20, 0)", [5, 7]), ("coalesce(payload->>'isUrgent', 0)", [4]),
    ("state('cart.total') > 30", [5, 6, 7]), ("state('cart.isFull')", [7]),
    ("coalesce(before('cart.total') = 30, 0)", [4, 5]),
    ("coalesce(changed('notes'), 0)", [2, 4, 6]),
  ]

  private static func condition(_ depth: Int, _ generator: inout Seeded) -> Known {
    guard depth > 0 else { return atoms.randomElement(using: &generator) ?? atoms[0] }
    let first = condition(depth - 1, &generator)
    let second = condition(Int.random(in: 0..<depth, using: &generator), &generator)
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: return ("not (\(first.text))", Set(0...7).subtracting(first.steps))
    case 1:
      let text = "case when \(first.text) then \(second.text) else 0 end"
      return (text, first.steps.intersection(second.steps))
    case 2:
      return ("(\(first.text)) or (\(second.text))", first.steps.union(second.steps))
    default:
      return ("(\(first.text)) and (\(second.text))", first.steps.intersection(second.steps))
    }
  }

  @Test(arguments: [1, 2] as [UInt64])
  func `a random condition holds at the steps at which its parts say so`(seed: UInt64) throws {
    let asking = try Asking()
    var generator = Seeded(seed: seed)
    for _ in 0..<100 {
      let (text, steps) = Self.condition(4, &generator)
      #expect(try asking.steps(where: text) == steps.sorted(), "\(text)")
    }
  }
}
