/// Numbers, sizes and times as people read them. Integer arithmetic throughout, so that the same
/// value is the same text everywhere.
package enum Format {
  /// `1,234,567`.
  package static func count(_ number: some BinaryInteger) -> String {
    let digits = String(number.magnitude)
    var text = number < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return text
  }

  /// `1 action`, `2 actions`, `1,234 actions`.
  package static func count(_ number: some BinaryInteger, _ noun: String) -> String {
    "\(count(number)) \(noun)\(number == 1 ? "" : "s")"
  }

  /// `, and 3 missing in gaps`, behind a number of actions; nothing if none are missing.
  static func missing(_ number: UInt64) -> String {
    number == 0 ? "" : ", and \(count(number)) missing in gaps"
  }

  /// `1,234 B`, `12.3 kB`, `1.2 MB`: exact while it is short, then in powers of 1,000.
  package static func bytes(_ number: UInt64) -> String {
    guard number >= 10_000 else { return "\(count(number)) B" }
    let units: [(size: UInt64, name: String)] = [
      (1_000, "kB"), (1_000_000, "MB"), (1_000_000_000, "GB"), (1_000_000_000_000, "TB"),
    ]
    for unit in units {
      let tenths = roundedTenths(number, of: unit.size)
      if tenths < 10_000 { return "\(decimal(tenths: tenths)) \(unit.name)" }
    }
    return "\(decimal(tenths: roundedTenths(number, of: 1_000_000_000_000))) TB"
  }

  /// `67.1%`: `part` of `all`, to a tenth of a percent.
  static func share(_ part: Int, of all: Int) -> String {
    let all = UInt128(max(all, 1))
    let tenths = (UInt128(max(part, 0)) * 1_000 + all / 2) / all
    return decimal(tenths: UInt64(clamping: tenths)) + "%"
  }

  static func roundedTenths(_ number: UInt64, of unit: UInt64) -> UInt64 {
    let (whole, rest) = number.quotientAndRemainder(dividingBy: unit)
    return whole * 10 + (rest * 10 + unit / 2) / unit
  }

  static func decimal(tenths: UInt64) -> String {
    "\(count(tenths / 10)).\(tenths % 10)"
  }

  /// `number` in at least `width` digits.
  static func padded(_ number: some BinaryInteger, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
