package import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// A step as the user writes it: `0`, `42`, `50%`, `end`, `end-10`, `+83.2s`, `@10:42:07`, `@bookmark`.
package enum StepExpression: Equatable, Sendable {
  case number(UInt64)
  /// The part of the log before the step, in billionths of a percent.
  case percent(billionths: UInt64)
  case end
  /// The number of steps before the last one.
  case beforeEnd(UInt64)
  case time(nanoseconds: Int64)
  case clock(ClockTime)
  case bookmark(String)
}

/// A range of steps as the user writes it: `A..B`, `A..`, `..B`, or `A` for one step. A missing end is the
/// log's start or end.
package struct StepRangeExpression: Equatable, Sendable {
  package let from: StepExpression?
  package let to: StepExpression?
  /// Whether the range was written as one step, without dots.
  package private(set) var isOneStep = false
  /// The number in a range that was written as `-5`: where actions are listed, the last five.
  package private(set) var lastCount: UInt64?

  package init(from: StepExpression?, to: StepExpression?) { (self.from, self.to) = (from, to) }
}

/// Why a text does not name a step.
package enum StepExpressionError: Error, Equatable {
  case notAStep(String)
  case notARange(String)
  case rangeNotStep(String)
  case backward(from: Step, to: Step)
  /// No action is between the times of a range.
  case noAction(after: Step)
  case pastEnd(String)
  case afterEnd(nanoseconds: Int64, last: Int64)
  case afterClock(String, last: String)
  case beforeStart(count: UInt64, first: Step, last: Step)
  case outside(step: Step, first: Step, last: Step)
  case noBookmark(String, known: [String])
  case bookmarkElsewhere(String)
}

extension StepExpressionError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notAStep(let text):
      "'\(text)' is not a step: write '42', '50%', 'end', 'end-10', '+83.2s' or '@10:42:07'"
    case .notARange(let text):
      "'\(text)' is not a range of steps: \(Self.rangeAdvice(text))"
    case .rangeNotStep(let text):
      "'\(text)' is a range of steps, but a single step is expected"
    case .backward(let from, let to):
      "the range goes backward, from step \(from) to step \(to); name the earlier step first, as in '\(to)..\(from)'"
    case .noAction(let step):
      "no action is in this range of times, which begins after step \(step); 'log' shows the times of all actions"
    case .pastEnd(let text):
      "'\(text)' is beyond the end, which is '100%'"
    case .outside(let step, let first, let last):
      "step \(step) is not in this log, which has steps \(first) to \(last)"
    case .beforeStart(let count, let first, let last):
      "'end-\(count)' is before step \(first), the first of this log; 'end' is step \(last)"
    case .afterEnd(let time, let last):
      "the log ends at \(Format.shortOffset(nanoseconds: last)), before \(Format.offset(nanoseconds: time)); "
        + "'end' is its last step"
    case .afterClock(let time, let last):
      "the log's last action was at \(last), before \(time); 'end' is its last step"
    case .noBookmark(let name, let known):
      "there is no bookmark '\(name)'" + Self.hint(name, known)
    case .bookmarkElsewhere(let name):
      "'@\(name)' is a bookmark; only '\(toolName) debug' has bookmarks"
    }
  }

  private static func rangeAdvice(_ text: String) -> String {
    if text.contains(where: { "=<>(".contains($0) }) { return "a condition comes after '--where'" }
    let path =
      text.contains { ".[".contains($0) }
      ? "; a path comes after '--', as in 'log LOG -- PATH'" : ""
    return "write 'A..B', 'A..', '..B', or one step\(path)"
  }

  private static func hint(_ name: String, _ known: [String]) -> String {
    if let near = Suggestion.closest(to: name, in: known) { return didYouMean(near) }
    guard !known.isEmpty else { return "; 'bookmark \(name)' gives the current step this name" }
    return "; there are: \(known.map { "'\($0)'" }.joined(separator: ", "))"
  }
}

extension StepExpression {
  package init(parsing text: String) throws(StepExpressionError) {
    guard let expression = Self.read(text) else { throw Self.error(about: text) }
    self = expression
  }

  fileprivate static func read(_ text: String) -> StepExpression? {
    if text == "end" { return .end }
    if let count = text.after("end-") ?? text.after("-") {
      return isDigits(count) ? UInt64(count).map(StepExpression.beforeEnd) : nil
    }
    if let time = text.after("+") { return readTime(time) }
    if let name = text.after("@") {
      if name.contains(":") { return ClockTime(name).map(StepExpression.clock) }
      return isBookmark(name) ? .bookmark(name) : nil
    }
    if let percent = text.before("%") {
      return billionths(percent).flatMap {
        $0 <= wholeInBillionths ? .percent(billionths: $0) : nil
      }
    }
    return isDigits(text) ? UInt64(text).map(StepExpression.number) : nil
  }

  private static let units: [String: UInt64] = [
    "ms": 1_000_000, "s": 1_000_000_000, "m": 60_000_000_000, "min": 60_000_000_000,
    "h": 3_600_000_000_000, "d": 86_400_000_000_000,
  ]

  /// `83.2s`, or several numbers with units, as in `2h03m04.5s`.
  private static func readTime(_ text: String) -> StepExpression? {
    var rest = Substring(text)
    var sum: Int64 = 0
    repeat {
      let number = rest.prefix { !$0.isLetter }
      let name = rest.dropFirst(number.count).prefix(while: \.isLetter)
      rest = rest.dropFirst(number.count + name.count)
      guard let unit = units[String(name)], let part = nanoseconds(String(number), unit: unit)
      else { return nil }
      let (next, overflows) = sum.addingReportingOverflow(part)
      if overflows { return nil }
      sum = next
    } while !rest.isEmpty
    return .time(nanoseconds: sum)
  }

  private static func nanoseconds(_ text: String, unit: UInt64) -> Int64? {
    guard let number = billionths(text) else { return nil }
    let product = number.multipliedFullWidth(by: unit)
    // The division by 10⁹ must not overflow. No log has a time of more than 292 years.
    guard product.high < 1_000_000_000 else { return nil }
    let (quotient, _) = UInt64(1_000_000_000).dividingFullWidth(product)
    return Int64(exactly: quotient)
  }

  /// `83.2` as 83,200,000,000. Takes at most nine decimals, because times are in nanoseconds.
  private static func billionths(_ text: String) -> UInt64? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let decimals = parts.count > 1 ? String(parts[1]) : "0"
    guard isDigits(String(parts[0])), isDigits(decimals), decimals.count <= 9 else { return nil }
    return UInt64(parts[0] + decimals + String(repeating: "0", count: 9 - decimals.count))
  }

  /// Whether a bookmark may have this name. Other characters have a meaning in a step or a path.
  static func isBookmark(_ name: String) -> Bool {
    !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
  }

  private static func isDigits(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  fileprivate static func error(about text: String) -> StepExpressionError {
    if text.contains("..") { return .rangeNotStep(text) }
    if let percent = text.before("%"), billionths(percent) != nil { return .pastEnd(text) }
    return .notAStep(text)
  }

  static let wholeInBillionths: UInt64 = 100_000_000_000
}

extension StepRangeExpression {
  package init(parsing text: String) throws(StepExpressionError) {
    guard let (left, right) = text.halves(around: "..") else {
      // One step is also a range.
      guard let step = StepExpression.read(text) else {
        let error = StepExpression.error(about: text)
        throw error == .notAStep(text) ? .notARange(text) : error
      }
      (from, to, isOneStep) = (step, step, true)
      if case .beforeEnd(let count) = step, text.hasPrefix("-") { lastCount = count }
      return
    }
    if left.isEmpty, right.isEmpty { throw .notARange(text) }
    from = left.isEmpty ? nil : try StepExpression(parsing: left)
    to = right.isEmpty ? nil : try StepExpression(parsing: right)
  }
}

extension String {
  fileprivate func after(_ prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }

  fileprivate func before(_ suffix: String) -> String? {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : nil
  }

  /// The text before and after the first `separator`.
  fileprivate func halves(around separator: String) -> (String, String)? {
    firstRange(of: separator).map {
      (String(self[..<$0.lowerBound]), String(self[$0.upperBound...]))
    }
  }
}
