import PlayheadFlux
import PlayheadReplay
import Testing

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
