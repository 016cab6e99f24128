import PlayheadLog

/// What a recording could not take into its log.
struct LeftOut: CustomStringConvertible {
  let gaps: [Gap]
  private let log: String

  /// What `log` lacks of the recording that began after `start`; `lost` is what it could not be told of.
  init(of log: LogReader, after start: Step, _ lost: Gap? = nil) {
    self.log = log.name
    let told = log.readableNotesAndGaps().gaps.filter { gap in
      guard gap.steps.upperBound > start else { return false }
      // The others are none of this recording's actions, or were not wanted.
      switch gap.reason {
      case .unencodable, .unwritable, .overrun: return true
      case .paused, .damaged, .restarted, .other: return false
      }
    }
    gaps = told + [lost].compactMap(\.self)
  }

  /// How many, and which.
  var description: String {
    let count = gaps.reduce(0) { $0 + $1.steps.count }
    // A few tell what was wrong.
    let shown = gaps.prefix(4).map(\.description)
    let more = gaps.count > 4 ? ["and \(Format.count(gaps.count - 4, "more such gap"))"] : []
    return "\(Format.count(count, "action")) had to be left out of '\(log)': "
      + (shown + more).joined(separator: "; ")
  }
}
