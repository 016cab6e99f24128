import PlayheadInspector
import PlayheadLog
import PlayheadReading
import PlayheadReplay
import PlayheadValues

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

  /// The most changes to list. A session may differ at thousands of paths.
  private static let listedPlaces = 16

  var json: JSON {
    let session: JSON = [
      "log": path, "app": app, "actions": actionCount, "same": difference == nil,
    ]
    return session.adding("loss", ifAny: loss)
      .adding("stop", ifAny: commonStop?.json)
      .adding("notCompared", ifAny: onlyInOneBuild.isEmpty ? nil : onlyInOneBuild.json)
      + (difference.map(Self.json) ?? [:])
      .adding("later", ifAny: later.isEmpty ? nil : later.map(Self.json))
      .adding("atEnd", ifAny: atEnd.isEmpty ? nil : atEnd.map(Self.json))
  }

  private static func json(_ difference: BuildDifference) -> JSON {
    let facts: JSON =
      switch difference.fact {
      case .values(let changes):
        [
          "kind": "values", "places": changes.count,
          "changes": difference.diff?.alignedChanges.map(\.json)
            ?? changes.sorted { $0.key < $1.key }.prefix(listedPlaces).map(\.value.json),
        ]
      case .stops(let old, let new): ["kind": "stop", "old": old?.json, "new": new?.json]
      case .draws(let old, let new):
        ["kind": "draws", "old": old?.description, "new": new?.description]
      }
    return difference.json + facts
  }
}

extension SessionGroup {
  /// The group with its logs.
  var json: JSON {
    let group: JSON = ["group": number, "sessions": members.count]
    let example: JSON = ["log": example.session.path]
    return group + causeJSON + [
      "alsoAt": alsoCommon.compactMap(\.pattern), "samePlaceAs": samePlace,
      "example": example + self.example.difference.json + (exampleChange?.json ?? [:]),
      "logs": members.map(\.session.path),
    ]
  }

  private var causeJSON: JSON {
    let place: JSON = ["action": cause.action]
    let since = place.adding("afterGap", ifAny: cause.isAfterGap ? true : nil)
    return switch cause.kind {
    case .place(let pattern): ["kind": "values"] + since + ["place": pattern]
    case .stop(let old, let new): ["kind": "stop"] + since + ["old": old, "new": new]
    case .draws(let old, let new): ["kind": "draws"] + since + ["old": old, "new": new]
    }
  }
}

extension BuildDifference {
  /// The step and the action of the difference.
  fileprivate var json: JSON {
    let place: JSON = ["step": step, "lastAgreed": lastAgreed, "action": action]
    return place.adding("afterGap", ifAny: isAfterGap ? true : nil)
  }
}

extension BuildStop {
  fileprivate var json: JSON { ["kind": kind.rawValue, "step": step, "reason": reason] }
}

extension AlignedChange {
  fileprivate var json: JSON {
    let json: JSON = ["path": change.path, "old": change.old, "new": change.new]
    return json.adding("movedTo", ifAny: movedTo)
  }
}

extension OnlyInOneBuild {
  var json: JSON {
    [
      "oldStores": stores.old, "newStores": stores.new, "oldSteps": steps.old,
      "newSteps": steps.new,
    ]
  }
}
