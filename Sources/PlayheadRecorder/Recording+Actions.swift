public import Foundation
import PlayheadCoding
public import PlayheadFlux
public import PlayheadLog

/// For an app with its own store. A recording of a dispatcher gets its actions from the dispatcher; if you
/// pass it others, the program stops.
extension Recording {
  /// Makes a log at `url` and writes its header and the first states.
  ///
  /// - Parameters:
  ///   - url: The log. `options.existing` says how to treat an existing one.
  ///   - app: The app's name, by which a debugger finds its stores.
  ///   - build: The app's own version.
  ///   - stores: The names of the parts of the state.
  ///   - options: What else to write.
  ///   - states: Returns the current state of every store, in the order of `stores`: values, not objects that
  ///     change. Called on the threads that record.
  /// - Throws: `LogError`, or the error of a state's `encode(to:)`.
  public convenience init(
    to url: URL, app: String, build: String = "", stores: [String],
    options: RecordingOptions = RecordingOptions(),
    states: @escaping () -> [any Encodable & Sendable]
  ) throws {
    try self.init(
      to: url.logPath(), app: app, build: build, stores: stores, options: options, states: states)
  }

  /// The same for states of any type, as `Mirror` shows them. You can look at such a log, but not replay it.
  public convenience init(
    to url: URL, app: String, build: String = "", stores: [String],
    options: RecordingOptions = RecordingOptions(), reflecting states: @escaping () -> [Any]
  ) throws {
    try self.init(to: url, app: app, build: build, stores: stores, options: options) {
      states().map { Reflection($0) }
    }
  }

  /// The same with a given session, clock and disk.
  package convenience init(
    to path: String, app: String, build: String = "", stores: [String], session: UUID = UUID(),
    clock: any RecorderClock = SystemClock(), options: RecordingOptions = RecordingOptions(),
    on disk: any Disk = SystemDisk(), pageLength: Int = TailFormat.pageLength,
    states: @escaping () -> [any Encodable & Sendable]
  ) throws {
    let writer = try ActionWriter(
      to: path, app: app, build: build, stores: stores, session: session, clock: clock,
      options: options, on: disk, pageLength: pageLength, states: states)
    self.init(writer, .ownStore(OwnStore(states)))
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
  ///   - changed: Returns the positions of the stores that changed; called after `handle`. By default the
  ///     states are compared with copies from before the action.
  ///   - handle: Handles the action. Other threads may record meanwhile.
  public func record<Action: Encodable, Result>(
    _ action: Action, type: ActionType? = nil, cause: Step? = nil,
    changed: (() -> [Int])? = nil, handle: () throws -> Result
  ) rethrows -> Result {
    let step = begin(action, type, cause, compares: changed == nil)
    // Also if it throws: the action was recorded and may have changed something.
    defer { end(step, changed?()) }
    return try handle()
  }

  /// The same for an action of any type. If the action is not `Encodable`, the log has a gap that says so,
  /// followed by the states, from which a replay continues.
  public func record<Action, Result>(
    _ action: Action, type: ActionType? = nil, cause: Step? = nil,
    changed: (() -> [Int])? = nil, handle: () throws -> Result
  ) rethrows -> Result {
    let step = willHandle(action, type, cause, compares: changed == nil)
    defer { end(step, changed?()) }
    return try handle()
  }

  /// The same for an action that is not `Encodable`, for looking only: the log has what `Mirror` shows of it, so
  /// that lists, pages and conditions on payloads work, and a replay stops there and says why.
  ///
  /// Costs much more than recording a `Codable` action. Parts of the action that are `Encodable` encode
  /// themselves; of a closure the log has the type, and of what lies deeper than 32 levels nothing.
  public func record<Action, Result>(
    reflecting action: Action, cause: Step? = nil, handle: () throws -> Result
  ) rethrows -> Result {
    try record(
      Reflection(action), type: ActionType(reflecting: action), cause: cause, handle: handle)
  }

  /// Records an action before it is handled, for a library that calls before and after. Call the second part
  /// after each action: until then no gap ends, no segment begins and no digest is taken.
  ///
  /// - Returns: Its step, for ``didHandle(_:changed:draws:)``.
  @discardableResult public func willHandle(
    _ action: Any, type: ActionType? = nil, cause: Step? = nil
  ) -> Step {
    willHandle(action, type, cause, compares: true)
  }

  private func willHandle(
    _ action: Any, _ type: ActionType?, _ cause: Step?, compares: Bool
  ) -> Step {
    if let action = action as? any Encodable {
      return begin(action, type, cause, compares: compares)
    }
    return exclusivelyHere {
      writer.willHandle(Refusal(of: action), on: Lock.currentThread)
      return writer.step
    }
  }

  /// Records that the action of `step` was handled.
  ///
  /// - Parameters:
  ///   - step: The step that ``willHandle(_:type:cause:)`` returned.
  ///   - changed: The positions of the stores that changed; by default found by comparing states.
  ///   - draws: The values that were taken from outside meanwhile, in order, for a replay to repeat.
  public func didHandle(_ step: Step, changed: [Int]? = nil, draws: [Draw] = []) {
    exclusivelyHere {
      let found = source.ownStore?.end(step, isNeeded: changed == nil) ?? []
      writer.didHandle(step, changed: writer.numbers(at: changed ?? found), draws: draws)
    }
  }

  /// Runs `body` while no other thread records; stops the program if the recording has a dispatcher.
  @inline(__always)
  private func exclusivelyHere<Result>(_ body: () throws -> Result) rethrows -> Result {
    if case .dispatcher = source {
      fatalError("This recording belongs to a dispatcher: dispatch the action instead.")
    }
    return try exclusivelyAmongThreads(body)
  }

  private func begin<Action: Encodable>(
    _ action: Action, _ type: ActionType?, _ cause: Step?, compares: Bool
  ) -> Step {
    exclusivelyHere {
      writer.willHandle(action, cause, on: Lock.currentThread) { types, shape in
        if let type { return types.number(of: type) }
        return types.number(ofTypeOf: action) { writer.rows.table[shape] }
      }
      // The changes of an action that is left out are in the states after the gap.
      if compares, writer.handling.last?.index != nil { source.ownStore?.begin(writer.step) }
      return writer.step
    }
  }

  /// Ends an action of `record`. Without `changed`, the states before the action were kept.
  private func end(_ step: Step, _ changed: [Int]?) {
    guard let changed else { return didHandle(step) }
    exclusivelyHere { writer.didHandle(step, changed: writer.numbers(at: changed), draws: []) }
  }
}

/// An app's own store: its states, and what each action changed.
final class OwnStore {
  typealias State = any Encodable & Sendable
  private let states: () -> [State]
  /// The states before each action that is being handled.
  private var before: [(step: Step, states: [State])] = []
  /// The comparison for each position, because looking it up costs more than most comparisons.
  private var comparisons: [(type: any Any.Type, isSame: (State, State) -> Bool)] = []
  private let encoder = CanonicalEncoder()

  init(_ states: @escaping () -> [State]) { self.states = states }

  /// Keeps the states before the action of `step`.
  func begin(_ step: Step) { before.append((step, states())) }

  /// The positions of the states that differ from those before the action of `step`.
  func end(_ step: Step, isNeeded: Bool) -> [Int] {
    guard let place = before.lastIndex(where: { $0.step == step }) else { return [] }
    let old = before.remove(at: place).states
    guard isNeeded else { return [] }
    let new = states()
    return new.indices.filter { !old.indices.contains($0) || !isSame(old[$0], new[$0], at: $0) }
  }

  private func isSame(_ one: State, _ other: State, at position: Int) -> Bool {
    let type = type(of: one)
    guard type == Swift.type(of: other) else { return false }
    while comparisons.count <= position { comparisons.append((Never.self, { _, _ in false })) }
    if comparisons[position].type != type {
      comparisons[position] = (type, comparison(of: type))
    }
    return comparisons[position].isSame(one, other)
  }

  private func comparison(of type: any Any.Type) -> (State, State) -> Bool {
    func equality<T: Equatable>(_: T.Type) -> (State, State) -> Bool {
      // Both states are of this type.
      func value(_ state: some Any) -> T { unsafeBitCast(state, to: T.self) }
      return { value($0) == value($1) }
    }
    guard let type = type as? any Equatable.Type else { return isSameText }
    return equality(type)
  }

  /// Compares the encoded values; a value that cannot be encoded counts as changed.
  private func isSameText(_ one: State, _ other: State) -> Bool {
    guard let digest = try? encoder.digest(of: one) else { return false }
    return digest == (try? encoder.digest(of: other))
  }
}
