import PlayheadFiles
public import PlayheadLog
public import PlayheadReplay
public import PlayheadValues

/// Asks for the changes of the value at a place, in order. Follows a list element to its earlier places.
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

  /// Gives each change. Throws ``InspectorError/nothing(at:step:_:)`` if no value is or was there.
  public func answer(
    from inspector: Inspector, _ give: (SeenChange) throws -> Void
  ) throws -> Done {
    try inspector.requireStore(for: path)
    let step = step ?? inspector.log.lastStep
    let index = try inspector.index(reaching: step)
    var walk = try index.changes(of: path, atOrBefore: step)
    var changes: [PathChange] = []
    // The value's path before the first change.
    var origin: StatePath?
    while changes.count < limit ?? .max, let change = try walk.previous() {
      changes.append(change)
      origin = walk.path
    }
    changes.reverse()
    if limit == nil { changes += try index.laterChanges(of: path, after: step) }
    let isEmpty = try inspector.replaying { replay in
      guard let first = changes.first else { return true }
      // Without a change up to the step, the value is the same until the first one.
      if origin == nil { try replay.go(to: step) }
      let old =
        if let origin {
          try replay.value(before: first, at: origin)
        } else {
          try replay.value(at: path)
        }
      return try self.give(changes, from: old, inspector, replay, give)
    }
    if isEmpty { try inspector.requireValue(at: path, of: step) }
    return Done()
  }

  /// Gives changes with the values before and after, the first one from `old`. Returns whether there were none.
  private func give(
    _ changes: [PathChange], from old: Value?, _ inspector: Inspector, _ replay: Replay,
    _ give: (SeenChange) throws -> Void
  ) throws -> Bool {
    var isEmpty = true
    var old = old
    for change in changes {
      // The value is unchanged since the change before.
      let seen = inspector.seen(change, old, try replay.value(after: change))
      old = seen.new
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
    public var change: SeenChange?
    /// The value's path before the change.
    public var path: StatePath
    /// Whether the change added the value.
    public var isFirst: Bool
  }

  /// Goes back from change to change until one added, removed or changed the value.
  public func answer(from inspector: Inspector, _ give: (Never) throws -> Void) throws -> Answer {
    try nearby(inspector) ?? indexed(inspector)
  }

  private func indexed(_ inspector: Inspector) throws -> Answer {
    var walk = try inspector.index(reaching: step).changes(of: path, atOrBefore: step)
    while let change = try walk.previous() {
      let seen = try inspector.replaying {
        try inspector.seen(change, before: walk.path, in: $0)
      }
      guard !seen.isNothing else { continue }
      return Answer(change: seen, path: walk.path, isFirst: walk.isAtEnd)
    }
    return Answer(change: nil, path: walk.path, isFirst: walk.isAtEnd)
  }

  /// The same without an index of the log; nil if there is an index, or if one is needed.
  private func nearby(_ inspector: Inspector) throws -> Answer? {
    guard inspector.lacksIndexOfLongLog else { return nil }
    return try inspector.replaying(.looking) { replay in
      try replay.requireState(of: step)
      var walk = WindowedWalk(replay, of: path, atOrBefore: step)
      do {
        while let change = try walk.previous() {
          let seen = try inspector.seen(change, before: walk.path, in: replay)
          guard !seen.isNothing else { continue }
          return Answer(change: seen, path: walk.path, isFirst: walk.isAtEnd)
        }
      } catch is IndexWindows.TooFar {
        return nil
      }
      return Answer(change: nil, path: walk.path, isFirst: walk.isAtEnd)
    }
  }
}

/// A change of the value at a place, with the values before and after.
public struct SeenChange: Codable, Hashable, Sendable {
  /// The step, the path afterwards, and the kind of the change.
  public var change: PathChange
  /// The value before; nil if there was none.
  public var old: Value?
  /// The value after; nil if there is none.
  public var new: Value?
  /// The action's type; nil if no action led to the state.
  public var type: ActionType?
  /// When the action was dispatched, in nanoseconds since the recording's start; nil without an action.
  public var offset: Int64?

  /// The step of the change.
  public var step: Step { change.step }

  /// Whether there was and is no value: only a value around the place changed.
  var isNothing: Bool { old == nil && new == nil }
}

extension Inspector {
  /// A change of the value that was at `path` before.
  func seen(_ change: PathChange, before path: StatePath, in replay: Replay) throws -> SeenChange {
    let old = try replay.value(before: change, at: path)
    return seen(change, old, try replay.value(after: change))
  }

  func seen(_ change: PathChange, _ old: Value?, _ new: Value?) -> SeenChange {
    let entry = change.step > log.initialStep ? try? log.entry(at: change.step) : nil
    return SeenChange(
      change: change, old: old, new: new, type: entry?.type,
      offset: entry.map { log.offset(of: $0.moment) })
  }

  /// Throws, with the nearest part, if no value is at `path` in the state of `step`.
  func requireValue(at path: StatePath, of step: Step) throws {
    _ = try replaying { try $0.part(at: path, of: step) }
  }
}
