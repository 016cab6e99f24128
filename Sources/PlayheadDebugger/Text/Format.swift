import PlayheadInspector
import PlayheadValues

/// Numbers, sizes and times as text. Uses only integer arithmetic, so that the same value has the same
/// text on every system.
package enum Format {
  /// `1,234,567`.
  package static func count(_ number: some BinaryInteger) -> String { number.grouped }

  /// `1 action`, `2 actions`, `1,234 actions`.
  package static func count(_ number: some BinaryInteger, _ noun: String) -> String {
    "\(count(number)) \(noun)\(number == 1 ? "" : "s")"
  }

  /// `, and 3 missing in gaps`, after a number of actions; empty if none are missing.
  static func missing(_ number: UInt64) -> String {
    number == 0 ? "" : ", and \(count(number)) missing in gaps"
  }

  /// `1,234 B`, `12.3 kB`, `1.2 MB`: exact below 10,000 bytes, then in powers of 1,000.
  package static func bytes(_ number: UInt64) -> String {
    guard number >= 10_000 else { return "\(count(number)) B" }
    let units: [(size: UInt64, name: String)] = [
      (1_000, "kB"), (1_000_000, "MB"), (1_000_000_000, "GB"), (1_000_000_000_000, "TB"),
    ]
    let unit = units.first { roundedTenths(number, of: $0.size) < 10_000 } ?? units[3]
    return "\(decimal(tenths: roundedTenths(number, of: unit.size))) \(unit.name)"
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

  /// `number` with at least `width` digits.
  static func padded(_ number: some BinaryInteger, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

extension Format {
  /// A duration with about three digits: `850 ns`, `12.3 µs`, `83.2 ms`, `12.3 s`, `1 min 23 s`, `2 h 5 min`,
  /// `3 d 4 h`.
  package static func duration(nanoseconds: Int64) -> String {
    let sign = nanoseconds < 0 ? "-" : ""
    return sign + duration(magnitude: nanoseconds.magnitude)
  }

  private static func duration(magnitude time: UInt64) -> String {
    if time < 1_000 { return "\(time) ns" }
    // Rounds before it chooses the unit: 59.96 s is a minute, not 60.0 s.
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

  /// `8 s`, `1 min 23 s`.
  static func duration(wholeSeconds seconds: UInt64) -> String {
    seconds < 60 ? "\(seconds) s" : longDuration(seconds: seconds)
  }

  private static func longDuration(seconds: UInt64) -> String {
    if seconds < 3_600 { return "\(seconds / 60) min \(seconds % 60) s" }
    if seconds < 86_400 { return "\(seconds / 3_600) h \(seconds % 3_600 / 60) min" }
    return "\(count(seconds / 86_400)) d \(seconds % 86_400 / 3_600) h"
  }

  /// An exact time since the start, as a step expression: `+83.2s`, `+0s`, `+0.000012s`, `+2h03m04s`,
  /// `+1d00h00m00.5s`.
  package static func offset(nanoseconds: Int64) -> String {
    let (sign, seconds, fraction) = split(nanoseconds)
    guard fraction > 0 else { return "\(sign)\(clock(seconds))s" }
    var digits = padded(fraction, to: 9)
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(sign)\(clock(seconds)).\(digits)s"
  }

  /// A time since the start for a column, cut to milliseconds: `+83.200s`, `+2h03m04.000s`.
  package static func shortOffset(nanoseconds: Int64) -> String {
    // Cut before the sign is found: no time is `-0.000s`.
    let (sign, seconds, fraction) = split(nanoseconds / 1_000_000 * 1_000_000)
    return "\(sign)\(clock(seconds)).\(padded(fraction / 1_000_000, to: 3))s"
  }

  /// `83`; `2h03m04` or `1d02h03m04` for an hour or more.
  private static func clock(_ seconds: UInt64) -> String {
    guard seconds >= 3_600 else { return "\(seconds)" }
    let (days, hours) = (seconds / 86_400, seconds / 3_600 % 24)
    let rest = "\(padded(seconds / 60 % 60, to: 2))m\(padded(seconds % 60, to: 2))"
    return days == 0 ? "\(hours)h\(rest)" : "\(days)d\(padded(hours, to: 2))h\(rest)"
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

extension Format {
  /// An exact UTC time in ISO 8601, from nanoseconds since 1970: `1970-01-01T00:00:00Z`. A fraction has 3, 6
  /// or 9 digits.
  package static func wallTime(nanoseconds: Int64) -> String {
    let (seconds, fraction) = Int(nanoseconds).dividedDown(by: 1_000_000_000)
    return ISO8601.text(unix: seconds, fraction: digits(ofFraction: fraction))
  }

  private static func digits(ofFraction nanoseconds: Int) -> String {
    if nanoseconds == 0 { return "" }
    if nanoseconds % 1_000_000 == 0 { return padded(nanoseconds / 1_000_000, to: 3) }
    if nanoseconds % 1_000 == 0 { return padded(nanoseconds / 1_000, to: 6) }
    return padded(nanoseconds, to: 9)
  }
}

/// The size of a log: `160.2 kB, 0.62 bytes per action`. Leaves out the second part for logs with few
/// actions.
struct LogSize: CustomStringConvertible {
  let bytes: Int
  let actions: Int

  /// With fewer actions, the header is most of the log.
  private static let enough = 100

  var description: String {
    let size = Format.bytes(UInt64(bytes))
    guard actions >= Self.enough, let part = hundredthsPerAction else { return size }
    return
      "\(size), \(Format.count(part / 100)).\(Format.padded(part % 100, to: 2)) bytes per action"
  }

  /// `nil` if the log has no action.
  var bytesPerAction: Double? { hundredthsPerAction.map { Double($0) / 100 } }

  private var hundredthsPerAction: UInt64? { LogOverview.hundredths(of: bytes, per: actions) }
}

private struct SizeAnswer: Encodable {
  let bytes: Int
  let bytesPerAction: Double?
}

extension LogSize: HasJSONForm {
  var jsonForm: some Encodable { SizeAnswer(bytes: bytes, bytesPerAction: bytesPerAction) }
}
