extension Format {
  /// How long something took, to about three digits: `850 ns`, `12.3 µs`, `83.2 ms`, `12.3 s`,
  /// `1 min 23 s`, `2 h 5 min`, `3 d 4 h`.
  package static func duration(nanoseconds: Int64) -> String {
    let sign = nanoseconds < 0 ? "-" : ""
    return sign + duration(magnitude: nanoseconds.magnitude)
  }

  private static func duration(magnitude time: UInt64) -> String {
    if time < 1_000 { return "\(time) ns" }
    // Rounded before the unit is chosen: 59.96 s is a minute, not 60.0 s.
    let units: [(size: UInt64, limit: UInt64, name: String)] = [
      (1_000, 10_000, "µs"), (1_000_000, 10_000, "ms"), (1_000_000_000, 600, "s"),
    ]
    for unit in units {
      let tenths = roundedTenths(time, of: unit.size)
      if tenths < unit.limit { return "\(decimal(tenths: tenths)) \(unit.name)" }
    }
    let seconds = time / nanosecondsPerSecond + (time % nanosecondsPerSecond) / 500_000_000
    return longDuration(seconds: seconds)
  }

  private static func longDuration(seconds: UInt64) -> String {
    if seconds < 3_600 { return "\(seconds / 60) min \(seconds % 60) s" }
    if seconds < 86_400 { return "\(seconds / 3_600) h \(seconds % 3_600 / 60) min" }
    return "\(count(seconds / 86_400)) d \(seconds % 86_400 / 3_600) h"
  }

  /// A time since the start as a step expression takes it, exact: `+83.2s`, `+0s`, `+0.000012s`.
  package static func offset(nanoseconds: Int64) -> String {
    let (sign, seconds, fraction) = split(nanoseconds)
    guard fraction > 0 else { return "\(sign)\(seconds)s" }
    var digits = padded(fraction, to: 9)
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(sign)\(seconds).\(digits)s"
  }

  /// A time since the start in a column, cut to milliseconds: `+83.200s`.
  package static func shortOffset(nanoseconds: Int64) -> String {
    let (sign, seconds, fraction) = split(nanoseconds)
    return "\(sign)\(seconds).\(padded(fraction / 1_000_000, to: 3))s"
  }

  private static func split(
    _ nanoseconds: Int64
  ) -> (sign: String, seconds: UInt64, fraction: UInt64) {
    let (seconds, fraction) = nanoseconds.magnitude.quotientAndRemainder(
      dividingBy: nanosecondsPerSecond)
    return (nanoseconds < 0 ? "-" : "+", seconds, fraction)
  }

  static let nanosecondsPerSecond: UInt64 = 1_000_000_000
}
