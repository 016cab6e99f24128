public import PlayheadLog
import PlayheadValues

/// What of a log does not fit this build and was passed over.
public struct Incompatibilities: Codable, Hashable, Sendable {
  /// The actions of one type.
  public struct Actions: Codable, Hashable, Sendable {
    /// Their name and version in the log.
    public let type: ActionType
    /// The first of them.
    public let first: Step
    /// How many.
    public fileprivate(set) var count: Int
  }

  /// The actions, by type, in the order of their first incompatibility. An action that is replayed again after going back
  /// counts once.
  public private(set) var actions: [Actions] = []
  /// The stores of which a state in the log did not fit; they went on from the app's initial ones.
  public private(set) var stores: [String] = []
  private var last = Step.initial

  /// How many actions were passed over.
  public var count: Int { actions.reduce(0) { $0 + $1.count } }

  /// Whether everything fitted so far.
  public var isEmpty: Bool { actions.isEmpty && stores.isEmpty }

  /// Nothing so far.
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

/// Why an action or a state could not be made of what the log has, where it is no decoding error.
enum IncompatibilityReason: Error {
  /// An upgrade threw an error of this type.
  case upgradeThrew(String)
  /// Of two upgrades the first gives another type than the next takes.
  case upgradesApart
  /// A store's upgrades lead to one version of its states, and not to the present one.
  case cutShort(reached: Int, present: Int)
}

/// What `error`, thrown while something was read from a log, says of it; without any value.
func incompatibility(_ error: any Error) -> String {
  switch error {
  case let error as DecodingError: error.sentence
  case IncompatibilityReason.upgradeThrew(let type): "its upgrade throws \(type)"
  case IncompatibilityReason.upgradesApart: "an upgrade gives another type than the next one takes"
  case IncompatibilityReason.cutShort(let reached, let present):
    "the app's upgrades lead to version \(reached) and not to the present one, which is \(present)"
  default: "its 'init(from:)' throws \(type(of: error))"
  }
}

/// What becomes of an action in a log that does not fit this build of the app.
public enum DecodingPolicy: String, Hashable, Sendable, CaseIterable, Codable {
  /// The replay ends there with an error that names the action and what does not fit.
  case usual
  /// For fixtures: a log with damage, or one that is not ``Compatibility/Verdict/fine``, is refused.
  case strict
  /// The action is passed over, and so is a state that does not fit. ``Replay/approximateSince`` says from where on
  /// states differ from the recorded ones.
  case salvage
}
