import PlayheadFiles
public import PlayheadLog
public import PlayheadReplay
public import PlayheadValues

/// The changes of what is at a place, in order. An element of a list is followed to where it was before others came or went.
public struct HistoryRequest: Request {
  /// The place.
  public var path: StatePath
  /// The step in whose state it is there; nil for the last.
  public var step: Step?
  /// How many changes, the last ones up to the step; nil for all, those behind the step as well.
  public var limit: Int?

  /// The changes of what is at `path` in the state of `step`.
  public init(of path: StatePath, at step: Step? = nil, limit: Int? = nil) {
    (self.path, self.step, self.limit) = (path, step, limit)
  }

  /// Gives each change. Throws ``InspectorError/nothing(at:step:_:)`` if nothing is or was there.
  public func answer(
    from inspector: Inspector, _ give: (SeenChange) throws -> Void
  ) throws -> Done {
    try inspector.requireStore(for: path)
    let step = step ?? inspector.log.lastStep
    let index = try inspector.index(reaching: step)
    var walk = try index.changes(of: path, atOrBefore: step)
    var changes: [PathChange] = []
    while changes.count < limit ?? .max, let change = try walk.previous() {
      changes.append(change)
    }
    changes.reverse()
    if limit == nil { changes += try index.laterChanges(of: path, after: step) }
    let isEmpty = try inspector.replaying { replay in
      try self.give(changes, from: walk.path, inspector, replay, give)
    }
    if isEmpty { try inspector.requireValue(at: path, of: step) }
    return Done()
  }

  /// Gives changes, with what was there and what is there since; whether there was none.
  private func give(
    _ changes: [PathChange], from origin: StatePath, _ inspector: Inspector, _ replay: Replay,
    _ give: (SeenChange) throws -> Void
  ) throws -> Bool {
    var isEmpty = true
    var last: SeenChange?
    for change in changes {
      // Nothing happened to it since the change before.
      let seen: SeenChange
      if let last {
        let isKnown = change.value != nil || change.kind == .removed
        seen = inspector.seen(
          change, last.new, isKnown ? change.value : try replay.value(after: change))
      } else {
        seen = try inspector.seen(change, before: origin, in: replay)
      }
      last = seen
      guard !seen.isNothing else { continue }
      isEmpty = false
      try give(seen)
    }
    return isEmpty
  }
}

/// The last change of what is at a place. An element of a list is followed to where it was before others came or went.
public struct LastChangeRequest: Request {
  /// The place.
  public var path: StatePath
  /// The step in whose state it is there: a change at it counts.
  public var step: Step

  /// The last change at `step` or before of what is at `path` in the state of `step`.
  public init(of path: StatePath, atOrBefore step: Step) {
    (self.path, self.step) = (path, step)
  }

  /// The last change, and how to ask for the one before.
  public struct Answer: Codable, Sendable {
    /// The change; nil if it has been as it is since the log began, or nothing ever was there.
    public var change: SeenChange?
    /// Where it was before the change.
    public var path: StatePath
    /// Whether it came to be there with the change: nothing was before.
    public var isFirst: Bool
  }

  /// Goes back from change to change until there is one by which something came, went or became another.
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

  /// The same without an index of the log; nil if there is one, or it takes one.
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

/// A change of what is at a place, with what was there and what is there since.
public struct SeenChange: Codable, Hashable, Sendable {
  /// When it changed, where it is since, and how.
  public var change: PathChange
  /// What was there; nil if nothing was.
  public var old: Value?
  /// What is there since; nil if nothing is.
  public var new: Value?
  /// The action's type; nil if no action led to the state.
  public var type: ActionType?
  /// How long after the start of the recording it was dispatched, in nanoseconds; nil if there is no action.
  public var offset: Int64?

  /// The step at which it changed.
  public var step: Step { change.step }

  /// Whether nothing was there and nothing is: only what is around it changed.
  var isNothing: Bool { old == nil && new == nil }
}

extension Inspector {
  /// A change of what was at `path` before.
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

  /// Throws, with what is near, if nothing is at `path` in the state of `step`.
  func requireValue(at path: StatePath, of step: Step) throws {
    _ = try replaying { try $0.part(at: path, of: step) }
  }
}
