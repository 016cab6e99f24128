import PlayheadFiles
import PlayheadLog

/// What can be told about a log as a whole without reading its actions.
struct LogFacts {
  let log: LogReader
  /// How often each type of action came; asked for first, as it may find damage that all else tells of.
  let types: [(type: ActionType, count: Int)]
  /// Nil if it cannot be told.
  let duration: Int64?
  let notes: [Note]
  let gaps: [Gap]
  let checkpoints: [Step]
  let hasDigests: Bool
  /// Whether the present app can replay it; nil without the app.
  let fit: Fit?
  /// What kept some of it from being read, besides what opening the log told.
  let fault: LogError?

  init(_ log: LogReader, fit: Fit?) {
    self.log = log
    self.fit = fit
    types = log.typeCounts
    let asides = log.asides()
    // An end behind which the recording goes on is none.
    duration = log.duration(until: log.isClosed ? asides.end : nil)
    notes = asides.notes
    gaps = asides.gaps
    checkpoints = asides.checkpoints
    hasDigests = asides.hasDigests
    fault = asides.fault
  }

  /// How many actions are missing.
  var missing: UInt64 { gaps.missing }
}
