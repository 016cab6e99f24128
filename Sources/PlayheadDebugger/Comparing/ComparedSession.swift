import PlayheadReplay

/// A session that was taken through two builds.
struct ComparedSession: Sendable {
  /// The log, as it was given.
  var path: String
  var app: String
  var actionCount: Int
  var verdict: BuildVerdict
  /// Where other stores first differ, if the states of one do.
  var later: [BuildDifference] = []
  /// What of it only one of the builds has.
  var unshared: Unshared
  /// What of the log is damaged or missing, in a sentence.
  var loss: String?
  /// How a command ends that has done its work with the log.
  var exitCode: ExitCode

  /// Where the builds part ways; nil if they do not.
  var difference: BuildDifference? {
    if case .differs(let difference) = verdict { difference } else { nil }
  }

  /// Where both stop alike.
  var commonStop: BuildStop? {
    if case .same(let stop) = verdict { stop } else { nil }
  }
}
