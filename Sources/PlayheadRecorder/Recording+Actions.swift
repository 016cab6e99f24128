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
  ///   - url: The log, which must not exist yet.
  ///   - app: The app's name, by which a debugger finds its stores.
  ///   - build: The app's own version.
  ///   - stores: The names of the parts of the state; none if the stores follow, with ``addStore(_:_:)``.
  ///   - options: What else to write.
  ///   - states: The current state of every store, in the order of `stores`: values, not objects that change.
  /// - Throws: `LogError`, or the error of a state's `encode(to:)`.
  public convenience init(
    to url: URL, app: String, build: String = "", stores: [String] = [],
    options: RecordingOptions = RecordingOptions(), states: [any Encodable & Sendable] = []
  ) throws {
    try self.init(
      to: url.logPath(), app: app, build: build, stores: stores, options: options, states: states)
  }

  /// Makes a new log in `folder` for each launch, and deletes the oldest logs of the app there, as
  /// `Dispatcher.record(in:app:)` does.
  ///
  /// - Parameters:
  ///   - folder: The folder, which must exist; by default the one of `Dispatcher.record(in:)`, which is made.
  ///   - app: The app's name, by which a debugger finds its stores.
  ///   - build: The app's own version.
  ///   - stores: The names of the parts of the state; none if the stores follow, with ``addStore(_:_:)``.
  ///   - options: What else to write, and how many logs to keep.
  ///   - states: The current state of every store, in the order of `stores`: values, not objects that change.
  /// - Throws: `LogError`, or the error of a state's `encode(to:)`.
  public convenience init(
    in folder: URL? = nil, app: String, build: String = "", stores: [String] = [],
    options: RecordingOptions = RecordingOptions(), states: [any Encodable & Sendable] = []
  ) throws {
    let logs = try LaunchLogs(of: app, in: folder)
    let path = logs.freePath()
    try self.init(
      to: path, app: app, build: build, stores: stores, options: options, states: states)
    logs.prune(before: path, options)
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
      states: { store.settled })
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
        turns.end()
      }
      return isOwn
    }
    guard let handled, isOwn else { return }
    finish(handled, step, handled.before, states, changed, draws, store)
  }
}
