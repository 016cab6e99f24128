import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// The first step at which a condition holds, and how it was found.
struct BisectionReport: Shown {
  private let answer: BisectRequest.Answer
  private let log: LogReader
  private var found: Bisection { answer.found }

  init(_ answer: BisectRequest.Answer, of log: LogReader) {
    (self.answer, self.log) = (answer, log)
  }

  func print(on console: Console) throws {
    for line in try lines() { try console.print("\(line)") }
  }

  private func lines() throws -> [String] {
    guard let first = found.first else {
      return [nowhere, how] + answer.absences.map { "  \($0)" }
    }
    var lines = [try log.title(of: first), how]
    if first == found.steps.lowerBound { lines.append("it holds from the first of these steps on") }
    if !found.passedOver.isEmpty {
      // A line's worth of them.
      let shown = found.passedOver.suffix(4).map(\.words).joined(separator: ", ")
      lines.append("\(shown) before it could not be looked at: it may hold there, too")
    }
    return lines
  }

  var json: JSON {
    [
      "step": .optional(found.first),
      "action": answer.action.map { .object($0.jsonMembers) } ?? .null,
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
