import PlayheadReading
import PlayheadLog

/// The actions that a recording could not write to its log.
struct LeftOut: CustomStringConvertible {
  let gaps: [Gap]
  private let log: String

  /// The gaps in `log`. `lost` is a gap that the log does not have.
  init(of log: LogReader, _ lost: Gap? = nil) {
    self.log = log.name
    let told = log.readableNotesAndGaps().gaps.filter { gap in
      // The other gaps are intended.
      gap.reason.isLoss && gap.reason != .damaged
    }
    gaps = told + [lost].compactMap(\.self)
  }

  /// The number of actions, and their gaps.
  var description: String {
    let count = gaps.reduce(0) { $0 + $1.steps.count }
    return "\(Format.count(count, "action")) could not be recorded in '\(log)': "
      + gaps.sentences.joined(separator: "; ")
  }
}

extension [Gap] {
  /// The gaps' sentences. A few show the cause.
  var sentences: [String] {
    let more = count > 4 ? ["and \(Format.count(count - 4, "more such gap"))"] : []
    return prefix(4).map(\.description) + more
  }
}
