import PlayheadInspector
import PlayheadLog
import PlayheadReading
package import PlayheadReplay
package import PlayheadValues

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
  var onlyInOneBuild: OnlyInOneBuild
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

/// What differs: of states, the places; of stops and draws, both builds.
private struct DifferenceAnswer: Encodable {
  let step: Step
  let lastAgreed: Step?
  let action: String?
  @IfPresent var afterGap: Bool?
  let kind: String
  @IfPresent var places: Int? = nil
  @IfPresent var changes: [AlignedChange]? = nil
  @IfPresent var old: JSON? = nil
  @IfPresent var new: JSON? = nil

  /// The most changes to list. A session may differ at thousands of paths.
  private static let listedPlaces = 16

  init(_ difference: BuildDifference) throws {
    (step, lastAgreed) = (difference.step, difference.lastAgreed)
    action = difference.action
    afterGap = difference.isAfterGap ? true : nil
    switch difference.fact {
    case .values(let found):
      kind = "values"
      places = found.count
      changes =
        difference.diff?.alignedChanges
        ?? found.sorted { $0.key < $1.key }.prefix(Self.listedPlaces).map(\.value)
    case .stops(let one, let other):
      kind = "stop"
      (old, new) = (try JSON(one), try JSON(other))
    case .draws(let one, let other):
      kind = "draws"
      (old, new) = (try JSON(one?.description), try JSON(other?.description))
    }
  }
}

extension BuildDifference: HasJSONForm {
  package var jsonForm: some Encodable { get throws { try DifferenceAnswer(self) } }
}

private struct SessionAnswer: Encodable {
  let log: String
  let app: String
  let actions: Int
  let same: Bool
  @IfPresent var loss: String?
  @IfPresent var stop: BuildStop?
  @IfPresent var notCompared: OnlyInOneBuild?
}

/// Where other stores first differ, and what is different at the end.
private struct MoreDifferences: Encodable {
  @IfPresent var later: [BuildDifference]?
  @IfPresent var atEnd: [BuildDifference]?
}

extension ComparedSession: HasJSONForm {
  /// The session, its first difference, and the others.
  var jsonForm: JSON {
    get throws {
      let session = SessionAnswer(
        log: path, app: app, actions: actionCount, same: difference == nil, loss: loss,
        stop: commonStop, notCompared: onlyInOneBuild.isEmpty ? nil : onlyInOneBuild)
      let more = MoreDifferences(
        later: later.isEmpty ? nil : later, atEnd: atEnd.isEmpty ? nil : atEnd)
      guard let difference else { return try JSON(Joined(session, more)) }
      return try JSON(Joined(Joined(session, difference), more))
    }
  }
}

private struct AlignedChangeAnswer: Encodable {
  let path: StatePath
  let old: Value?
  let new: Value?
  @IfPresent var movedTo: StatePath?
}

extension AlignedChange: HasJSONForm {
  package var jsonForm: some Encodable {
    AlignedChangeAnswer(path: change.path, old: change.old, new: change.new, movedTo: movedTo)
  }
}
