import PlayheadFiles
import PlayheadLog

/// What a recording could not take into its log.
struct LeftOut: CustomStringConvertible {
  let gaps: [Gap]
  private let log: String

  /// The gaps of the recording in `log` that began after `start`; `lost` is a gap that the log does not have.
  init(of log: LogReader, after start: Step, _ lost: Gap? = nil) {
    self.log = log.name
    let told = log.readableNotesAndGaps().gaps.filter { gap in
      // The others are none of this recording's actions, or were not wanted.
      gap.steps.upperBound > start && gap.reason.isLoss && gap.reason != .damaged
    }
    gaps = told + [lost].compactMap(\.self)
  }

  /// How many, and which.
  var description: String {
    let count = gaps.reduce(0) { $0 + $1.steps.count }
    return "\(Format.count(count, "action")) had to be left out of '\(log)': "
      + gaps.sentences.joined(separator: "; ")
  }
}

extension [Gap] {
  /// What they say; a few tell what was wrong.
  var sentences: [String] {
    let more = count > 4 ? ["and \(Format.count(count - 4, "more such gap"))"] : []
    return prefix(4).map(\.description) + more
  }
}
