import PlayheadCoding
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadReplay
import PlayheadValues
import Testing

/// Conditions by chance, evaluated by SQLite and, from the live states and the log's actions, in Swift.
@Suite struct RandomConditionTests {
  private static let numbers = [
    "step", "time", "cause", "payload->>'price'", "payload->>'isUrgent'", "state('cart.total')",
    "before('cart.total')", "state('cart.isFull')", "changed('cart.total')", "changed('notes')",
  ]
  private static let texts = [
    "type", "payload->>'sku'", "payload->>'text'", "state('cart.last')", "before('cart.last')",
    "state('cart.items[1]')", "before('notes.texts[0]')",
  ]

  @Test(arguments: [1, 2] as [UInt64])
  func `SQLite and Swift agree on random conditions`(seed: UInt64) throws {
    let asking = try Asking()
    let oracle = try (0...7).map { try facts(of: asking, at: $0) }
    var expressions = SQLExpressions(
      random: Seeded(seed: seed), numbers: Self.numbers, texts: Self.texts)
    var held = 0
    for _ in 0..<150 {
      let expression = expressions.truth(4)
      let expected = oracle.indices.filter { step in
        expression.value { oracle[step][$0] ?? .null }.truth == true
      }
      let text = expression.text
      #expect(try asking.steps(where: text) == expected.map { UInt64($0) }, "\(text)")
      held += expected.count
    }
    // As often true as not, or nothing was tried.
    #expect((150...1_050).contains(held))
  }

  /// What is asked of a step, told by the log's tree of its action and the states as they were live.
  private func facts(of asking: Asking, at step: UInt64) throws -> [String: SQLValue] {
    let (now, before) = (asking.session.live[step], step > 0 ? asking.session.live[step - 1] : nil)
    let entry = step > 0 ? try asking.log.entry(at: Step(step)) : nil
    let payload = try entry?.payload()
    var facts: [String: SQLValue] = [
      "step": .number(Double(step)), "time": .number(0), "cause": .null,
      "type": entry.map { .text($0.type.name) } ?? .null,
    ]
    for text in Self.numbers + Self.texts where text.contains("'") {
      let place = text.split(separator: "'")[1]
      switch text.prefix(3) {
      case "pay": facts[text] = SQLValue(payload?[String(place)])
      case "sta": facts[text] = SQLValue(now?.value(at: try StatePath(String(place))))
      case "bef": facts[text] = SQLValue(before?.value(at: try StatePath(String(place))))
      default:
        let path = try StatePath(String(place))
        facts[text] = SQLValue(before.map { $0.value(at: path) != now?.value(at: path) })
      }
    }
    return facts
  }
}
