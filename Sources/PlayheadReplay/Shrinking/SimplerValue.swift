import Foundation
import PlayheadCoding
package import PlayheadValues

/// Makes a value simpler, part by part, as long as it still passes.
///
/// Simpler means: no value, shorter texts and runs of bytes, fewer elements, numbers nearer to zero, dates
/// nearer to the beginning of 1970, `false`.
package struct SimplerValue {
  /// Whether a whole value passes. The search then goes on from it.
  package let holds: (Value) throws -> Bool

  /// A search for simpler values that pass `holds`.
  package init(_ holds: @escaping (Value) throws -> Bool) {
    self.holds = holds
  }

  /// Simplifies all parts of `value`, which passes. Returns the simplest value found.
  @discardableResult package func simplify(_ value: Value) throws -> Value {
    try simplify(value, in: value, at: [])
  }

  /// Simplifies the part at `place` of `whole`.
  private func simplify(
    _ part: Value, in whole: Value, at place: [StatePath.Component]
  ) throws -> Value {
    var whole = whole
    func isEnough(_ simpler: Value) throws -> Bool {
      guard let changed = whole.setting(place[...], to: simpler), try holds(changed) else {
        return false
      }
      whole = changed
      return true
    }
    if !place.isEmpty, part != .null, try isEnough(.null) { return whole }
    var part = part
    switch part {
    case .bool(true): _ = try isEnough(.bool(false))
    case .int(let number):
      try lower(number.magnitude) { try isEnough(.int(number.signum() * Int64($0))) }
    case .uint(let number): try lower(number) { try isEnough(.uint($0)) }
    case .int128(let number):
      try lower(number.magnitude) { try isEnough(.int128(number.signum() * Int128($0))) }
    case .uint128(let number): try lower(number) { try isEnough(.uint128($0)) }
    case .decimal:
      if let number = try? ValueDecoder(part).decode(Decimal.self) {
        try simplify(number) { try isEnough(.decimal(DecimalText.text(of: $0))) }
      }
    case .date(let date):
      try simplify(date.timeIntervalSince1970) {
        try isEnough(.date(Date(timeIntervalSince1970: $0)))
      }
    case .bytes(let bytes):
      try lower(UInt64(bytes.count)) { try isEnough(.bytes(Array(bytes.prefix(Int($0))))) }
    case .double(let number): try simplify(number) { try isEnough(.double($0)) }
    case .float(let number): try simplify(number) { try isEnough(.float($0)) }
    case .string(let text):
      try lower(UInt64(text.count)) { try isEnough(.string(String(text.prefix(Int($0))))) }
    case .list(let elements):
      part = .list(try fewer(elements) { try isEnough(.list($0)) })
    case .set(let elements):
      // Elements stay as they are, because simpler ones might be equal.
      _ = try fewer(elements) { try isEnough(.set($0)) }
      return whole
    case .dictionary(let entries):
      part = .dictionary(try fewer(entries) { try isEnough(.dictionary($0)) })
    default: break
    }
    for (component, inner) in part.namedParts {
      whole = try simplify(inner, in: whole, at: place + [component])
    }
    return whole
  }

  /// Finds the smallest number that passes, as if all above one did. `number` passes.
  private func lower<Number: UnsignedInteger>(
    _ number: Number, _ isEnough: (Number) throws -> Bool
  ) throws {
    guard number > 0, try !isEnough(0) else { return }
    var (tooSmall, enough): (Number, Number) = (0, number)
    while enough - tooSmall > 1 {
      let middle = tooSmall + (enough - tooSmall) / 2
      if try isEnough(middle) { enough = middle } else { tooSmall = middle }
    }
  }

  /// Tries zero, then a whole number, then whole numbers nearer to zero.
  private func simplify<Number: BinaryFloatingPoint>(
    _ number: Number, _ isEnough: (Number) throws -> Bool
  ) throws {
    guard number.isFinite, number != 0, try !isEnough(0) else { return }
    let whole = number.rounded(.towardZero)
    guard whole != 0, let size = UInt64(exactly: whole.magnitude),
      try whole == number || isEnough(whole)
    else { return }
    try lower(size) { try isEnough(whole < 0 ? -Number($0) : Number($0)) }
  }

  /// The same for a decimal number; tries fewer digits if it cannot be whole.
  private func simplify(_ number: Decimal, _ isEnough: (Decimal) throws -> Bool) throws {
    guard number.isFinite, !number.isZero, try !isEnough(0) else { return }
    func signed(_ digits: Decimal, _ exponent: Int = 0) -> Decimal {
      Decimal(sign: number.sign, exponent: exponent, significand: digits)
    }
    var (exact, whole) = (number.magnitude, Decimal())
    NSDecimalRound(&whole, &exact, 0, .down)
    if !whole.isZero, let digits = UInt128("\(whole)"),
      try whole == exact || isEnough(signed(whole))
    {
      return try lower(digits) { try isEnough(signed(Decimal(string: "\($0)") ?? whole)) }
    }
    guard let digits = UInt128("\(number.significand)") else { return }
    try lower(digits) {
      try isEnough(signed(Decimal(string: "\($0)") ?? number.significand, number.exponent))
    }
  }

  /// Leaves out elements in ever smaller groups, from the end to the beginning.
  private func fewer<Element>(
    _ elements: [Element], _ isEnough: ([Element]) throws -> Bool
  ) throws -> [Element] {
    guard !elements.isEmpty else { return elements }
    if try isEnough([]) { return [] }
    var elements = elements
    var size = elements.count / 2
    while size > 0 {
      var end = elements.count
      while end > 0 {
        let start = max(0, end - size)
        var rest = elements
        rest.removeSubrange(start..<end)
        if !rest.isEmpty, try isEnough(rest) { elements = rest }
        end = start
      }
      size /= 2
    }
    return elements
  }
}
