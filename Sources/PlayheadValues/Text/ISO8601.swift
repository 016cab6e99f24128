import Foundation

/// Dates as exact text, independent of the machine's calendar, locale and time zone.
package enum ISO8601 {
  /// `2026-11-20T08:22:39.25Z`: the shortest fraction that reads back as the same date. Years beyond 9999 and
  /// before 0000 have a sign. `nil` for infinities, NaN, and dates more than 10¹⁵ seconds (30 million years)
  /// away, where a `Double` skips parts of seconds.
  static func text(of date: Date) -> String? {
    let seconds = date.timeIntervalSinceReferenceDate
    guard seconds.magnitude < 1e15 else { return nil }
    let (whole, fraction) = parts(of: seconds)
    return text(
      unix: whole + Int(Date.timeIntervalBetween1970AndReferenceDate), fraction: fraction)
  }

  /// The date of whole seconds since 1970, and the digits of a fraction.
  package static func text(unix: Int, fraction: String) -> String {
    let (day, second) = unix.dividedDown(by: 86_400)
    // At noon, because some time zones of glibc count leap seconds, also for UTC.
    var (time, civil) = (time_t(day * 86_400 + 43_200), tm())
    gmtime_r(&time, &civil)
    func two(_ number: some BinaryInteger) -> String { (number < 10 ? "0" : "") + String(number) }
    let date = "\(year(Int(civil.tm_year) + 1_900))-\(two(civil.tm_mon + 1))-\(two(civil.tm_mday))"
    let clock = "\(two(second / 3_600)):\(two(second / 60 % 60)):\(two(second % 60))"
    return "\(date)T\(clock)\(fraction.isEmpty ? "" : "." + fraction)Z"
  }

  /// The date of a text as `text(of:)` writes it, exactly; `nil` for other texts.
  static func date(of text: String) -> Date? {
    var rest = Substring(text)
    func number(_ digits: ClosedRange<Int>, before end: Character) -> Int? {
      let number = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest.dropFirst(number.count)
      guard digits.contains(number.count), rest.first == end else { return nil }
      rest = rest.dropFirst()
      return Int(number)
    }
    let sign = rest.first.flatMap { "+-".contains($0) ? $0 : nil }
    if sign != nil { rest = rest.dropFirst() }
    guard let year = number(4...9, before: "-"), let month = number(2...2, before: "-"),
      let day = number(2...2, before: "T"), let hour = number(2...2, before: ":"),
      let minute = number(2...2, before: ":"), rest.last == "Z",
      (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60
    else { return nil }
    let second = rest.dropLast().prefix { $0 != "." }
    let fraction = rest.dropLast().dropFirst(second.count + 1)
    guard second.count == 2, let whole = Int(second), whole < 60,
      (second + fraction).allSatisfy({ $0.isASCII && $0.isNumber })
    else { return nil }
    var civil = tm()
    civil.tm_year = Int32((sign == "-" ? -year : year) - 1_900)
    (civil.tm_mon, civil.tm_mday) = (Int32(month - 1), Int32(day))
    civil.tm_hour = 12
    let days = Int(timegm(&civil)).dividedDown(by: 86_400).quotient
    // There is no February 31: that is a day in March.
    guard civil.tm_mday == day else { return nil }
    let unix = days * 86_400 + hour * 3_600 + minute * 60 + whole
    let seconds = unix - Int(Date.timeIntervalBetween1970AndReferenceDate)
    return Double(decimal(seconds, fraction)).map(Date.init(timeIntervalSinceReferenceDate:))
  }

  /// Whole seconds plus a fraction as one number: −1 and `25` give `-0.75`.
  private static func decimal(_ whole: Int, _ fraction: Substring) -> String {
    guard whole < 0, let last = fraction.lastIndex(where: { $0 != "0" }) else {
      return "\(whole)." + (fraction.isEmpty ? "0" : fraction)
    }
    return "-\(-whole - 1)." + complement(String(fraction[...last]))
  }

  /// Whole seconds, rounded down, and the digits of the rest, from the number's shortest text.
  private static func parts(of seconds: Double) -> (whole: Int, fraction: String) {
    let (whole, digits) = decimals(of: seconds.magnitude)
    guard seconds < 0 else { return (whole, digits) }
    return digits.isEmpty ? (-whole, "") : (-whole - 1, complement(digits))
  }

  /// `12.5` gives 12 and `5`; `2.5e-05` gives 0 and `000025`.
  private static func decimals(of value: Double) -> (whole: Int, fraction: String) {
    let text = value.description.split(separator: "e")
    let exponent = text.count > 1 ? Int(text[1]) ?? 0 : 0
    let mantissa = text[0].split(separator: ".")
    let point = mantissa[0].count + exponent
    var digits = mantissa.joined()
    if point < 0 { digits = String(repeating: "0", count: -point) + digits }
    let whole = Int(digits.prefix(max(point, 0))) ?? 0
    let fraction = digits.dropFirst(max(point, 0))
    let end = fraction.lastIndex { $0 != "0" }
    return (whole, end.map { String(fraction[...$0]) } ?? "")
  }

  /// The digits of 1 − 0.digits; the last digit is not zero.
  private static func complement(_ digits: String) -> String {
    let nines = digits.utf8.map { UInt8(ascii: "9") - $0 + UInt8(ascii: "0") }
    let last = (nines.last ?? UInt8(ascii: "0")) + 1
    return String(decoding: nines.dropLast() + [last], as: UTF8.self)
  }

  private static func year(_ year: Int) -> String {
    let digits = String(year.magnitude)
    let sign = year < 0 ? "-" : year > 9_999 ? "+" : ""
    return sign + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

extension Int {
  /// Quotient and remainder; the remainder is never negative.
  package func dividedDown(by divisor: Int) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
