import PlayheadReading
public import PlayheadLog
public import PlayheadValues

/// Single values of the current state.
extension Replay {
  /// The value at `path` in the current state; nil where there is none. Encodes only that value, with a look
  /// at each level on the way.
  public func value(at path: StatePath) throws -> Value? {
    guard let first = path.components.first else { return try state() }
    guard let name = first.name, let state = state(ofStore: name) else { return nil }
    return try encoding.value(
      at: path.withoutFirst, in: TrackedValue(state), name, at: position)
  }

  /// Parts of the value at `path` in the state of `step`, and their number; nil where there is no value. `before` is a copy of
  /// the state before, if that is known. Encodes little more than it gives.
  package func children(
    at path: StatePath, of step: Step, since before: TrackedValue?, places: Range<Int>
  ) throws -> (count: Int, shown: [ValueChild])? {
    let state = try copy(of: step)
    do {
      // What a lookup has learned decides which parts it looks into, and so which ones have a type.
      return try TrackedLookup().children(at: path, in: state, since: before, places: places)
    } catch {
      // An error that names the store.
      _ = try self.state()
      throw error
    }
  }

  /// The steps you can go to, in order: runs of replayable actions. Newly found damage makes them fewer.
  public var reachableSteps: [ClosedRange<Step>] { timeline.reachable }

  /// Whether you can go to `step`, as far as damage and traps are known.
  func reaches(_ step: Step) -> Bool {
    timeline.reachable.run(holding: step) != nil
      && !trappedSteps.contains { $0.steps.contains(step) }
  }

  /// The steps from each known trap to before the next state in the log, and the trap.
  private var trappedSteps: [(steps: ClosedRange<Step>, trap: KnownCrash)] {
    knownCrashes.compactMap { trap in
      guard let run = timeline.reachable.run(holding: trap.step) else { return nil }
      let next = storedState(in: trap.step...run.upperBound)
      guard let last = next.map(\.previous) ?? run.upperBound, last >= trap.step else { return nil }
      return (trap.step...last, trap)
    }
  }

  /// The first known trap that leaves some of `steps` without states.
  package func trap(hiding steps: [ClosedRange<Step>]) -> KnownCrash? {
    trappedSteps.filter { trapped in steps.contains { $0.overlaps(trapped.steps) } }
      .map(\.trap).min { $0.step < $1.step }
  }

  /// The first step in `steps` whose state the log itself has; nil if there is none. You can go there even
  /// after a trap.
  package func storedState(in steps: ClosedRange<Step>) -> Step? {
    timeline.checkpoints.first(in: steps)
  }

  /// Throws `ReplayError.traps` if a trap leaves some of `steps` without states.
  package func requireNoTrap(in steps: [ClosedRange<Step>]) throws {
    if let trap = trap(hiding: steps) { throw error(for: trap) }
  }

  /// Throws if you cannot go to `step`, as far as damage is known; otherwise replays nothing.
  public func requireState(of step: Step) throws {
    try reportMismatch(on: step)
    if !reaches(step) { try go(to: step) }
  }

  /// The recorded steps in `range` that you cannot go to, as far as damage is known, in order.
  public func unreachableSteps(in range: ClosedRange<Step>) -> [ClosedRange<Step>] {
    log.steps.compactMap { run in
      let start = timeline.reachable.first { $0.overlaps(run) }?.lowerBound
      let last = start.map(\.previous) ?? run.upperBound
      guard let last, last >= run.lowerBound else { return nil }
      let lost = run.lowerBound...last
      return lost.overlaps(range) ? lost.clamped(to: range) : nil
    }
  }

  /// A copy of a store's current state; nil if there is no such store.
  func state(ofStore name: String) -> (any Codable & Sendable)? {
    player.stores.firstIndex(of: name).map { player.states[$0] }
  }
}

extension StatePath {
  /// The path without its first part: from the whole state, the path within a store.
  var withoutFirst: StatePath { StatePath(Array(components.dropFirst())) }
}
