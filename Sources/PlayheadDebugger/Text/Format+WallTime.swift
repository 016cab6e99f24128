extension Format {
  /// A moment in ISO 8601, in UTC and exact, from nanoseconds since 1970: `1970-01-01T00:00:00Z`.
  /// A fraction has 3, 6 or 9 digits, as few as it needs.
  package static func wallTime(nanoseconds: Int64) -> String {
    let (seconds, fraction) = floorDivide(nanoseconds, by: 1_000_000_000)
    let (days, secondOfDay) = floorDivide(seconds, by: 86_400)
    let date = civilDate(daysSince1970: days)
    let day = "\(padded(date.year, to: 4))-\(padded(date.month, to: 2))-\(padded(date.day, to: 2))"
    let clock = [secondOfDay / 3_600, secondOfDay / 60 % 60, secondOfDay % 60]
      .map { padded($0, to: 2) }.joined(separator: ":")
    return "\(day)T\(clock)\(fractionText(fraction))Z"
  }

  private static func fractionText(_ nanoseconds: Int64) -> String {
    if nanoseconds == 0 { return "" }
    if nanoseconds % 1_000_000 == 0 { return "." + padded(nanoseconds / 1_000_000, to: 3) }
    if nanoseconds % 1_000 == 0 { return "." + padded(nanoseconds / 1_000, to: 6) }
    return "." + padded(nanoseconds, to: 9)
  }

  /// The quotient rounded down, so that the remainder is never negative.
  private static func floorDivide(
    _ number: Int64, by divisor: Int64
  ) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }

  /// The Gregorian date, by the method of Howard Hinnant's `civil_from_days`
  /// (https://howardhinnant.github.io/date_algorithms.html): years start in March, so that the leap
  /// day is a year's last, and repeat every 400 years, which have 146,097 days.
  private static func civilDate(
    daysSince1970: Int64
  ) -> (year: Int64, month: Int64, day: Int64) {
    // 719,468 days lie between 0000-03-01 and 1970-01-01.
    let (era, dayOfEra) = floorDivide(daysSince1970 + 719_468, by: 146_097)
    let leapDays = dayOfEra / 1_460 - dayOfEra / 36_524 + dayOfEra / 146_096
    let yearOfEra = (dayOfEra - leapDays) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    // The months from March on have 31, 30, 31, 30, 31 days, over and over: 153 days for five.
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }
}
