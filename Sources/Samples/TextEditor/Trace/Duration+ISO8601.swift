extension Duration {
  /// The exact time since 1970 of an ISO 8601 date and time; nil if the text is not one.
  ///
  /// Reads `2021-04-19T06:06:58.513Z` with any number of decimals (cut after the nanosecond), or an offset
  /// like `+02:00` for the `Z`. Does not use a date formatter, because that would take longer than all the
  /// rest of reading a trace, and uses floating point.
  init?(since1970 text: String) {
    var fields = FieldReader(text.utf8)
    guard
      let year = fields.number(ofDigits: 4), fields.accept("-"),
      let month = fields.number(ofDigits: 2, in: 1...12), fields.accept("-"),
      let day = fields.number(ofDigits: 2, in: 1...31), fields.accept("T"),
      let hour = fields.number(ofDigits: 2, in: 0...23), fields.accept(":"),
      let minute = fields.number(ofDigits: 2, in: 0...59), fields.accept(":"),
      // 60 is a leap second.
      let second = fields.number(ofDigits: 2, in: 0...60),
      let nanoseconds = fields.decimals(),
      let offset = fields.offset(), fields.isAtEnd,
      day <= daysInMonth(year: year, month: month)
    else { return nil }
    let days = daysSince1970(year: year, month: month, day: day)
    let seconds = days * 86_400 + hour * 3_600 + minute * 60 + second - offset
    self = .seconds(seconds) + .nanoseconds(nanoseconds)
  }
}

/// Reads the fields of a date.
private struct FieldReader {
  private var rest: Substring.UTF8View

  init(_ text: String.UTF8View) {
    rest = text[...]
  }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func accept(_ character: Unicode.Scalar) -> Bool {
    guard let first = rest.first, UInt32(first) == character.value else { return false }
    rest.removeFirst()
    return true
  }

  mutating func number(ofDigits count: Int, in range: ClosedRange<Int> = 0...9999) -> Int? {
    var number = 0
    for _ in 0..<count {
      guard let digit = digit() else { return nil }
      number = number * 10 + digit
    }
    return range.contains(number) ? number : nil
  }

  /// The nanoseconds after the point; 0 without a point.
  mutating func decimals() -> Int? {
    guard accept(".") else { return 0 }
    guard var nanoseconds = digit() else { return nil }
    var digits = 1
    while let next = digit() {
      if digits < 9 {
        nanoseconds = nanoseconds * 10 + next
        digits += 1
      }
    }
    for _ in digits..<9 { nanoseconds *= 10 }
    return nanoseconds
  }

  /// How many seconds local time is ahead of UTC.
  mutating func offset() -> Int? {
    if accept("Z") { return 0 }
    let sign = accept("+") ? 1 : accept("-") ? -1 : 0
    guard
      sign != 0, let hours = number(ofDigits: 2, in: 0...23), accept(":"),
      let minutes = number(ofDigits: 2, in: 0...59)
    else { return nil }
    return sign * (hours * 3_600 + minutes * 60)
  }

  private mutating func digit() -> Int? {
    guard let first = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else {
      return nil
    }
    rest.removeFirst()
    return Int(first - UInt8(ascii: "0"))
  }
}

private func daysInMonth(year: Int, month: Int) -> Int {
  let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
}

/// Howard Hinnant's `days_from_civil`, for years from 0 on.
///
/// Years begin in March, so that leap days come last, and months follow one rule: five of them have 153 days.
private func daysSince1970(year: Int, month: Int, day: Int) -> Int {
  // January and February of year 0 belong to the year before. Adding 400 years keeps that positive, and
  // subtracting 146,097 days, the length of any 400 years, undoes it.
  let marchYear = year + 400 - (month <= 2 ? 1 : 0)
  let era = marchYear / 400
  let yearOfEra = marchYear % 400
  let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
  let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
  // There are 719,468 days from March 1 of year 0 to January 1, 1970.
  return (era - 1) * 146_097 + dayOfEra - 719_468
}
