import PlayheadReading
import PlayheadLog
import PlayheadValues

/// A value in the states that expressions read, with what is known about it.
final class WatchedValue {
  let path: StatePath
  /// The place of its store; nil for the whole state, and if there is no such store.
  fileprivate let store: Int?
  /// The path within the store.
  fileprivate let inner: StatePath
  /// The last value that was read, and its step.
  fileprivate var here: (step: Step, value: Value?)?
  /// The last value that was read of the state before a step, and that step.
  fileprivate var before: (step: Step, value: Value?)?
  fileprivate var isFound = false

  fileprivate init(_ path: StatePath, _ store: Int?) {
    (self.path, self.store, inner) = (path, store, path.withoutFirst)
  }
}

/// Single values of the states of a step and of the step before. Moves the replay only when a value is
/// needed, and encodes each value once.
final class StepStates {
  /// The actions that led to the state are lost.
  struct Unreachable: Error {}

  private let replay: Replay
  private let stores: [String]
  /// Whether any condition reads the state before, which must be kept before the replay passes it.
  private let needsBefore: Bool
  /// The places of the stores whose state before is kept.
  private let storesBefore: [Int]
  private let encoding = StateEncoding()
  private var watched: [StatePath: WatchedValue] = [:]
  /// How many of these are in each store.
  private var watchedCounts: [Int]
  private var step: Step
  private var presence = Presence.untried
  /// Copies of the stores' states at the step, which share what an action leaves unchanged.
  private var states: [TrackedValue?]
  /// Copies of the stores' states at the step before.
  private var statesBefore: [TrackedValue?]
  /// Whether the state of the step before is unknown.
  private var isBeforeMissing = false

  private enum Presence { case untried, reached, missing }

  /// The states that `replay` reaches, for expressions with the needs of `conditions`.
  init(_ replay: Replay, for conditions: [Condition]) {
    (self.replay, stores, step) = (replay, replay.stores, replay.position)
    (states, statesBefore) = (stores.map { _ in nil }, stores.map { _ in nil })
    watchedCounts = stores.map { _ in 0 }
    let asking = conditions.filter(\.needsStateBefore)
    needsBefore = !asking.isEmpty
    // The empty path is the whole state.
    let names = asking.flatMap(\.paths).map { $0.components.first?.name }
    let isOpen = names.contains(nil) || asking.contains(where: \.hasOtherPaths)
    storesBefore = stores.indices.filter { [stores] in isOpen || names.contains(stores[$0]) }
    for path in conditions.flatMap(\.paths) { _ = watched(path) }
  }

  /// Moves to a step, without replaying yet.
  func move(to step: Step) {
    guard step != self.step else { return }
    let isNext = self.step.next == step
    // Keeps the step before only if needed: while its states are copied, stores must copy what they change.
    if needsBefore, isNext { swap(&states, &statesBefore) } else { forget(&statesBefore) }
    forget(&states)
    isBeforeMissing = false
    presence = .untried
    self.step = step
  }

  private func forget(_ states: inout [TrackedValue?]) {
    for store in states.indices { states[store] = nil }
  }

  // MARK: Values

  /// The value at a path, for ``value(_:)`` and others.
  func watched(_ path: StatePath) -> WatchedValue {
    if let known = watched[path] { return known }
    let value = WatchedValue(path, path.components.first?.name.flatMap(stores.firstIndex))
    watched[path] = value
    // The whole state is a value of every store.
    for store in value.store.map({ [$0] }) ?? Array(stores.indices) { watchedCounts[store] += 1 }
    return value
  }

  /// The value at the step; nil where there is none.
  func value(_ watched: WatchedValue) throws -> Value? {
    try reach()
    if let known = watched.here, known.step == step { return known.value }
    let value = try encode(watched, stateHere)
    // The value at the step before, if it was read there, is that value from now on.
    if let known = watched.here, known.step.next == step { watched.before = (step, known.value) }
    watched.here = (step, value)
    return value
  }

  /// The value in the state before; nil where there is none, or if that state is unknown.
  func valueBefore(_ watched: WatchedValue) throws -> Value? {
    try reach()
    if isBeforeMissing { return nil }
    if let known = watched.before, known.step == step { return known.value }
    if let known = watched.here, known.step.next == step { return known.value }
    let value = try encode(watched) { statesBefore[$0] }
    watched.before = (step, value)
    return value
  }

  /// Whether the two values differ; nil if the state before is unknown.
  func changed(_ watched: WatchedValue) throws -> Bool? {
    try reach()
    if isBeforeMissing { return nil }
    return try value(watched) != valueBefore(watched)
  }

  private func encode(_ watched: WatchedValue, _ state: (Int) -> TrackedValue?) throws -> Value? {
    let value = try wholeOrPart(watched, state)
    if value != nil, !watched.isFound {
      watched.isFound = true
      replay.foundPaths.insert(watched.path)
    }
    return value
  }

  private func wholeOrPart(
    _ watched: WatchedValue, _ state: (Int) -> TrackedValue?
  ) throws -> Value? {
    guard !watched.path.components.isEmpty else {
      return .record(
        try stores.indices.map { store in
          let value = try encode(StatePath(), of: store, state)
          return Value.Field(stores[store], value ?? .null)
        })
    }
    return try watched.store.flatMap { try encode(watched.inner, of: $0, state) }
  }

  private func encode(
    _ path: StatePath, of store: Int, _ state: (Int) -> TrackedValue?
  ) throws -> Value? {
    guard let state = state(store) else { return nil }
    return try encoding.value(
      at: path, in: state, stores[store], at: step,
      isLast: watchedCounts[store] == 1 && !needsBefore)
  }

  /// A copy of a store's state at the step, where the replay is.
  private func stateHere(_ store: Int) -> TrackedValue {
    if let known = states[store] { return known }
    let state = TrackedValue(replay.player.state(at: store))
    states[store] = state
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
      return isBeforeMissing = true
    }
    do {
      try go(to: before)
    } catch is Unreachable {
      return isBeforeMissing = true
    }
    for store in storesBefore where statesBefore[store] == nil {
      statesBefore[store] = TrackedValue(replay.player.state(at: store))
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
