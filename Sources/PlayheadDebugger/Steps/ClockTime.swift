import Foundation
import PlayheadReading
import PlayheadLog

/// A time of day as the user writes it after an `@`: `10:42:07`, `10:42`, `10:42:07.125`, `2026-11-20T10:42:07`,
/// or with a `Z` for UTC. Otherwise it is in this machine's time zone, as in lists with `--clock`.
package struct ClockTime: Equatable, Sendable {
  /// If there is no day, the time is on the day on which the recording began.
  private var parts: DateComponents
  private var nanoseconds: Int64
  private var isUTC: Bool

  /// `nil` if the text is not a time.
  init?(_ text: String) {
    let form =
      #/(?:([0-9]{4})-([0-9]{2})-([0-9]{2})T)?([0-9]{1,2}):([0-9]{2})(?::([0-9]{2})(?:\.([0-9]{1,9}))?)?(Z?)/#
    guard let match = text.wholeMatch(of: form)?.output, let hour = Int(match.4), hour < 24,
      let minute = Int(match.5), minute < 60
    else { return nil }
    let second = match.6.flatMap { Int($0) } ?? 0
    guard second < 60 else { return nil }
    parts = DateComponents(hour: hour, minute: minute, second: second)
    if let year = match.1.flatMap({ Int($0) }), let month = match.2.flatMap({ Int($0) }),
      let day = match.3.flatMap({ Int($0) })
    {
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = .gmt
      (parts.year, parts.month, parts.day) = (year, month, day)
      // There is no February 31.
      guard parts.isValidDate(in: calendar) else { return nil }
    }
    let digits = match.7.map(String.init) ?? "0"
    nanoseconds = Int64(digits + String(repeating: "0", count: 9 - digits.count)) ?? 0
    isUTC = !match.8.isEmpty
  }

  /// The time in nanoseconds since 1970, in a recording that began and ended at these times: on the day it began, or
  /// on the next if only that is in the recording. `nil` if there is no such time.
  func moment(from start: Int64, to end: Int64, in zone: TimeZone = .current) -> Int64? {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = isUTC ? .gmt : zone
    guard parts.day == nil else { return moment(of: parts, calendar) }
    var parts = parts
    let first = Date(timeIntervalSince1970: Double(start / 1_000_000_000))
    let day = calendar.dateComponents([.year, .month, .day], from: first)
    (parts.year, parts.month, parts.day) = (day.year, day.month, day.day)
    let time = moment(of: parts, calendar)
    guard let time, time < start else { return time }
    parts.day = day.day.map { $0 + 1 }
    return moment(of: parts, calendar).flatMap { $0 <= end ? $0 : nil } ?? time
  }

  private func moment(of parts: DateComponents, _ calendar: Calendar) -> Int64? {
    guard let date = calendar.date(from: parts) else { return nil }
    let seconds = Int64(exactly: date.timeIntervalSince1970.rounded())
    let (product, overflows) = (seconds ?? .max).multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, sumOverflows) = product.addingReportingOverflow(nanoseconds)
    return overflows || sumOverflows ? nil : sum
  }
}

extension ActionSource {
  /// The step at a time of day: the first action at or after it, or at the end of a range the last at or before it.
  /// Reads the times of all actions, because a device's clock may go back.
  func step(at clock: ClockTime, asEnd: Bool) throws -> Step {
    let start = header.start.wall
    var times: (first: Int64, last: Int64)?
    let all = initialStep...max(initialStep, lastStep)
    func forEachTime(_ body: (Step, Int64) -> Void) throws {
      try forEachHead(in: all, onDamage: { _ in }) { head in
        for (number, moment) in head.moments.enumerated() {
          body(Step(head.firstStep.number + UInt64(number)), moment.wall)
        }
      }
    }
    try forEachTime { _, wall in
      times = (times?.first ?? wall, max(times?.last ?? wall, wall))
    }
    guard let times, let wanted = clock.moment(from: min(start, times.first), to: times.last) else {
      return initialStep
    }
    // Lists cut times to milliseconds, so the end of a range includes the whole last one.
    let end =
      wanted.isMultiple(of: 1_000_000)
      ? wanted.addingReportingOverflow(999_999).partialValue : wanted
    var found: Step?
    try forEachTime { step, wall in
      if asEnd, wall <= end { found = step }
      if !asEnd, found == nil, wall >= wanted { found = step }
    }
    if let found { return found }
    if asEnd { return initialStep }
    throw StepExpressionError.afterClock(
      Format.clock(nanoseconds: wanted, withDay: true),
      last: Format.clock(nanoseconds: times.last, withDay: true))
  }
}

extension Format {
  /// The time of day in this machine's time zone, cut to milliseconds, as a step expression has it after its `@`:
  /// `10:42:07.125`, and with the day `2026-11-20T10:42:07.125`.
  static func clock(nanoseconds: Int64, withDay: Bool, in zone: TimeZone = .current) -> String {
    let seconds = Int64((Double(nanoseconds) / 1_000_000_000).rounded(.down))
    let shift = Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds))))
    let (local, overflows) = nanoseconds.addingReportingOverflow(shift * 1_000_000_000)
    let whole = wallTime(nanoseconds: overflows ? nanoseconds : local)
    // '2026-11-20T10:42:07' and the digits of a fraction.
    let (day, rest) = (whole.prefix { $0 != "T" }, whole.drop { $0 != "T" }.dropFirst().dropLast())
    let time = rest.prefix { $0 != "." }
    let fraction = rest.drop { $0 != "." }.dropFirst().prefix(3)
    let text = "\(time).\(fraction.isEmpty ? "000" : fraction)"
    return withDay ? "\(day)T\(text)" : text
  }
}
