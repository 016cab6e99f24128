public import PlayheadLog

/// What of a log does not fit this build and was passed over.
public struct Misfits: Codable, Hashable, Sendable {
  /// The actions of one type.
  public struct Actions: Codable, Hashable, Sendable {
    /// Their name and version in the log.
    public let type: ActionType
    /// The first of them.
    public let first: Step
    /// How many.
    public fileprivate(set) var count: Int
  }

  /// The actions, by type, in the order in which the types came up. One that is come to again, after
  /// going back, counts once.
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
