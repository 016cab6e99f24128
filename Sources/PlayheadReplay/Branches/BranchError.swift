public import PlayheadLog
public import PlayheadValues

/// Why a branch cannot be changed as asked. `description` is a sentence that says what to do.
public enum BranchError: Error, Hashable, Sendable {
  /// The initial state is not an action.
  case initialState(Step)
  /// The action is skipped.
  case skipped(BranchOrigin)
  /// The branch has the recording's actions of one run, and none after the steps missing there.
  case otherRun(Step, run: ClosedRange<Step>)
  /// No action was to be kept.
  case nothingKept
  /// An action was to be put after itself.
  case movedAfterItself(BranchOrigin)
  /// An action would come before its cause.
  case effectFirst(Step, cause: Step)
  /// The app has no such action type; `known` are those that it has.
  case unknownType(String, known: [String])
  /// The payload does not fit the type, for this reason.
  case unfit(type: String, String)
  /// The type is an enum without this case, or no case was named; `known` are those that the log has.
  case noCase(String?, type: String, known: [String])
  /// The payload has nothing at the path; `suggestion` is a close one, `known` what it has there.
  case nothingAt(StatePath, type: String, suggestion: StatePath?, known: [String])
  /// The action's type reads nothing at the path.
  case ignored(StatePath, type: String)
  /// The type takes no payload.
  case noPayload(type: String)
  /// The action's type is gone from the app, or left out by its upgrades.
  case noCurrentType(Step, String)
  /// Several stores could handle the action, and none is named.
  case noStore(String, known: [String])
  /// The named store does not handle actions of the type; `known` do.
  case notHandled(String, by: String, known: [String])
  /// The action goes on from the state of a step before the branch, so that the branch cannot be saved alone.
  case wentOnFromBefore(Step, origin: Step)
  /// The app's own engine cannot make actions.
  case cannotBuildActions
}

extension BranchError: CustomStringConvertible {
  /// What cannot be done, and what you can do.
  public var description: String {
    switch self {
    case .initialState(let step):
      "step \(step) is the state at the beginning of the recording, not an action; name a later step"
    case .skipped(let action):
      "\(action) is skipped in this branch; undo that, or name another step"
    case .otherRun(let step, let run):
      "the branch has only the recording's steps \(run.lowerBound)–\(run.upperBound), because the steps "
        + "around them are missing; leave it, and begin another branch for step \(step)"
    case .nothingKept:
      "a branch needs at least one action; keep one, or skip only the unwanted actions"
    case .wentOnFromBefore(let step, let origin):
      "the branch cannot be saved: at step \(step) the session went on from the state of step \(origin), before the "
        + "branch's steps; leave that step and later ones out"
    case .movedAfterItself(let action):
      "\(action) cannot be moved after itself; name another step"
    case .effectFirst(let step, let cause):
      "step \(step) was caused by step \(cause) and cannot come before it; move step \(cause) too, or skip it"
    case .unknownType(let name, let known):
      "the app has no action '\(name)'; " + Self.hint(name, known)
        + (name.first?.isLowercase == true && !name.contains(".")
          ? "; a case of an enum is written with its type, as in 'Event.\(name)'" : "")
    case .unfit(let type, let why):
      "the payload does not fit action '\(type)': \(why)"
    case .noCase(let name?, let type, let known):
      "enum '\(type)' has no case '\(name)'; " + Self.hint(name, known, in: "the log")
    case .noCase(nil, let type, let known):
      "'\(type)' is an enum: add a case; the log has \(known.quotedList)"
    case .nothingAt(let path, let type, let suggestion, let known):
      "the payload of action '\(type)' has nothing at '\(path)'"
        + (suggestion.map { "; did you mean '\($0)'?" }
          ?? (known.isEmpty ? "" : "; it has \(known.quotedList) there"))
    case .ignored(let path, let type):
      "action '\(type)' takes nothing at '\(path)'; name a part that it has"
    case .noPayload(let type): "action '\(type)' takes no payload; write '()'"
    case .noCurrentType(let step, let name):
      "action '\(name)' of step \(step) is of a type that the app does not have; skip it, or move it"
    case .noStore(let name, let known):
      "several stores handle '\(name)'; name one of them, as in '\(known[0])/\(name)'"
    case .notHandled(let name, let store, let known):
      "store '\(store)' does not handle '\(name)' here"
        + (known.isEmpty ? "; no store does" : "; these do: \(known.quotedList)")
    case .cannotBuildActions:
      "the app's own engine cannot make other actions; skip or move recorded actions"
    }
  }

  private static func hint(_ name: String, _ known: [String], in place: String = "it") -> String {
    let shortened = known.map { $0.split(separator: ".").last.map(String.init) ?? $0 }
    if let near = Suggestion.closest(to: name, in: known + shortened) {
      return "did you mean '\(near)'?"
    }
    return "\(place) has \(known.quotedList)"
  }
}
