public import Foundation
import PlayheadCoding
public import PlayheadFlux
public import PlayheadLog

/// For an app with its own stores. A recording of a dispatcher gets its actions from the dispatcher; if you
/// pass it others, they are handled but not recorded.
///
/// One thread at a time handles an action, so that the log's order is that of the changes. An action that another
/// thread records meanwhile waits. You may hold locks of your own around `record` or take them in the handler, and
/// record on an actor. A thread waits at most a fifth of a second for another one's action. If that takes longer, or the
/// two wait for each other, its action is handled at once; the log has a gap that says so, followed by the states.
extension Recording {
  /// Makes a log at `url` and writes its header and the first states.
  ///
  /// - Parameters:
  ///   - url: The log. `options.existing` says how to treat an existing one.
  ///   - app: The app's name, by which a debugger finds its stores.
  ///   - build: The app's own version.
  ///   - stores: The names of the parts of the state.
  ///   - options: What else to write.
  ///   - states: The current state of every store, in the order of `stores`: values, not objects that change.
  /// - Throws: `LogError`, or the error of a state's `encode(to:)`.
  public convenience init(
    to url: URL, app: String, build: String = "", stores: [String],
    options: RecordingOptions = RecordingOptions(), states: [any Encodable & Sendable]
  ) throws {
    try self.init(
      to: url.logPath(), app: app, build: build, stores: stores, options: options, states: states)
  }

  /// The same for states of any type, as `Mirror` shows them. You can look at such a log, but not replay it.
  public convenience init(
    to url: URL, app: String, build: String = "", stores: [String],
    options: RecordingOptions = RecordingOptions(), reflecting states: [Any]
  ) throws {
    try self.init(
      to: url, app: app, build: build, stores: stores, options: options,
      states: states.map { Reflection($0) })
  }

  /// The same with a given session, clock and disk.
  package convenience init(
    to path: String, app: String, build: String = "", stores: [String], session: UUID = UUID(),
    clock: any RecorderClock = SystemClock(), options: RecordingOptions = RecordingOptions(),
    on disk: any Disk = SystemDisk(), pageLength: Int = TailFormat.pageLength,
    states: [any Encodable & Sendable]
  ) throws {
    guard states.count == stores.count else {
      let reason = "\(states.count) states are given for \(stores.count) stores"
      throw LogError.unwritable(path: path, reason: .content(reason))
    }
    let store = OwnStore(states)
    let writer = try ActionWriter(
      to: path, app: app, build: build, stores: stores, session: session, clock: clock,
      options: options, on: disk, pageLength: pageLength, lock: store.turns.lock,
      states: { store.states })
    self.init(writer, .ownStore(store))
  }

  /// Records `action` before, and its outcome after it is handled.
  ///
  /// Call this around the code that changes the state (the reducers), not around middleware: a replay applies
  /// the actions one after the other, in the order of these calls. An action that is recorded while the same
  /// thread is handling another one has that one as its cause, unless you pass `cause`.
  ///
  /// If the action's `encode(to:)` throws, the log has a gap with the reason, followed by the states.
  ///
  /// - Parameters:
  ///   - action: The action to handle.
  ///   - type: The action's stable name and version; by default the name of its Swift type, followed by its
  ///     case for an enum whose encoded form names the case: `Shop.CartAction.add`.
  ///   - cause: The step whose handling or effect led to this action.
  ///   - changed: Returns the positions of the stores that changed; called after `handle`. By default, a store whose
  ///     state is kept in the same memory as before has not changed, and any other may have. For that the recording
  ///     keeps the states, so that the first change of a large array copies it; with `changed` it does not.
  ///   - handle: Handles the action, and returns the state of every store after it, in the order of the stores. If it
  ///     throws, the states are unknown until the next action.
  public func record<Action: Encodable>(
    _ action: Action, type: ActionType? = nil, cause: Step? = nil,
    changed: (() -> [Int])? = nil, handle: () throws -> [any Encodable & Sendable]
  ) rethrows {
    let admission = begin(action, type, cause, keepsStates: changed == nil)
    try finish(admission, changed, handle)
  }

  /// The same for an action of any type. If the action is not `Encodable`, the log has a gap that says so,
  /// followed by the states, from which a replay continues.
  public func record<Action>(
    _ action: Action, type: ActionType? = nil, cause: Step? = nil,
    changed: (() -> [Int])? = nil, handle: () throws -> [any Encodable & Sendable]
  ) rethrows {
    let admission = begin(any: action, type, cause, keepsStates: changed == nil)
    try finish(admission, changed, handle)
  }

  /// The same for an action that is not `Encodable`, for looking only: the log has what `Mirror` shows of it, so
  /// that lists, pages and conditions on payloads work, and a replay stops there and says why.
  ///
  /// Costs much more than recording a `Codable` action. Parts of the action that are `Encodable` encode
  /// themselves; of a closure the log has the type, and of what lies deeper than 32 levels nothing.
  public func record<Action>(
    reflecting action: Action, cause: Step? = nil, handle: () throws -> [Any]
  ) rethrows {
    try record(Reflection(action), type: ActionType(reflecting: action), cause: cause) {
      try handle().map { Reflection($0) }
    }
  }

  /// Records an action before it is handled, for a library that calls before and after. Call the second part
  /// after each action: until then no gap ends, no segment begins, no digest is taken, and the actions of other
  /// threads are not recorded.
  ///
  /// - Returns: Its step, for ``didHandle(_:changed:states:draws:)``.
  @discardableResult public func willHandle(
    _ action: Any, type: ActionType? = nil, cause: Step? = nil
  ) -> Step {
    begin(any: action, type, cause, keepsStates: true, isPair: true).step
  }

  /// Records that the action of `step` was handled. Does nothing for a step whose action is not being handled.
  ///
  /// - Parameters:
  ///   - step: The step that ``willHandle(_:type:cause:)`` returned.
  ///   - changed: The positions of the stores that changed; by default as for `record`.
  ///   - states: The state of every store after the action, in the order of the stores.
  ///   - draws: The values that were taken from outside meanwhile, in order, for a replay to repeat.
  public func didHandle(
    _ step: Step, changed: [Int]? = nil, states: [any Encodable & Sendable], draws: [Draw] = []
  ) {
    guard case .ownStore(let store) = source, writer.isOurs else { return }
    let turns = store.turns
    guard !writer.flusher.isCurrent else { return }
    // Released without the lock: it may have the last reference to objects of the app.
    var handled: ActionWriter.Handling?
    let isOwn = writer.locked { () -> Bool in
      guard !turns.endOverlappingPair(at: step), writer.isPair(step) else { return false }
      let isOwn = turns.pass(to: Lock.currentThread)
      handled = writer.end(step)
      // Otherwise its thread is at work within the action; the outcome is unknown.
      if let handled, !isOwn {
        writer.settle(handled, StoreSet.possible(writer.numbers), [])
        turns.leave()
      }
      return isOwn
    }
    guard let handled, isOwn else { return }
    finish(handled, step, handled.before, states, changed, draws, store)
  }
}

// MARK: - Turns

extension Recording {
  /// How an action may be handled.
  private struct Admission {
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

  private func begin(
    any action: Any, _ type: ActionType?, _ cause: Step?, keepsStates: Bool, isPair: Bool = false
  ) -> Admission {
    if let action = action as? any Encodable {
      return begin(action, type, cause, keepsStates: keepsStates, isPair: isPair)
    }
    return begin(isEncodable: false, keepsStates: keepsStates, isPair: isPair) { begun in
      writer.write(Refusal(of: action), begun)
    }
  }

  private func begin<Action: Encodable>(
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
  private func finish(
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
  private func finish(
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
