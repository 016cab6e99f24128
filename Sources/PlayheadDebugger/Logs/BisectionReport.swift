import PlayheadFiles
import PlayheadLog
import PlayheadReplay

/// The first step at which a condition holds, and how it was found.
struct BisectionReport {
  private let found: Bisection
  private let log: LogReader

  init(_ found: Bisection, of log: LogReader) {
    (self.found, self.log) = (found, log)
  }

  /// For a person.
  func lines() throws -> [String] {
    guard let first = found.first else { return [nowhere, how] }
    var lines = [try log.title(of: first), how]
    if first == found.steps.lowerBound { lines.append("it holds from the first of these steps on") }
    if !found.passedOver.isEmpty {
      // A line's worth of them.
      let shown = found.passedOver.suffix(4).map(\.words).joined(separator: ", ")
      lines.append("\(shown) before it could not be looked at: it may hold there, too")
    }
    return lines
  }

  /// For a program.
  func json() throws -> JSON {
    let action = try found.first.flatMap { step in
      log.steps.run(holding: step) == nil ? nil : try log.entry(at: step)
    }
    return [
      "step": .optional(found.first),
      "action": try action.map { .object(try JSON.action($0, of: log)) } ?? .null,
      "method": found.method == .scan ? "scan" : "binary search",
      "looks": .number(found.lookCount),
      "first": .uint(found.steps.lowerBound.number),
      "last": .uint(found.steps.upperBound.number),
      "passedOver": .array(found.passedOver.map(JSON.steps)),
    ]
  }

  private var nowhere: String {
    let (first, last) = (found.steps.lowerBound, found.steps.upperBound)
    switch found.method {
    case .scan: return "it holds at none of the steps \(first) to \(last)"
    case .binarySearch:
      return
        "it does not hold at step \(last), the last of these; if it goes on to hold once it does, it "
        + "holds nowhere, and if not, leave out '--monotone'"
    }
  }

  private var how: String {
    let looks = Format.count(found.lookCount, "step")
    switch found.method {
    case .scan: return "scanned \(looks)"
    case .binarySearch: return "looked at \(looks) in a binary search"
    }
  }
}
