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
    let civil = civil(day: day)
    let date = "\(year(civil.year))-\(two(civil.month))-\(two(civil.day))"
    let time = "\(two(second / 3_600)):\(two(second / 60 % 60)):\(two(second % 60))"
    return "\(date)T\(time)\(fraction.isEmpty ? "" : "." + fraction)Z"
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
    let days = Self.day(year: sign == "-" ? -year : year, month: month, day: day)
    // There is no February 31.
    guard civil(day: days).day == day else { return nil }
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

  /// The inverse of `civil(day:)`.
  private static func day(year: Int, month: Int, day: Int) -> Int {
    let (era, yearOfEra) = (month > 2 ? year : year - 1).dividedDown(by: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
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

  /// The Gregorian date of a day counted from 1970-01-01. Counts years from March, so that a leap day is a
  /// year's last (H. Hinnant, "chrono-Compatible Low-Level Date Algorithms").
  private static func civil(day: Int) -> (year: Int, month: Int, day: Int) {
    // From 0000-03-01 to 1970-01-01 there are 719,468 days; 400 years have 146,097.
    let (era, dayOfEra) = (day + 719_468).dividedDown(by: 146_097)
    // Without the leap days: one in 4 years (1,460 days), none in 100 (36,524), one in 400.
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    // Five months from March or from August have 153 days.
    let month = (5 * dayOfYear + 2) / 153
    let dayOfMonth = dayOfYear - (153 * month + 2) / 5 + 1
    let year = yearOfEra + era * 400 + (month >= 10 ? 1 : 0)
    return (year, month < 10 ? month + 3 : month - 9, dayOfMonth)
  }

  private static func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }

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
