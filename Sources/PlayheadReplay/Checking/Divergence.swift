public import PlayheadLog
public import PlayheadValues

/// Where a replay differs from the recording, or from another replay of the same log.
public struct Divergence: Codable, Sendable {
  /// How a divergence was found.
  public enum Evidence: Sendable, Equatable, Codable {
    /// Two replays differ from this step on: the stores are not deterministic.
    case betweenReplays
    /// A kept state changed when a later action was handled. It shares an object with the states after it, so
    /// you cannot go back to any earlier step.
    case sharedOverTime
    /// The state changes when it is encoded and decoded, as checkpoints are.
    case roundTrip
    /// The recorded digest differs from the replay's. `lastAgreed` is the last step at which they agreed.
    case fromRecording(lastAgreed: Step)
    /// The stores drew different values than recorded.
    case draws(DrawFault)
  }

  /// How the divergence was found.
  public var evidence: Evidence
  /// The first step that shows the divergence.
  public var step: Step
  /// The type of that step's action.
  public var action: ActionType
  /// The store with the different state; nil if only draws differ.
  public var store: String?
  /// Where the states differ, in the state of all stores; nil without a state to compare, as in recordings.
  public var path: StatePath?
  /// The values of both replays at `path`.
  public var values = Values()
  /// Whether the list around `path` has the same elements in both replays, in another order.
  package private(set) var isReordering = false

  /// Two values that differ, nil where a replay has none.
  public struct Values: Codable, Hashable, Sendable {
    /// The value of the first replay.
    public var one: Value?
    /// The value of the other replay.
    public var other: Value?
  }

  init(_ evidence: Evidence, at step: Step, of action: ActionType, in store: String?) {
    (self.evidence, self.step, self.action, self.store) = (evidence, step, action, store)
  }

  /// Sets the first place at which a store's two canonical forms differ.
  mutating func show(_ bytes: [UInt8], _ otherBytes: [UInt8], in store: String) throws {
    let one = try Value(ofStore: store, canonical: bytes)
    let other = try Value(ofStore: store, canonical: otherBytes)
    let change = Diff(from: one, to: other).changes.first
    self.store = store
    (path, values) = (change?.path, Values(one: change?.old, other: change?.new))
    if let list = path.map({ StatePath(Array($0.components.dropLast())) }) {
      showReordering(of: list, one.value(at: list), other.value(at: list))
    }
  }

  /// If a list has the same elements in both replays, in another order, shows the first element that differs. A diff
  /// would show elements that came and went.
  private mutating func showReordering(of list: StatePath, _ one: Value?, _ other: Value?) {
    func counts(_ values: [Value]) -> [Value: Int] {
      values.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
    guard case .list(let ones) = one, case .list(let others) = other,
      ones.count == others.count, counts(ones) == counts(others),
      let place = ones.indices.first(where: { ones[$0] != others[$0] }),
      let change = Diff(from: ones[place], to: others[place]).changes.first
    else { return }
    isReordering = true
    path = StatePath(list.components + [.index(place)] + change.path.components)
    values = Values(one: change.old, other: change.new)
  }
}

extension Value {
  /// A state with one store, whose state is given in canonical form.
  init(ofStore name: String, canonical bytes: [UInt8]) throws {
    self = .record([.init(name, try bytes.withUnsafeBytes { try Value(canonical: $0) })])
  }
}

extension Divergence: CustomStringConvertible {
  /// What differs, and where, in one sentence.
  public var description: String {
    switch evidence {
    case .betweenReplays:
      "step \(step) (\(action.name)) is not deterministic: two replays differ "
        + "at \(place)\(comparison)"
    case .sharedOverTime:
      "step \(step) (\(action.name)) also changed the states before it, at \(place)\(comparison); it "
        + "changed an object that the states share, but a state must be a value"
    case .roundTrip:
      "the state at step \(step) (\(action.name)) is different after encoding and decoding it: "
        + "'encode(to:)' and 'init(from:)' disagree at \(place)\(comparison)"
    case .fromRecording(let lastAgreed):
      "the replay differs from the recording: \(place) differs at step \(step)"
        + (lastAgreed.next == step
          ? " (\(action.name)) and agreed at step \(lastAgreed)"
          : " and agreed at step \(lastAgreed); the log has no digests of the steps between them")
    case .draws(let fault):
      "step \(step) (\(action.name)) drew different values than recorded: \(fault)"
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
