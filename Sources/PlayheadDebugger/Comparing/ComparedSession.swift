import PlayheadLog
import PlayheadReading
import PlayheadReplay

/// A session and its replays in two builds.
struct ComparedSession: Sendable {
  /// The log's path as typed.
  var path: String
  var app: String
  var actionCount: Int
  var lastStep: Step
  var verdict: BuildVerdict
  /// The first differences of other stores, if one store differs.
  var later: [BuildDifference] = []
  /// What is different at the end of the session, if all differences are kept.
  var atEnd: [BuildDifference] = []
  /// The stores and steps that only one build has.
  var unshared: Unshared
  /// A sentence about damaged or missing parts of the log.
  var loss: String?
  /// The exit code for the log itself.
  var exitCode: ExitCode

  /// The first difference; `nil` if there is none.
  var difference: BuildDifference? {
    if case .differs(let difference) = verdict { difference } else { nil }
  }

  /// The step at which both builds stop, if they stop in the same way.
  var commonStop: BuildStop? {
    if case .same(let stop) = verdict { stop } else { nil }
  }
}
