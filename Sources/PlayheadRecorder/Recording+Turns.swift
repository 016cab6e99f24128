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
      /// Not at all: a debugger holds the app.
      case refused
    }

    var keepsStates = false
    var isPair = false
    var kind = Kind.outside
    var step = Step.initial
    /// The states before the action.
    var before: [any Encodable & Sendable]?
    var endsGap = false
    /// Whether the log lacks a change of the stores.
    var changesStores = false
    /// The store that handles the action; `nil` if all do.
    var store: String?
    /// Its number; `nil` if the recording has no such store.
    var number: Int?
  }

  func begin(
    any action: Any, _ type: ActionType?, _ cause: Step?, keepsStates: Bool, isPair: Bool = false
  ) -> Admission {
    if let action = action as? any Encodable {
      return begin(action, type, cause, keepsStates: keepsStates, isPair: isPair)
    }
    return begin(isEncodable: false, keepsStates: keepsStates, isPair: isPair) { begun in
      writer.writeUnencodable(action, begun)
    }
  }

  func begin<Action: Encodable>(
    _ action: Action, _ type: ActionType?, _ cause: Step?, in store: String? = nil,
    keepsStates: Bool, isPair: Bool = false
  ) -> Admission {
    begin(isEncodable: true, in: store, keepsStates: keepsStates, isPair: isPair) { begun in
      writer.write(action, begun, cause) { types, shape in
        if let type { return types.number(of: type.sent(to: store)) }
        return types.number(ofTypeOf: action, shape, in: store) { writer.rows.table[shape] }
      }
    }
  }

  @inline(__always)
  private func begin(
    isEncodable: Bool, in part: String? = nil, keepsStates: Bool, isPair: Bool,
    _ write: (BegunAction) -> Void
  ) -> Admission {
    guard writer.isOurs else { return Admission() }
    // What a library handles itself cannot be refused.
    if !isPair, hold.refuses() { return Admission(kind: .refused) }
    guard case .ownStore(let store) = source else {
      betweenActions { [writer] in writer.report(.recordsIntoDispatcher) }
      return Admission()
    }
    if writer.flusher.isCurrent { return beginWhileFlushing(store.turns) }
    var admission = Admission(keepsStates: keepsStates, isPair: isPair, store: part)
    // Released without the lock: they may be the last references to objects of the app.
    var (old, unended): ([any Encodable & Sendable]?, [ActionWriter.Handling]) = (nil, [])
    var begun = writer.locked { () -> BegunAction? in
      unended = admit(&admission, store)
      guard admission.kind == .turn, !admission.endsGap, !admission.changesStores else {
        return nil
      }
      return begin(&admission, isEncodable: isEncodable, store, &old)
    }
    if admission.endsGap || admission.changesStores {
      if admission.endsGap { writer.endGap() }
      writer.writeStoreListInTurn()
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
    let hasTurn = turns.begin(for: Lock.currentThread)
    if writer.isClosed {
      if hasTurn { turns.end() }
      return []
    }
    // A debugger may have had the turn before.
    var mayRecord = hasTurn
    if hold.refuses() {
      if hasTurn { turns.end() }
      guard admission.isPair else {
        admission.kind = .refused
        return []
      }
      mayRecord = false
    }
    admission.kind = mayRecord ? .turn : .overlapping
    if let name = admission.store { begin(in: name, &admission, store) }
    guard mayRecord else {
      admission.step = writer.overlap()
      turns.beginOverlapping(at: admission.step, isPair: admission.isPair)
      return []
    }
    if admission.keepsStates, admission.store == nil { admission.before = store.states }
    admission.endsGap = turns.depth == 1 && writer.intent != nil
    admission.changesStores = turns.depth == 1 && writer.storeListIsDue
    guard turns.depth > HandlingTurns.mostActions else { return [] }
    defer { turns.forgetUnended() }
    return writer.forgetUnended()
  }

  /// Begins an action of a single store. With the lock.
  private func begin(in name: String, _ admission: inout Admission, _ store: OwnStore) {
    store.follow(writer.header.stores, registered: writer.numbers)
    guard let number = store.number(of: name) else { return }
    admission.number = number
    admission.before = store.state(of: number).map { [$0] }
    store.begin(in: number, hasTurn: admission.kind == .turn)
  }

  /// Begins an action in its turn. With the lock.
  @inline(__always)
  private func begin(
    _ admission: inout Admission, isEncodable: Bool, _ store: OwnStore,
    _ old: inout [any Encodable & Sendable]?
  ) -> BegunAction {
    var new = ActionWriter.Handling(step: .initial, thread: Lock.currentThread)
    if admission.isPair { (new.isPair, new.before) = (true, admission.before) }
    var begun = writer.begin(new, isEncodable: isEncodable)
    admission.step = begun.step
    if let name = admission.store {
      if let reason = writer.objection(to: name, admission.number), begun.isToEncode {
        begun.isToEncode = false
        writer.encoding = nil
        writer.drop(begun.step, reason)
      }
    } else if !admission.keepsStates {
      // Without the recording's reference the handler changes the states in place.
      old = store.replace(nil)
    }
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
    if admission.kind == .refused { return }
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
        finishOverlapping(store)
      }
    }
    states = try causing(admission, handle)
  }

  /// Calls a handler, whose tasks get its action as the cause of theirs.
  @inline(__always)
  func causing<States>(_ admission: Admission, _ handle: () throws -> States) rethrows -> States {
    guard admission.kind == .turn else { return try handle() }
    let cause = TaskCause(recording: writer.number, step: admission.step)
    return try TaskCause.$current.withValue(cause, operation: handle)
  }

  private func finishOverlapping(_ store: OwnStore) {
    guard writer.isOurs else { return }
    // Released without the lock: it may be the last reference to objects of the app.
    let old = writer.locked {
      store.turns.endOverlapping()
      return store.replace(nil)
    }
    withExtendedLifetime(old) {}
  }

  /// Writes the outcome of an action and ends its turn. `handled` is already out of the writer's list.
  func finish(
    _ handled: ActionWriter.Handling?, _ step: Step, _ before: [any Encodable & Sendable]?,
    _ states: [any Encodable & Sendable]?, _ changed: [Int]?, _ draws: [Draw],
    _ store: OwnStore
  ) {
    guard writer.isOurs else { return }
    // Another thread may add a store meanwhile if this one's turn lasts too long.
    let numbers = writer.locked { writer.numbers }
    let isComplete = states?.count == numbers.count
    let set =
      changed.map { ActionWriter.numbers(numbers, at: $0) }
      ?? StoreSet.possible(changes(from: before, to: isComplete ? states : nil, numbers, store))
    settle(handled, step, set, draws, store.turns) {
      if let states, !isComplete {
        writer.report(.wrongStateCount(given: states.count, stores: numbers.count))
      }
      let isKept = isComplete && store.turns.isAlone && !writer.isClosed
      return store.replace(isKept ? states : nil)
    }
  }

  /// Writes the outcome of an action with the stores that may have changed, and ends its turn. `keep` keeps the states,
  /// and returns the old ones.
  func settle<States>(
    _ handled: ActionWriter.Handling?, _ step: Step, _ changed: [Int], _ draws: [Draw],
    _ turns: HandlingTurns, _ keep: () -> States
  ) {
    // Released at the end, without the lock: it may be the last reference to objects of the app.
    var old: States?
    let work = writer.locked { () -> ActionWriter.Work in
      if let handled = handled ?? writer.end(step) { writer.settle(handled, changed, draws) }
      old = keep()
      let work = turns.depth == 1 ? writer.dueWork() : .nothing
      if work == .nothing { turns.end() }
      return work
    }
    if work != .nothing {
      writer.perform(work)
      writer.locked { turns.end() }
    }
    withExtendedLifetime(old) {}
  }

  /// The numbers of the stores whose states may have changed.
  private func changes(
    from old: [any Encodable & Sendable]?, to new: [any Encodable & Sendable]?,
    _ numbers: [Int], _ store: OwnStore
  ) -> [Int] {
    guard let old, let new, old.count == new.count else { return numbers }
    let changed = new.indices.filter { store.comparison.mayDiffer(new[$0], from: old[$0]) }
    return ActionWriter.numbers(numbers, at: changed)
  }
}
