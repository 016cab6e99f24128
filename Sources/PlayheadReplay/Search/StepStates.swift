import PlayheadReading
import PlayheadLog
import PlayheadValues

/// Single values of the states of a step and of the step before. Moves the replay only when a value is
/// needed, and encodes each value once.
final class StepStates {
  /// The actions that led to the state are lost.
  struct Unreachable: Error {}

  private let replay: Replay
  /// Whether any condition reads the state before, which must be kept before the replay passes it.
  private let needsBefore: Bool
  /// The stores whose state before is kept; nil for all.
  private let storesBefore: Set<String>?
  private let encoding = StateEncoding()
  private var step: Step
  private var presence = Presence.untried
  private var current = Known()
  /// What is known about the step before.
  private var former = Known()

  private enum Presence { case untried, reached, missing }

  /// What is known about a step.
  private final class Known {
    /// Copies of the stores' states, which share what an action leaves unchanged.
    var states: [String: TrackedValue] = [:]
    /// The values encoded so far.
    var values: [StatePath: Value?] = [:]
    /// Whether the state is unknown.
    var isMissing = false
  }

  /// The states that `replay` reaches, for expressions with the needs of `conditions`.
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

  /// Moves to a step, without replaying yet.
  func move(to step: Step) {
    guard step != self.step else { return }
    // Keeps the step before only if needed: while its states are copied, stores must copy what they change.
    former = needsBefore && self.step.next == step ? current : Known()
    current = Known()
    presence = .untried
    self.step = step
  }

  // MARK: Values

  /// The value at `path`; nil where there is none.
  func value(at path: StatePath) throws -> Value? {
    try reach()
    return try value(at: path, in: current, stateHere)
  }

  /// The value at `path` in the state before; nil where there is none, or if that state is unknown.
  func valueBefore(at path: StatePath) throws -> Value? {
    try reach()
    return former.isMissing ? nil : try value(at: path, in: former) { former.states[$0] }
  }

  /// Whether the two values differ; nil if the state before is unknown.
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
    if value != nil { replay.foundPaths.insert(path) }
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

  /// A copy of a store's state at the step, where the replay is.
  private func stateHere(_ store: String) -> TrackedValue? {
    if let known = current.states[store] { return known }
    let state = replay.state(ofStore: store).map { TrackedValue($0) }
    current.states[store] = state
    return state
  }

  // MARK: Replaying

  /// Brings the replay to the step, by way of the step before if its state is needed.
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
    } catch let error as ReadingError where error.isLoss {
      throw Unreachable()
    } catch let error as ReplayError where error.isLoss {
      throw Unreachable()
    }
  }
}

extension ReadingError {
  /// Whether the log lacks a step.
  package var isLoss: Bool {
    switch self {
    case .damaged, .lost, .inGap, .noStep, .beforeStart: true
    default: false
    }
  }
}
