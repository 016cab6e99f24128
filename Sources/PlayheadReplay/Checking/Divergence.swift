public import PlayheadLog
public import PlayheadValues

/// Where a replay is not what was recorded, or not what another replay of the same log is.
public struct Divergence: Sendable {
  /// How it came to light.
  public enum Evidence: Sendable, Equatable, Codable {
    /// Two replays differ from this step on: the stores are not deterministic.
    case betweenReplays
    /// A state that was put aside changed when a later action was handled: it shares an object with
    /// the states after it, so that no earlier step can be gone back to.
    case sharedOverTime
    /// The state does not survive being encoded and decoded, as checkpoints are.
    case roundTrip
    /// The digest that was recorded differs from the replay's; the last step at which they agreed.
    case fromRecording(lastAgreed: Step)
    /// The stores drew something else from outside than what was recorded.
    case draws(DrawFault)
  }

  /// How it came to light.
  public var evidence: Evidence
  /// The first step at which it shows.
  public var step: Step
  /// The type of that step's action.
  public var action: ActionType
  /// The store whose state differs; nil where only draws do.
  public var store: String?
  /// Where the states differ, in the state of all stores; nil where a state to compare with was not
  /// kept, which is so for recordings.
  public var path: StatePath?
  /// What one replay has there, and what the other has. Either is nil where it has nothing.
  public var values: (one: Value?, other: Value?)
  /// Both canonical forms of the store's state, where there are two.
  var states: [[UInt8]] = []
  /// Whether the list around the place has the same elements in both, in another order.
  package private(set) var isReordering = false

  init(
    evidence: Evidence, step: Step, action: ActionType, store: String?, path: StatePath?,
    values: (one: Value?, other: Value?)
  ) {
    (self.evidence, self.step, self.action, self.store) = (evidence, step, action, store)
    (self.path, self.values) = (path, values)
  }

  /// Takes in where the state of a store differs first, by both canonical forms.
  mutating func show(_ bytes: [UInt8], _ otherBytes: [UInt8], in store: String) throws {
    func tree(_ bytes: [UInt8]) throws -> Value {
      .record([.init(store, try bytes.withUnsafeBytes { try Value(canonical: $0) })])
    }
    let (one, other) = (try tree(bytes), try tree(otherBytes))
    let change = Diff(from: one, to: other).changes.first
    self.store = store
    (path, values) = (change?.path, (change?.old, change?.new))
    states = [bytes, otherBytes]
    if let list = path.map({ StatePath(Array($0.components.dropLast())) }) {
      showReordering(of: list, one.value(at: list), other.value(at: list))
    }
  }

  /// If a list has the same elements in both, shows the first element that differs.
  private mutating func showReordering(of list: StatePath, _ one: Value?, _ other: Value?) {
    guard let reordering = Reordering(one, other),
      let change = Diff(from: reordering.elements.one, to: reordering.elements.other).changes.first
    else { return }
    isReordering = true
    path = StatePath(list.components + [.index(reordering.place)] + change.path.components)
    values = (change.old, change.new)
  }
}

extension Divergence: CustomStringConvertible {
  /// What differs, where, and since when.
  public var description: String {
    switch evidence {
    case .betweenReplays:
      "step \(step) (\(action.name)) is not deterministic: two replays differ "
        + "at \(place)\(comparison)"
    case .sharedOverTime:
      "step \(step) (\(action.name)) changed the states before it as well, at \(place)\(comparison); "
        + "it changed an object that they share, where a state must be a value"
    case .roundTrip:
      "the state at step \(step) (\(action.name)) is another one after encoding and decoding it: "
        + "'encode(to:)' and 'init(from:)' disagree at \(place)\(comparison)"
    case .fromRecording(let lastAgreed):
      "the replay is not what was recorded: \(place) differs at step \(step) (\(action.name)), "
        + "and agreed at step \(lastAgreed)"
    case .draws(let fault):
      "step \(step) (\(action.name)) drew other values than recorded: \(fault)"
    }
  }

  private var place: String {
    path.map { "'\($0)'" } ?? store.map { "store '\($0)'" } ?? "an unknown place"
  }

  private var comparison: String {
    ": \(text(values.one)) and \(text(values.other))"
  }

  private func text(_ value: Value?) -> String {
    var options = PrintOptions()
    options.textLimit = 60  // Two of them share a line.
    let text = value?.swiftText(options: options) ?? "nothing"
    return text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: " ")
  }
}

/// Two lists with the same elements in another order: a diff would show elements that came and went, and none did.
struct Reordering {
  /// Where the first other element is.
  let place: Int
  /// The elements that are there.
  let elements: (one: Value, other: Value)

  /// Nil if these are no such lists.
  init?(_ one: Value?, _ other: Value?) {
    guard case .list(let ones) = one, case .list(let others) = other,
      ones.count == others.count, Self.counts(ones) == Self.counts(others),
      let place = ones.indices.first(where: { ones[$0] != others[$0] })
    else { return nil }
    self.place = place
    elements = (ones[place], others[place])
  }

  private static func counts(_ values: [Value]) -> [Value: Int] {
    values.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }
}
