public import PlayheadLog
import PlayheadReading
public import PlayheadValues

/// Why a log cannot be replayed with an app. `description` is a sentence that says what to do.
public enum ReplayError: Error, Codable, Hashable, Sendable {
  /// The log's stores are not the app's.
  case otherStores(log: [String], app: [String])
  /// The log does not fit this build exactly, as ``DecodingPolicy/strict`` requires.
  case incompatible(Compatibility, log: String)
  /// The app reads some of the log differently, or cannot read it, and has no upgrade for it, as
  /// ``DecodingPolicy/careful`` requires.
  case readDifferently(Compatibility, log: String)
  /// A store took actions of this type when it was recorded, and none does now. If the app stopped before the
  /// action was finished, the log does not say whether one took it.
  case unknownType(ActionType, step: Step, isUnfinished: Bool = false)
  /// The action was recorded by reflection, for looking only.
  case reflected(ActionType, step: Step)
  /// The action's fields do not fit the app's type.
  case undecodable(ActionType, step: Step, String)
  /// The app's upgrades lead from the action's version to `reached`, but not to the current version.
  case noUpgrade(ActionType, step: Step, reached: Int, current: Int)
  /// A store's state in the log does not fit the app's type.
  case undecodableState(store: String, step: Step, String)
  /// A store's state throws when it is encoded, so you can neither show nor compare it.
  case unencodableState(store: String, step: Step, String)
  /// The log lacks the state that the actions after this step need. `next` is the next step with a state.
  /// `lost` are the lost actions in front, if they are the reason.
  case noState(step: Step, next: Step? = nil, lost: ClosedRange<Step>? = nil)
  /// A store traps at an action, of this type if the log has it.
  case traps(KnownCrash, ActionType?)
  /// Two action types have the same name.
  case sameName(String, String, String)
  /// Two upgrades are for the same actions, states or store: these.
  case sameUpgrade(of: String)
  /// The app's upgrades of actions lead to this type, which is no action of the app.
  case unknownUpgrade(to: String)
  /// The log has a draw that is not a date, a UUID or a random number.
  case unknownDraw(step: Step)
}

extension ReplayError {
  /// Whether the log lacks a state, or lost the way to it.
  package var isLoss: Bool { if case .noState = self { true } else { false } }

  /// Whether one action does not fit, so that a replay can skip it.
  package var isIncompatibility: Bool {
    switch self {
    case .unknownType, .reflected, .undecodable, .noUpgrade: true
    default: false
    }
  }
}

extension ReplayError: ErrorInLines {
  /// What does not fit and what to do about it.
  public var description: String { text.plain }

  package var text: StyledText {
    switch self {
    case .incompatible(let compatibility, let log):
      compatibility.text(
        "'\(log)' does not fit this build of the app exactly, as strict reading requires:")
    case .readDifferently(let compatibility, let log) where compatibility.verdict == .impossible:
      compatibility.text(
        "this build of the app cannot read all of '\(log)':",
        "let the types' 'init(from:)' accept it, declare upgrades in the app's 'upgrades', or record the "
          + "session again; in a test, 'decoding: .salvage' skips such actions")
    case .readDifferently(let compatibility, let log):
      compatibility.text(
        "this build of the app reads some of '\(log)' differently:",
        "if that is right, '--risky' accepts it, or 'decoding: .usual' in a test; otherwise declare upgrades in "
          + "the app's 'upgrades'")
    default: "\(sentence)"
    }
  }

  private var sentence: String {
    switch self {
    case .incompatible, .readDifferently: ""
    case .otherStores(let log, let app): Self.otherStoresSentence(log, app)
    case .unknownType(let type, let step, let isUnfinished):
      "no store of the app handles action '\(type.name)' of step \(step), but "
        + (isUnfinished
          ? "the recorded app stopped within it" : "one did when it was recorded")
        + "; register the type again (in the 'actions' of an 'AppEntry'), keep its old name with 'actionName', or declare an "
        + "upgrade in the app's 'upgrades'"
    case .reflected(let type, let step):
      "action '\(type.name)' of step \(step) was recorded by reflection, for looking only, and cannot be replayed; "
        + "make its type 'Codable' and record it with 'record'"
    case .undecodable(let type, let step, let why):
      "action '\(type.name)' of step \(step) does not fit the app's type: \(why); let the type's "
        + "'init(from:)' accept it, \(Self.hint("an upgrade from version \(type.version)"))"
    case .noUpgrade(let type, let step, let reached, let current):
      "action '\(type.name)' of step \(step) has version \(type.version), and the app's upgrades lead "
        + "from there to version \(reached), not to the current version, \(current); "
        + Self.hint("an upgrade from version \(reached)")
    case .undecodableState(let store, let step, let why):
      "the state of store '\(store)' at step \(step) does not fit the app's type: \(why); let "
        + "the type's 'init(from:)' accept it, \(Self.hint("an upgrade of it"))"
    case .unencodableState(let store, let step, let why):
      "the state of store '\(store)' at step \(step) cannot be encoded: \(why); make its "
        + "'encode(to:)' accept every value of its type"
    case .sameName(let name, let one, let other):
      "the actions \(one) and \(other) share the name '\(name)'; give one another 'actionName'"
    case .sameUpgrade(let subject): "the app's 'upgrades' have two for \(subject); keep one"
    case .unknownUpgrade(let name):
      "the app's 'upgrades' turn actions into '\(name)', which must be an action that a store handles or the app "
        + "lists; a store's state is upgraded by '.state(of:from:)'"
    case .noState(_, let next, let lost?): Self.lostSentence(lost, next)
    case .noState(let step, let next, nil):
      "the log lacks the state at step \(step), so the actions after it cannot be replayed"
        + (next.map { " up to step \($0), the next step with a state" } ?? "")
        + "; '\(toolName) verify' shows the damage"
    case .traps(let trap, let type):
      "\(trap.sentence(type)); step \(trap.step.number - 1) has the last state before it"
    case .unknownDraw(let step):
      "step \(step) drew a value of a kind that this build does not know; use a newer Playhead"
    }
  }

  private static func lostSentence(_ lost: ClosedRange<Step>, _ next: Step?) -> String {
    let isOne = lost.lowerBound == lost.upperBound
    let others = [
      lost.lowerBound > .initial ? "before \(lost.lowerBound)" : nil, next.map { "from \($0) on" },
    ].compactMap(\.self)
    return
      "\(lost.words) of the log \(isOne ? "is" : "are") lost, so "
      + "the states after them are unknown"
      + (next.map { " up to step \($0), the next step with a state" } ?? "")
      + (others.isEmpty ? "; " : "; name a step \(others.joined(separator: " or ")), or ")
      + "keep all other actions with '\(toolName) recover LOG -o OUT'"
  }

  private static func otherStoresSentence(_ log: [String], _ app: [String]) -> String {
    let missing = log.filter { !app.contains($0) }
    let hint =
      missing.isEmpty
      ? ""
      : ", or list the stores that the app registers later in its 'otherStores': \(storeList(missing))"
    return "the log has the stores \(storeList(log)) and the app has \(storeList(app)); "
      + "declare added, removed and renamed stores in the app's 'upgrades', or replay the log with "
      + "the build that recorded it"
      + hint
  }

  private static func hint(_ upgrade: String) -> String {
    "declare \(upgrade) in the app's 'upgrades', or replay the log with the build that recorded it"
  }
}

extension Compatibility {
  /// A sentence, a line for each change, and what to do about them.
  fileprivate func text(_ head: StyledText, _ hint: StyledText? = nil) -> StyledText {
    ([head] + changes.map { "  \($0)" } + [hint].compactMap(\.self).map { "  \($0)" })
      .joined(separator: "\n")
  }
}
