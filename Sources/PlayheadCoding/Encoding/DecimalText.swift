package import Foundation

/// A decimal number as text, one text per number: `10` and `1e1` are equal and give `1e1`.
package enum DecimalText {
  package static func text(of decimal: Decimal) -> String {
    if decimal.isNaN { return "nan" }
    var digits = decimal.significand.description
    var exponent = decimal.exponent
    while digits.count > 1, digits.hasSuffix("0") {
      digits.removeLast()
      exponent += 1
    }
    if digits == "0" { return "0" }
    let sign = decimal.sign == .minus ? "-" : ""
    return exponent == 0 ? sign + digits : "\(sign)\(digits)e\(exponent)"
  }

  package static func decimal(from text: String) -> Decimal? {
    if text == "nan" { return .nan }
    let parts = text.split(separator: "e", omittingEmptySubsequences: false)
    let exponent = parts.count == 2 ? Int(parts[1]) : parts.count == 1 ? 0 : nil
    let isNegative = text.hasPrefix("-")
    let digits = parts[0].drop { $0 == "-" }
    // A decimal has at most 39 digits and a signed byte for its exponent; the text of one with
    // zeros at its end has those in the exponent.
    guard let exponent, (-128...(127 + 38)).contains(exponent) else { return nil }
    let zeros = max(exponent - 127, 0)
    guard (1...39).contains(digits.utf8.count + zeros),
      digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let significand = Decimal(string: digits + String(repeating: "0", count: zeros))
    else { return nil }
    return Decimal(
      sign: isNegative ? .minus : .plus, exponent: exponent - zeros, significand: significand)
  }
}
