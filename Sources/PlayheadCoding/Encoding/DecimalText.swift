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
}
