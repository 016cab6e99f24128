public import PlayheadLog
import PlayheadValues

/// What in a log did not fit this build and was skipped.
public struct Incompatibilities: Codable, Hashable, Sendable {
  /// The actions of one type.
  public struct Actions: Codable, Hashable, Sendable {
    /// The type's name and version in the log.
    public let type: ActionType
    /// The step of the first of them.
    public let first: Step
    /// How many there are.
    public fileprivate(set) var count: Int
  }

  /// The skipped actions, by type, in the order they were found. An action replayed again counts once.
  public private(set) var actions: [Actions] = []
  /// The stores with a state in the log that did not fit. They continued from the app's initial states.
  public private(set) var stores: [String] = []
  private var last = Step.initial

  /// How many actions were skipped.
  public var count: Int { actions.reduce(0) { $0 + $1.count } }

  /// Whether everything fitted so far.
  public var isEmpty: Bool { actions.isEmpty && stores.isEmpty }

  package init() {}

  /// Counts an action, unless it or a later one was counted before.
  package mutating func add(_ type: ActionType, at step: Step) {
    guard step > last else { return }
    last = step
    if let place = actions.firstIndex(where: { $0.type == type }) {
      actions[place].count += 1
    } else {
      actions.append(Actions(type: type, first: step, count: 1))
    }
  }

  mutating func add(_ stores: [String]) {
    for store in stores where !self.stores.contains(store) { self.stores.append(store) }
  }
}

/// Why an action or a state could not be made from the log, if the reason is not a decoding error.
enum IncompatibilityReason: Error {
  /// An upgrade threw an error of this type.
  case upgradeThrew(String)
  /// The first of two upgrades returns another type than the next takes.
  case upgradeMismatch
  /// A store's upgrades lead to one version of its states, but not to the current one.
  case cutShort(reached: Int, current: Int)
}

/// A sentence about `error`, thrown while something was read from a log, without any value.
func incompatibility(_ error: any Error) -> String {
  switch error {
  case let error as DecodingError: error.sentence
  case IncompatibilityReason.upgradeThrew(let type): "its upgrade throws \(type)"
  case IncompatibilityReason.upgradeMismatch:
    "an upgrade returns a type that the next upgrade does not take"
  case IncompatibilityReason.cutShort(let reached, let current):
    "the app's upgrades lead to version \(reached), not to the current version, \(current)"
  default: "its 'init(from:)' throws \(type(of: error))"
  }
}

/// What becomes of an action in a log that does not fit this build of the app.
public enum DecodingPolicy: String, Hashable, Sendable, CaseIterable, Codable {
  /// The replay stops there with an error that names the action and what does not fit.
  case usual
  /// For fixtures: as `usual`, but refuses a log that has damage, or of which the app reads something
  /// differently and has no upgrade for it. Fields that the log lacks may have defaults.
  case careful
  /// Refuses a log that has damage or is not ``Compatibility/Verdict/fine``.
  case strict
  /// The replay skips the action, or the state that does not fit. ``Replay/approximateSince`` says where
  /// states begin to differ from the recorded ones.
  case salvage
}
