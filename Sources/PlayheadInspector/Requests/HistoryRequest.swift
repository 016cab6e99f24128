import PlayheadReading
public import PlayheadLog
public import PlayheadReplay
public import PlayheadValues

/// Asks for the changes of the value at a place, in order. Follows a list element to its earlier places. If no
/// value is there any more, or not yet, the changes are those of the last value there, or of the next one.
public struct HistoryRequest: Request {
  /// The place of the value.
  public var path: StatePath
  /// The step in whose state the value has this place; nil for the last step.
  public var step: Step?
  /// The most changes, the last ones up to the step; nil for all, including those after the step.
  public var limit: Int?

  /// Asks for the changes of the value at `path` in the state of `step`.
  public init(of path: StatePath, at step: Step? = nil, limit: Int? = nil) {
    (self.path, self.step, self.limit) = (path, step, limit)
  }

  /// Gives each change. Throws ``InspectorError/nothing(at:step:_:)`` if no value was there at any step.
  public func answer(
    from inspector: Inspector, _ give: (ValueChange) throws -> Void
  ) throws -> EmptyAnswer {
    try inspector.requireStore(for: path)
    let (index, step) = try inspector.index(reachingOrBeforeCrash: step ?? inspector.log.lastStep)
    return try inspector.replaying(.looking) { replay in
      let found = try changes(index, at: step, limit)
      let isEmpty = try self.give(found, at: step, index, inspector, replay, give)
      guard isEmpty, try replay.lacksValue(at: path, of: step) else { return EmptyAnswer() }
      let life =
        try limit == nil
        ? index.life(at: path, around: step) : index.life(at: path, before: step)
      guard let life else {
        // Throws, with the nearest part.
        _ = try replay.part(at: path, of: step)
        return EmptyAnswer()
      }
      try giveLifetime(life, index, inspector, replay, give)
      return EmptyAnswer()
    }
  }

  /// The changes of the value at the path, and its path before the first; nil if it is the same up to `step`.
  private struct Changes {
    var all: [PathChange] = []
    var origin: StatePath?
  }

  private func changes(_ index: ChangeIndex, at step: Step, _ limit: Int?) throws -> Changes {
    var walk = try index.changes(of: path, atOrBefore: step)
    var found = Changes()
    while found.all.count < limit ?? .max, let change = try walk.previous() {
      found.all.append(change)
      found.origin = walk.path
    }
    found.all.reverse()
    if limit == nil { found.all += try index.laterChanges(of: path, after: step) }
    return found
  }

  /// Gives the changes of a value that was at the path before or after the step, and is not there at it.
  private func giveLifetime(
    _ life: ValueLifetime, _ index: ChangeIndex, _ inspector: Inspector, _ replay: Replay,
    _ give: (ValueChange) throws -> Void
  ) throws {
    var changes = Changes()
    if let beginning = life.beginning {
      try give(inspector.valueChange(beginning, at: path, in: replay))
      changes.all = try index.laterChanges(of: path, after: life.step)
    } else if limit != 1 {
      changes = try self.changes(index, at: life.step, limit.map { $0 - 1 } ?? .max)
    }
    _ = try self.give(changes, at: life.step, index, inspector, replay, give)
    if let end = life.end { try give(inspector.valueChange(end, at: path, in: replay)) }
  }

  /// Gives changes with the values before and after. Returns whether there were none.
  private func give(
    _ changes: Changes, at step: Step, _ index: ChangeIndex, _ inspector: Inspector,
    _ replay: Replay, _ give: (ValueChange) throws -> Void
  ) throws -> Bool {
    guard let first = changes.all.first else { return true }
    // Without a change up to the step, the value is the same until the first one.
    if changes.origin == nil { try replay.go(to: step) }
    var old = try ShowableValue {
      if let origin = changes.origin { return try replay.value(before: first, at: origin) }
      return try replay.value(at: path)
    }
    var isEmpty = true
    for change in changes.all {
      let new = try ShowableValue { try replay.value(after: change) }
      // Otherwise the value is unchanged since the change before.
      if change.kind != .around, let state = index.unshownState(before: change) {
        old = ShowableValue(unshown: state.reason)
      }
      let seen = inspector.valueChange(change, old, new, in: replay)
      old = new
      guard !seen.isNothing else { continue }
      isEmpty = false
      try give(seen)
    }
    return isEmpty
  }
}

/// Asks for the last change of the value at a place. Follows a list element to its earlier places.
public struct LastChangeRequest: Request {
  /// The place of the value.
  public var path: StatePath
  /// The step in whose state the value has this place. A change at this step counts.
  public var step: Step

  /// Asks for the last change, at `step` or before, of the value at `path` in the state of `step`.
  public init(of path: StatePath, atOrBefore step: Step) {
    (self.path, self.step) = (path, step)
  }

  /// The last change, and how to ask for the one before.
  public struct Answer: Codable, Sendable {
    /// The change; nil if the value has not changed since the log began, or never existed.
    public var change: ValueChange?
    /// The value's path before the change.
    public var path: StatePath
    /// Whether the change added the value.
    public var isFirst: Bool
  }

  /// Goes back from change to change until one added, removed or changed the value. If no value is there any more,
  /// that is the change that left the place empty.
  public func answer(from inspector: Inspector, _ give: (Never) throws -> Void) throws -> Answer {
    try inspector.looking(reaching: step) { index, replay in
      var walk = try index.changes(of: path, atOrBefore: step)
      while let change = try walk.previous() {
        let seen = try inspector.valueChange(change, before: walk.path, in: replay)
        guard !seen.isNothing else { continue }
        return Answer(change: seen, path: walk.path, isFirst: walk.isAtEnd)
      }
      if try replay.lacksValue(at: path, of: step),
        let end = try index.life(at: path, before: step)?.end
      {
        let change = inspector.valueChange(end, at: path, in: replay)
        return Answer(change: change, path: path, isFirst: false)
      }
      return Answer(change: nil, path: walk.path, isFirst: walk.isAtEnd)
    }
  }
}

/// A change of the value at a place, with the values before and after.
public struct ValueChange: Codable, Hashable, Sendable {
  /// The step, the path afterwards, and the kind of the change.
  public var change: PathChange
  /// The value before; nil if there was none.
  public var old: Value?
  /// The value after; nil if there is none.
  public var new: Value?
  /// Why one of the two values cannot be shown; nil if both can.
  public var unshown: String?
  /// The type of the action that made the change; nil after missing or lost steps, any of which may have made it.
  public var type: ActionType?
  /// When the action was dispatched, in nanoseconds since the recording's start; nil without an action.
  public var offset: Int64?
  /// Whether no action made the change: the app added the store right after the step.
  public var isOfNewStore: Bool

  /// The step of the change.
  public var step: Step { change.step }

  /// Whether there was and is no value: only a value around the place changed.
  var isNothing: Bool { old == nil && new == nil && unshown == nil }
}

extension Replay {
  /// The action that changed the value at `path` at `step`; nil if it is unknown, because the state of the step before
  /// is, or if the store is a new one.
  func action(thatChanged path: StatePath, at step: Step) -> LogEntry? {
    guard step > log.initialStep, lastStep(before: step) == step.previous,
      !adds(storeOf: path, rightAfter: step)
    else { return nil }
    return try? log.entry(at: step)
  }
}

extension Inspector {
  /// A change of the value that was at `path` before.
  func valueChange(_ change: PathChange, before path: StatePath, in replay: Replay) throws
    -> ValueChange
  {
    let old = try ShowableValue { try replay.value(before: change, at: path) }
    let new = try ShowableValue { try replay.value(after: change) }
    return valueChange(change, old, new, in: replay)
  }

  func valueChange(
    _ change: PathChange, _ old: ShowableValue, _ new: ShowableValue, in replay: Replay
  ) -> ValueChange {
    let entry = replay.action(thatChanged: change.path, at: change.step)
    return ValueChange(
      change: change, old: old.value, new: new.value, unshown: old.unshown ?? new.unshown,
      type: entry?.type, offset: entry.map { log.offset(of: $0.moment) },
      isOfNewStore: replay.adds(storeOf: change.path, rightAfter: change.step))
  }

  /// A change of what is at a fixed place, as the change of a value that came or went.
  func valueChange(
    _ change: FixedPathChange, at path: StatePath, in replay: Replay
  ) -> ValueChange {
    let kind: PathChange.Kind =
      change.old == nil ? .added : change.new == nil ? .removed : .set
    let known = PathChange(step: change.step, kind: kind, path: path)
    var seen = valueChange(
      known, ShowableValue(change.old), ShowableValue(change.new), in: replay)
    seen.unshown = change.unshown
    return seen
  }

  /// Throws, with the nearest part, if no value is at `path` in the state of `step`.
  func requireValue(at path: StatePath, of step: Step) throws {
    _ = try replaying { try $0.part(at: path, of: step) }
  }
}
