import PlayheadCoding

/// Decimal numbers as people write them, `9.99`, and as logs have them, `999e-2`.
extension DecimalText {
  /// More zeros than this before or after the digits are written as an exponent.
  private static let zeroLimit = 20

  /// The number of a log without an exponent, unless it is very large or very small: `9.99`, `1e100`.
  static func plain(_ text: String) -> String {
    guard canonical(text) == text, let (sign, digits, exponent) = parts(of: text) else {
      return text
    }
    if exponent >= 0 {
      return exponent > zeroLimit
        ? "\(sign)\(digits)e\(exponent)" : sign + digits + String(repeating: "0", count: exponent)
    }
    let point = digits.count + exponent
    if point > 0 { return sign + digits.prefix(point) + "." + digits.dropFirst(point) }
    guard -point <= zeroLimit else { return text }
    return sign + "0." + String(repeating: "0", count: -point) + digits
  }

  /// A number as a log has it, without zeros at the end of its digits: one text per number. `nil` for other texts.
  static func canonical(_ text: String) -> String? {
    guard let (sign, digits, exponent) = parts(of: text) else { return nil }
    if digits == "0" { return "0" }
    return exponent == 0 ? sign + digits : "\(sign)\(digits)e\(exponent)"
  }

  /// The same for a number that `Decimal` holds with all its digits; `nil` for others.
  static func exact(_ text: String) -> String? {
    guard let canonical = canonical(text), let number = decimal(from: canonical),
      self.text(of: number) == canonical
    else { return nil }
    return canonical
  }

  /// The sign, the digits without zeros at either end, and the exponent of ten.
  private static func parts(of text: String) -> (sign: String, digits: String, exponent: Int)? {
    let sign = text.hasPrefix("-") ? "-" : ""
    let pieces = text.dropFirst(sign.count).split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == "e" || $0 == "E" })
    let power = pieces.count == 2 ? Int(pieces[1].drop { $0 == "+" }) : pieces.count == 1 ? 0 : nil
    guard let power, power.magnitude < 1 << 32 else { return nil }
    let halves = pieces[0].split(separator: ".", omittingEmptySubsequences: false)
    guard halves.count <= 2,
      halves.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
    else { return nil }
    var digits = Substring(halves.joined())
    var exponent = power - (halves.count == 2 ? halves[1].utf8.count : 0)
    digits = digits.drop { $0 == "0" }
    while digits.last == "0" {
      digits.removeLast()
      exponent += 1
    }
    return digits.isEmpty ? (sign, "0", 0) : (sign, String(digits), exponent)
  }
}
