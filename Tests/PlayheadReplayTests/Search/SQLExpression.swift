import PlayheadCoding
import PlayheadFlux
import PlayheadValues

/// A value of SQL's, and how two of them compare where no column says what type they have.
enum SQLValue: Equatable {
  case null
  case number(Double)
  case text(String)

  init(_ value: Value?) {
    switch value {
    case .bool(let truth): self = .number(truth ? 1 : 0)
    case .int(let number): self = .number(Double(number))
    case .uint(let number): self = .number(Double(number))
    case .double(let number): self = .number(number)
    case .string(let text): self = .text(text)
    default: self = .null
    }
  }

  init(_ truth: Bool?) { self = truth.map { .number($0 ? 1 : 0) } ?? .null }

  /// Whether it counts as true; nil if that is not known. Texts are not asked here.
  var truth: Bool? {
    if case .number(let number) = self { number != 0 } else { nil }
  }

  /// Numbers come before texts; nothing is known of what is nothing.
  func isLess(than other: SQLValue) -> Bool? {
    switch (self, other) {
    case (.null, _), (_, .null): nil
    case (.number(let a), .number(let b)): a < b
    case (.text(let a), .text(let b)): a.utf8.lexicographicallyPrecedes(b.utf8)
    case (.number, .text): true
    case (.text, .number): false
    }
  }
}

/// An expression by chance: as SQL writes it, with no more brackets than it takes, and what it gives.
indirect enum SQLExpression {
  case literal(SQLValue)
  /// What is asked of a step, by its text.
  case asked(String)
  case binary(SQLExpression, String, SQLExpression)
  case not(SQLExpression)
  case isNull(SQLExpression, isNot: Bool)
  case between(SQLExpression, SQLExpression, SQLExpression)
  case oneOf(SQLExpression, [SQLExpression])
  case choice(when: SQLExpression, then: SQLExpression, otherwise: SQLExpression?)
  case coalesce(SQLExpression, SQLExpression)

  // MARK: Text

  var text: String {
    switch self {
    case .literal(.null): "null"
    case .literal(.number(let number)): number == number.rounded() ? "\(Int(number))" : "\(number)"
    case .literal(.text(let text)): "'\(text)'"
    case .asked(let text): text
    case .binary(let left, let sign, let right):
      "\(left.text(above: level)) \(sign) \(right.text(above: level + 1))"
    case .not(let other): "not \(other.text(above: level))"
    case .isNull(let other, let isNot): "\(other.text(above: 4)) is \(isNot ? "not " : "")null"
    case .between(let value, let low, let high):
      "\(value.text(above: 5)) between \(low.text(above: 5)) and \(high.text(above: 5))"
    case .oneOf(let value, let list):
      "\(value.text(above: 5)) in (\(list.map(\.text).joined(separator: ", ")))"
    case .choice(let condition, let then, let otherwise):
      "case when \(condition.text) then \(then.text)\(otherwise.map { " else \($0.text)" } ?? "") end"
    case .coalesce(let first, let second): "coalesce(\(first.text), \(second.text))"
    }
  }

  private func text(above level: Int) -> String { self.level < level ? "(\(text))" : text }

  /// How tightly it binds.
  private var level: Int {
    switch self {
    case .binary(_, let sign, _):
      switch sign {
      case "or": 1
      case "and": 2
      case "=", "<>", "is", "is not": 4
      case "<", "<=", ">", ">=": 5
      case "+", "-": 6
      default: 7
      }
    case .not: 3
    case .isNull, .between, .oneOf: 4
    case .literal, .asked, .choice, .coalesce: 9
    }
  }

  // MARK: Value

  /// What it gives where `ask` says what is asked of the step.
  func value(_ ask: (String) -> SQLValue) -> SQLValue {
    switch self {
    case .literal(let value): value
    case .asked(let text): ask(text)
    case .binary(let left, let sign, let right):
      Self.combine(left.value(ask), sign, right.value(ask))
    case .not(let other): SQLValue(other.value(ask).truth.map { !$0 })
    case .isNull(let other, let isNot): SQLValue((other.value(ask) == .null) != isNot)
    case .between(let value, let low, let high):
      Self.combine(
        Self.combine(value.value(ask), ">=", low.value(ask)), "and",
        Self.combine(value.value(ask), "<=", high.value(ask)))
    case .oneOf(let value, let list):
      list.map { Self.combine(value.value(ask), "=", $0.value(ask)) }
        .reduce(.number(0)) { Self.combine($0, "or", $1) }
    case .choice(let condition, let then, let otherwise):
      condition.value(ask).truth == true ? then.value(ask) : otherwise?.value(ask) ?? .null
    case .coalesce(let first, let second):
      first.value(ask) == .null ? second.value(ask) : first.value(ask)
    }
  }

  private static func combine(_ left: SQLValue, _ sign: String, _ right: SQLValue) -> SQLValue {
    switch sign {
    case "and":
      if left.truth == false || right.truth == false { return SQLValue(false) }
      return SQLValue(left.truth == nil || right.truth == nil ? nil : true)
    case "or":
      if left.truth == true || right.truth == true { return SQLValue(true) }
      return SQLValue(left.truth == nil || right.truth == nil ? nil : false)
    case "is": return SQLValue(left == right)
    case "is not": return SQLValue(left != right)
    case "=": return left == .null || right == .null ? .null : SQLValue(left == right)
    case "<>": return left == .null || right == .null ? .null : SQLValue(left != right)
    case "<": return SQLValue(left.isLess(than: right))
    case ">": return SQLValue(right.isLess(than: left))
    case "<=": return SQLValue(right.isLess(than: left).map { !$0 })
    case ">=": return SQLValue(left.isLess(than: right).map { !$0 })
    default:
      guard case (.number(let a), .number(let b)) = (left, right) else { return .null }
      return .number(sign == "+" ? a + b : sign == "-" ? a - b : a * b)
    }
  }
}

/// Expressions by chance.
struct SQLExpressions {
  var random: Seeded
  let numbers: [String]
  let texts: [String]

  /// One that is true or false.
  mutating func truth(_ depth: Int) -> SQLExpression {
    if depth == 0 { return .binary(number(0), pick(["=", "<", ">", "<=", ">=", "<>"]), number(0)) }
    switch Int.random(in: 0..<11, using: &random) {
    case 0, 1: return .binary(truth(depth - 1), "and", truth(depth - 1))
    case 2, 3: return .binary(truth(depth - 1), "or", truth(depth - 1))
    case 4: return .not(truth(depth - 1))
    case 5: return .isNull(any(depth - 1), isNot: Bool.random(using: &random))
    case 6: return .between(any(depth - 1), any(depth - 1), any(depth - 1))
    case 7: return .oneOf(any(depth - 1), [any(0), any(0), any(0)])
    case 8: return .binary(any(depth - 1), pick(["is", "is not"]), any(depth - 1))
    default:
      return .binary(any(depth - 1), pick(["=", "<", ">", "<=", ">=", "<>"]), any(depth - 1))
    }
  }

  private mutating func any(_ depth: Int) -> SQLExpression {
    Int.random(in: 0..<3, using: &random) == 0 ? text() : number(depth)
  }

  private mutating func text() -> SQLExpression {
    Bool.random(using: &random)
      ? .asked(pick(texts)) : .literal(pick([.text("Add"), .text("A-2"), .text("10"), .null]))
  }

  private mutating func number(_ depth: Int) -> SQLExpression {
    switch Int.random(in: 0..<(depth == 0 ? 5 : 10), using: &random) {
    case 0, 1: return .literal(pick([.number(0), .number(1), .number(3), .number(30.5), .null]))
    case 2, 3, 4: return .asked(pick(numbers))
    case 5, 6: return .binary(number(depth - 1), pick(["+", "-", "*"]), number(depth - 1))
    case 7: return .coalesce(number(depth - 1), number(depth - 1))
    case 8: return truth(depth - 1)
    default:
      let otherwise = Bool.random(using: &random) ? number(depth - 1) : nil
      return .choice(when: truth(depth - 1), then: number(depth - 1), otherwise: otherwise)
    }
  }

  private mutating func pick<T>(_ list: [T]) -> T {
    list[Int.random(in: 0..<list.count, using: &random)]
  }
}
