import PlayheadCoding
import PlayheadFlux
import PlayheadLog

/// An action has its turn, waits for it, or goes on without it.
extension Recording {
  /// How an action may be handled.
  struct Admission {
    enum Kind {
      /// In its turn: it is recorded.
      case turn
      /// At the same time as another thread's action, so that it is left out.
      case overlapping
      /// Without the recording, which is closed, or not for this action.
      case outside
    }

    var keepsStates = false
    var isPair = false
    var kind = Kind.outside
    var step = Step.initial
    /// The states before the action.
    var before: [any Encodable & Sendable]?
    var endsGap = false
  }

  func begin(
    any action: Any, _ type: ActionType?, _ cause: Step?, keepsStates: Bool, isPair: Bool = false
  ) -> Admission {
    if let action = action as? any Encodable {
      return begin(action, type, cause, keepsStates: keepsStates, isPair: isPair)
    }
    return begin(isEncodable: false, keepsStates: keepsStates, isPair: isPair) { begun in
      writer.write(Refusal(of: action), begun)
    }
  }

  func begin<Action: Encodable>(
    _ action: Action, _ type: ActionType?, _ cause: Step?, keepsStates: Bool, isPair: Bool = false
  ) -> Admission {
    begin(isEncodable: true, keepsStates: keepsStates, isPair: isPair) { begun in
      writer.write(action, begun, cause) { types, shape in
        if let type { return types.number(of: type) }
        return types.number(ofTypeOf: action) { writer.rows.table[shape] }
      }
    }
  }

  @inline(__always)
  private func begin(
    isEncodable: Bool, keepsStates: Bool, isPair: Bool, _ write: (BegunAction) -> Void
  ) -> Admission {
    guard writer.isOurs else { return Admission() }
    guard case .ownStore(let store) = source else {
      betweenActions { [writer] in writer.report(.recordsIntoDispatcher) }
      return Admission()
    }
    if writer.flusher.isCurrent { return beginWhileFlushing(store.turns) }
    var admission = Admission(keepsStates: keepsStates, isPair: isPair)
    // Released without the lock: they may be the last references to objects of the app.
    var (old, unended): ([any Encodable & Sendable]?, [ActionWriter.Handling]) = (nil, [])
    var begun = writer.locked { () -> BegunAction? in
      unended = admit(&admission, store)
      guard admission.kind == .turn, !admission.endsGap else { return nil }
      return begin(&admission, isEncodable: isEncodable, store, &old)
    }
    if admission.endsGap {
      writer.endGap()
      begun = writer.locked { begin(&admission, isEncodable: isEncodable, store, &old) }
    }
    if let begun { write(begun) }
    withExtendedLifetime((old, unended)) {}
    return admission
  }

  /// Gives an action its turn, if it can have it. With the lock. Returns actions that never ended.
  @inline(__always)
  private func admit(
    _ admission: inout Admission, _ store: OwnStore
  ) -> [ActionWriter.Handling] {
    let turns = store.turns
    admission.step = writer.step
    if writer.isClosed { return [] }
    let hasTurn = turns.take(for: Lock.currentThread)
    if writer.isClosed {
      if hasTurn { turns.leave() }
      return []
    }
    admission.kind = hasTurn ? .turn : .overlapping
    guard hasTurn else {
      admission.step = writer.overlap()
      turns.beginOverlapping(at: admission.step, isPair: admission.isPair)
      return []
    }
    if admission.keepsStates { admission.before = store.states }
    admission.endsGap = turns.depth == 1 && writer.intent != nil
    guard turns.depth > HandlingTurns.mostActions else { return [] }
    defer { turns.forgetUnended() }
    return writer.forgetUnended()
  }

  /// Begins an action in its turn. With the lock.
  @inline(__always)
  private func begin(
    _ admission: inout Admission, isEncodable: Bool, _ store: OwnStore,
    _ old: inout [any Encodable & Sendable]?
  ) -> BegunAction {
    var new = ActionWriter.Handling(step: .initial, thread: Lock.currentThread)
    if admission.isPair { (new.isPair, new.before) = (true, admission.before) }
    let begun = writer.begin(new, isEncodable: isEncodable)
    admission.step = begun.step
    // Without the recording's reference the handler changes the states in place.
    if !admission.keepsStates { old = store.replace(nil) }
    return begun
  }

  /// An action of the `encode(to:)` of a state that the flusher digests: threads with the lock may wait for the
  /// flusher, so it cannot wait for them.
  private func beginWhileFlushing(_ turns: HandlingTurns) -> Admission {
    later { recording in
      let writer = recording.writer
      // Released without the lock: it may be the last reference to objects of the app.
      var old: [any Encodable & Sendable]?
      writer.locked {
        guard !writer.isClosed else { return }
        writer.report(.recordsWhileEncoding)
        turns.beginOverlapping(at: writer.overlap(), isPair: false)
        turns.endOverlapping()
        if case .ownStore(let store) = recording.source { old = store.replace(nil) }
      }
      withExtendedLifetime(old) {}
    }
    return Admission()
  }

  /// Handles an action, and ends it.
  @inline(__always)
  func finish(
    _ admission: Admission, _ changed: (() -> [Int])?,
    _ handle: () throws -> [any Encodable & Sendable]
  ) rethrows {
    guard admission.kind != .outside, case .ownStore(let store) = source else {
      _ = try handle()
      return
    }
    var states: [any Encodable & Sendable]?
    defer {
      // Also if the handler throws: the action was recorded and may have changed something.
      if admission.kind == .turn {
        let places = states == nil ? nil : changed?()
        finish(nil, admission.step, admission.before, states, places, [], store)
      } else {
        finishOverlapping(store.turns)
      }
    }
    states = try handle()
  }

  private func finishOverlapping(_ turns: HandlingTurns) {
    if writer.isOurs { writer.locked { turns.endOverlapping() } }
  }

  /// Writes the outcome of an action and ends its turn. `handled` is already out of the writer's list.
  func finish(
    _ handled: ActionWriter.Handling?, _ step: Step, _ before: [any Encodable & Sendable]?,
    _ states: [any Encodable & Sendable]?, _ changed: [Int]?, _ draws: [Draw],
    _ store: OwnStore
  ) {
    guard writer.isOurs else { return }
    let turns = store.turns
    let isComplete = states?.count == writer.numbers.count
    let set =
      changed.map { writer.numbers(at: $0) }
      ?? StoreSet.possible(changes(from: before, to: isComplete ? states : nil, store))
    // Released at the end, without the lock: it may be the last reference to objects of the app.
    var old: [any Encodable & Sendable]?
    let work = writer.locked { () -> ActionWriter.Work in
      if let states, !isComplete {
        writer.report(.wrongStateCount(given: states.count, stores: writer.numbers.count))
      }
      if let handled = handled ?? writer.end(step) { writer.settle(handled, set, draws) }
      old = store.replace(isComplete && turns.isAlone && !writer.isClosed ? states : nil)
      let work = turns.depth == 1 ? writer.dueWork() : .nothing
      if work == .nothing { turns.leave() }
      return work
    }
    if work != .nothing {
      writer.perform(work)
      writer.locked { turns.leave() }
    }
    withExtendedLifetime(old) {}
  }

  /// The numbers of the stores whose states may have changed.
  private func changes(
    from old: [any Encodable & Sendable]?, to new: [any Encodable & Sendable]?, _ store: OwnStore
  ) -> [Int] {
    guard let old, let new, old.count == new.count else { return writer.numbers }
    let changed = new.indices.filter { store.comparison.mayDiffer(new[$0], from: old[$0]) }
    return writer.numbers(at: changed)
  }
}
