import PlayheadReading
public import PlayheadLog
public import PlayheadValues

/// An index of all changes at every step of a log. Finds when a value was written, without replaying.
///
/// The index also has states of the log, so that the replay gets to any step quickly.
///
/// If a store traps or an action does not fit the app, the index ends before that action. Questions about
/// later steps throw the reason.
///
/// Making the index takes one pass through the log. It is kept beside the log in a file `LOG.index`, which
/// you may delete at any time. An index of another log or another build, or a damaged one, is made again. If
/// no file can be kept, the index lasts as long as this object and its replay. The file gets its name when it
/// is complete and never changes afterwards, so several processes can make and read it at once. Not safe for
/// use from several threads at once.
///
/// Every part of the file has a checksum, so damage never gives a wrong answer. Damage that is found only
/// when you ask is thrown as an error whose description names the file, so that you can delete it. A forged
/// index can give wrong answers, but so can a forged log.
///
/// ```swift
/// let index = try ChangeIndex(replay)
/// let change = try index.lastChange(of: StatePath("cart.items"), atOrBefore: log.lastStep)
/// ```
public final class ChangeIndex {
  let reader: PostingReader
  /// The file of the index; nil if the index ends with this object.
  public let file: String?
  /// A file with the index's name that is no index. It is left alone, and the index is elsewhere.
  package let foreignFile: String?
  /// The last step in the index.
  public let lastStep: Step
  /// Why the index ends before the log: a store traps at the next action, or the action does not fit the app.
  /// Nil if the index is complete.
  public let end: ReplayError?
  /// The steps at which a store's state could not be encoded to be compared. The index has the changes there at the
  /// next step of the log.
  public let unshown: [UnshownState]
  /// The steps before or after which a part of a store's state cannot be encoded. It changes as a whole there.
  private let partlyUnshown: [UnshownState]
  /// Called at least once for every step that an answer skips. Throw to end the search.
  package var onLook: () throws -> Void {
    get { reader.onLook }
    set { reader.onLook = newValue }
  }

  /// The index of the replay's log. Makes missing parts, which moves the replay; in memory if need be.
  ///
  /// Calls `onStep` for every step that it adds. Throw to stop; the next call continues from there.
  public convenience init(
    _ replay: Replay, onStep: (Step) throws -> Void = { _ in }
  ) throws {
    self.init(try IndexMaking(replay).make(onStep), of: replay)
  }

  /// The same, kept in the file at `path`, or in no file.
  package convenience init(
    _ replay: Replay, in path: String?, onStep: (Step) throws -> Void = { _ in }
  ) throws {
    self.init(try IndexMaking(replay).make(in: path, onStep), of: replay)
  }

  /// The index beside the log of `replay`, if it is there and complete. Makes nothing, takes a millisecond,
  /// and does not move the replay.
  public convenience init?(keptFor replay: Replay) {
    guard let file = IndexMaking(replay).kept() else { return nil }
    self.init(IndexMaking.Made(file: file), of: replay)
  }

  package convenience init?(keptFor replay: Replay, in path: String) {
    guard let file = IndexMaking(replay).kept(in: path) else { return nil }
    self.init(IndexMaking.Made(file: file), of: replay)
  }

  init(_ made: IndexMaking.Made, of replay: Replay) {
    lastStep = made.file.lastStep ?? replay.log.initialStep
    reader = PostingReader(made.file)
    (file, end, foreignFile) = (made.file.file, made.end, made.foreignFile)
    (unshown, partlyUnshown) = (made.file.directory.unshown, made.file.directory.partlyUnshown)
  }

  /// Discards a damaged index: deletes its file, and stops the replay from using its states.
  package func discard(of replay: Replay) {
    replay.archive = nil
    if let file { SystemDisk().remove(file) }
  }

  /// Throws ``end`` if `step` is after the end of the index.
  public func require(_ step: Step) throws {
    if let end, step > lastStep { throw end }
  }

  /// Follows `path` from `step` on.
  func trace(_ path: StatePath, at step: Step) throws -> PathTrace? {
    try require(step)
    return PathTrace(path, reader)
  }

  /// The last change, at `step` or before, of the value at `path` after `step`; nil if it has been there
  /// since the log began. Follows a list element to its place before others were added or removed.
  public func lastChange(of path: StatePath, atOrBefore step: Step) throws -> PathChange? {
    var trace = try trace(path, at: step)
    return try trace?.previous(atOrBefore: step)
  }

  /// All changes of the value at `path` after `step`, in order, from when it was added until it was removed.
  public func history(of path: StatePath, at step: Step) throws -> [PathChange] {
    var changes: [PathChange] = []
    var walk = try self.changes(of: path, atOrBefore: step)
    while let change = try walk.previous() { changes.append(change) }
    return changes.reversed() + (try laterChanges(of: path, after: step))
  }

  /// The changes after `step` of the value at `path` after `step`, in order, until it was removed.
  public func laterChanges(of path: StatePath, after step: Step) throws -> [PathChange] {
    var changes: [PathChange] = []
    var trace = try trace(path, at: step)
    var after = step
    while trace?.isAtEnd == false, let change = try trace?.next(after: after) {
      changes.append(change)
      after = change.step
    }
    return changes
  }

  /// The last step, at `step` or before, at which the value at this very place may have changed, also because
  /// list elements moved. Only the states show whether it did.
  public func lastTouch(of path: StatePath, atOrBefore step: Step) throws -> Step? {
    try trace(path, at: step)?.previousTouch(atOrBefore: step)
  }

  /// The first such step after `step`.
  public func nextTouch(of path: StatePath, after step: Step) throws -> Step? {
    try trace(path, at: step)?.nextTouch(after: step)
  }
}

/// Walks back through the changes of the value at a path, one at a time.
public struct ChangeWalk {
  private var trace: PathTrace?
  private var end: Step?
  private let start: StatePath

  init(_ path: StatePath, _ step: Step, _ index: ChangeIndex) throws {
    trace = try index.trace(path, at: step)
    (start, end) = (path, step)
  }

  /// The value's path before the last returned change; the path itself before the first.
  public var path: StatePath { trace?.path ?? start }

  /// Whether the last returned change added the value.
  public var isAtEnd: Bool { trace?.isAtEnd ?? false }

  /// The next earlier change; nil if there is none.
  public mutating func previous() throws -> PathChange? {
    guard let end, !isAtEnd, let change = try trace?.previous(atOrBefore: end) else { return nil }
    self.end = change.step.previous
    return change
  }
}

extension ChangeIndex {
  /// The changes, at `step` and before, of the value at `path` after `step`, the last first. Follows a list
  /// element to its place before others were added or removed.
  public func changes(of path: StatePath, atOrBefore step: Step) throws -> ChangeWalk {
    try ChangeWalk(path, step, self)
  }
}

/// The change that wrote a value in a state.
public struct Blame: Hashable, Sendable {
  /// The value's path. The value has no parts of its own.
  public let path: StatePath
  /// The value.
  public let value: Value
  /// The change that wrote it; nil if it has been there since the log began.
  public let change: PathChange?
  /// The states before the change that cannot be shown: an action in between may have written the value.
  public let unshown: UnshownState?
}

extension ChangeIndex {
  /// Calls `body` with every value within `value`, which is at `path` in the state of `step`, and with the
  /// change that wrote it, in the order of the values. Follows list elements to their earlier places.
  ///
  /// Costs some ten microseconds per value, and as much again for each later step at which another element of
  /// a list on the path changed the same part.
  public func blame(
    _ value: Value, at path: StatePath, of step: Step, _ body: (Blame) throws -> Void
  ) throws {
    try value.forEachLeaf(at: path) { path, leaf in
      let change = try lastChange(of: path, atOrBefore: step)
      try body(
        Blame(path: path, value: leaf, change: change, unshown: unshownState(before: change, path)))
    }
  }

  /// The states before a change that cannot be shown, so that an earlier action may have made the change.
  package func unshownState(before change: PathChange?, _ path: StatePath) -> UnshownState? {
    guard let change, let store = path.components.first?.name else { return nil }
    let whole = unshown.first { state in
      state.store == store && change.step.previous.map(state.steps.contains) == true
    }
    guard whole == nil, change.kind == .around else { return whole }
    return partlyUnshown.first { $0.store == store && $0.steps.contains(change.step) }
  }
}

extension Value {
  /// Calls `body` with every part that has no parts.
  fileprivate func forEachLeaf(at path: StatePath, _ body: (StatePath, Value) throws -> Void)
    rethrows
  {
    switch self {
    case .record(let fields) where !fields.isEmpty:
      for field in fields {
        try field.value.forEachLeaf(at: path.appending(.field(field.name)), body)
      }
    case .dictionary(let entries) where !entries.isEmpty:
      for entry in entries {
        try entry.value.forEachLeaf(at: path.appending(.key(entry.key)), body)
      }
    case .list(let parts) where !parts.isEmpty, .set(let parts) where !parts.isEmpty:
      for (place, part) in parts.enumerated() {
        try part.forEachLeaf(at: path.appending(.index(place)), body)
      }
    default: try body(path, self)
    }
  }
}
