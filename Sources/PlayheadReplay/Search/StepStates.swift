package import PlayheadLog
import PlayheadValues

/// Single values of the states of a step and of the step before. The replay moves only when a value is needed, and a
/// value is encoded once.
final class StepStates {
  /// The state cannot be had: what led up to it is lost.
  struct Unreachable: Error {}

  private let replay: Replay
  /// Whether the state before is ever asked for: it must be kept before the replay passes it.
  private let needsBefore: Bool
  /// The stores of which it is kept; nil for all.
  private let storesBefore: Set<String>?
  private let encoding = StateEncoding()
  private var step: Step
  private var presence = Presence.untried
  private var present = Known()
  /// What is known of the step before.
  private var former = Known()

  private enum Presence { case untried, reached, missing }

  /// What is known of a step.
  private final class Known {
    /// Copies of the stores' states. They share with those of the stores what one action leaves alone.
    var states: [String: TrackedValue] = [:]
    /// What was encoded of them.
    var values: [StatePath: Value?] = [:]
    /// Whether the state is not known.
    var isMissing = false
  }

  /// The states that `replay` comes to, for expressions that ask what `conditions` ask.
  init(_ replay: Replay, for conditions: [Condition]) {
    self.replay = replay
    step = replay.position
    let asking = conditions.filter(\.needsStateBefore)
    needsBefore = !asking.isEmpty
    // The empty path is the whole state.
    let names = asking.flatMap(\.paths).map { $0.components.first?.name }
    let isOpen = names.contains(nil) || asking.contains(where: \.hasOtherPaths)
    storesBefore = isOpen ? nil : Set(names.compactMap(\.self))
  }

  /// Turns to a step; nothing is replayed yet.
  func move(to step: Step) {
    guard step != self.step else { return }
    // Keeps what was encoded of the step before only if it is needed: stores whose states are copied must copy what
    // they change.
    former = needsBefore && self.step.next == step ? present : Known()
    present = Known()
    presence = .untried
    self.step = step
  }

  // MARK: Values

  /// The value at `path`; nil where nothing is.
  func value(at path: StatePath) throws -> Value? {
    try reach()
    return try value(at: path, in: present, stateHere)
  }

  /// The value at `path` in the state before; nil where nothing is, or where that state is not known.
  func valueBefore(at path: StatePath) throws -> Value? {
    try reach()
    return former.isMissing ? nil : try value(at: path, in: former) { former.states[$0] }
  }

  /// Whether the two differ; nil if the state before is not known.
  func changed(at path: StatePath) throws -> Bool? {
    try reach()
    if former.isMissing { return nil }
    return try value(at: path) != valueBefore(at: path)
  }

  private func value(
    at path: StatePath, in known: Known, _ state: (String) -> TrackedValue?
  ) throws -> Value? {
    if let value = known.values[path] { return value }
    let value = try encode(path, state)
    known.values.updateValue(value, forKey: path)
    return value
  }

  private func encode(_ path: StatePath, _ state: (String) -> TrackedValue?) throws -> Value? {
    guard let first = path.components.first else {
      return .record(
        try replay.stores.map { store in
          Value.Field(store, try encode(StatePath([.field(store)]), state) ?? .null)
        })
    }
    guard let store = first.name, let state = state(store) else { return nil }
    return try encoding.value(at: path.withoutFirst, in: state, store, at: step)
  }

  /// A copy of a store's state at the step, at which the replay is.
  private func stateHere(_ store: String) -> TrackedValue? {
    if let known = present.states[store] { return known }
    let state = replay.state(ofStore: store).map { TrackedValue($0) }
    present.states[store] = state
    return state
  }

  // MARK: Replaying

  /// Brings the replay to the step, by way of the one before if that is asked for.
  private func reach() throws {
    if presence == .missing { throw Unreachable() }
    if presence == .reached, replay.position == step { return }
    do {
      if needsBefore, presence == .untried { try keepStateBefore() }
      try go(to: step)
      presence = .reached
    } catch is Unreachable {
      presence = .missing
      throw Unreachable()
    }
  }

  private func keepStateBefore() throws {
    guard let before = step.previous, step > replay.log.initialStep else {
      return former.isMissing = true
    }
    do {
      try go(to: before)
    } catch is Unreachable {
      return former.isMissing = true
    }
    for store in storesBefore ?? Set(replay.stores) where former.states[store] == nil {
      former.states[store] = replay.state(ofStore: store).map { TrackedValue($0) }
    }
  }

  private func go(to step: Step) throws {
    guard replay.position != step else { return }
    guard replay.reaches(step) else { throw Unreachable() }
    do {
      try replay.go(to: step)
    } catch let error as LogError where error.isLoss {
      throw Unreachable()
    } catch let error as ReplayError where error.isLoss {
      throw Unreachable()
    }
  }
}

extension LogError {
  /// Whether it is about a step that the log lacks.
  package var isLoss: Bool {
    switch self {
    case .damaged, .lost, .inGap, .noStep, .beforeStart: true
    default: false
    }
  }
}
