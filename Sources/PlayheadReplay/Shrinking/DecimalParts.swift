/// A decimal number as a tree has it, in its parts: `-12e-1`.
struct DecimalParts: Equatable {
  private(set) var isNegative: Bool
  /// At most 39 digits, of which the largest that fit are the decimals' own.
  private(set) var digits: UInt128
  private(set) var exponent: Int

  /// The parts of a text; nil if it stands for no number.
  init?(_ text: String) {
    let parts = text.split(separator: "e", omittingEmptySubsequences: false)
    let digits = parts[0].drop { $0 == "-" }
    // Of a decimal it is a signed byte, and the zeros at the end of the digits.
    guard parts.count <= 2, let number = UInt128(digits),
      let exponent = parts.count == 2 ? Int(parts[1]) : 0, (-128...165).contains(exponent)
    else { return nil }
    (isNegative, self.digits, self.exponent) = (text.hasPrefix("-"), number, exponent)
  }

  /// As there is one text for each number: without zeros at the end of its digits.
  var text: String {
    var (digits, exponent) = (digits, exponent)
    guard digits > 0 else { return "0" }
    while digits % 10 == 0 { (digits, exponent) = (digits / 10, exponent + 1) }
    return (isNegative ? "-" : "") + (exponent == 0 ? "\(digits)" : "\(digits)e\(exponent)")
  }

  /// Without what is behind the point; the same where the number is too large to be written as a whole one.
  var whole: DecimalParts {
    var whole = self
    while whole.exponent < 0 {
      (whole.digits, whole.exponent) = (whole.digits / 10, whole.exponent + 1)
    }
    while whole.exponent > 0 {
      let (larger, isTooLarge) = whole.digits.multipliedReportingOverflow(by: 10)
      // A decimal has so many digits.
      guard !isTooLarge, larger < Self.limit else { return whole }
      (whole.digits, whole.exponent) = (larger, whole.exponent - 1)
    }
    return whole
  }

  private static let limit: UInt128 = 100_000_000_000_000_000_000_000_000_000_000_000_000

  /// The same with other digits.
  func with(_ digits: UInt128) -> DecimalParts {
    var other = self
    other.digits = digits
    return other
  }
}
