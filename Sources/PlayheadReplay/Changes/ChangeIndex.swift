public import PlayheadLog
public import PlayheadValues

/// An index of what changed where, at every step of a log: it answers when a value was written without
/// replaying anything.
///
/// It also has states of the log, by which the replay is soon at any step.
///
/// Where a store is known to trap, or an action does not fit the app, it ends in front of that. A question
/// about a step behind its end throws the reason.
///
/// It is made in one pass through the log, and kept beside it in a file `LOG.index`, which may be deleted
/// at any time. One of another log, of another build of the program, or that is damaged is made again.
/// Where no file can be kept, it lasts as long as this object and its replay. The file gets its name when it is
/// whole, and nothing in it changes then: several processes can make and read it at once. Not safe for use from several
/// threads at once.
///
/// Every part of the file has a checksum, so that damage never leads to a wrong answer. Damage that is come
/// upon only when something is asked is thrown, as an error whose description names the file: it is to be
/// deleted. Only somebody who forges an index, and who could as well forge the log, can make it lie.
///
/// ```swift
/// let index = try ChangeIndex(replay)
/// let change = try index.lastChange(of: StatePath("cart.items"), atOrBefore: log.lastStep)
/// ```
public final class ChangeIndex {
  let reader: PostingReader
  /// The file that it is kept in; nil if it goes with this object.
  public let file: String?
  /// A file that has the name of the index and is none; it is left alone, and the index is elsewhere. Nil if there is
  /// none.
  package let foreignFile: String?
  /// The steps that are in it go to this one.
  public let lastStep: Step
  /// Why it ends before the log does: a store is known to trap at the next action, or the app cannot take it. Nil if
  /// it is complete.
  public let end: ReplayError?
  /// Asked at least once for every step that an answer passes over; ends the look for it by throwing.
  package var onLook: () throws -> Void {
    get { reader.onLook }
    set { reader.onLook = newValue }
  }

  /// The index of the log of `replay`. What is missing of it is made, and the replay is then somewhere else. It is
  /// made in memory if the file cannot be written.
  ///
  /// `onStep` is called for every step that is taken in, so that it can show progress, or stop by throwing: the next
  /// time the pass continues from there.
  public convenience init(
    _ replay: Replay, onStep: (Step) throws -> Void = { _ in }
  ) throws {
    self.init(try IndexMaking(replay).make(onStep), of: replay)
  }

  /// The same, kept in the file at `path`, or in none.
  package convenience init(
    _ replay: Replay, in path: String?, onStep: (Step) throws -> Void = { _ in }
  ) throws {
    self.init(try IndexMaking(replay).make(in: path, onStep), of: replay)
  }

  /// The index beside the log of `replay`, if it is there and complete. Makes nothing, takes a millisecond, and
  /// leaves the replay where it was.
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
  }

  /// Gives up a damaged index: its file is deleted, and the replay no longer uses its states.
  package func discard(of replay: Replay) {
    replay.archive = nil
    if let file { SystemDisk().remove(file) }
  }

  /// Throws ``end`` if `step` is behind it: nothing is known of its state.
  public func require(_ step: Step) throws {
    if let end, step > lastStep { throw end }
  }

  /// Follows `path` from `step` on.
  func trace(_ path: StatePath, at step: Step) throws -> PathTrace? {
    try require(step)
    return PathTrace(path, reader)
  }

  /// The last change at `step` or before of what is at `path` after `step`; nil if it has been there since the log
  /// began. An element of a list is followed to where it was before others came or went.
  public func lastChange(of path: StatePath, atOrBefore step: Step) throws -> PathChange? {
    var trace = try trace(path, at: step)
    return try trace?.previous(atOrBefore: step)
  }

  /// All changes of what is at `path` after `step`, in order, from when it came until it was removed.
  public func history(of path: StatePath, at step: Step) throws -> [PathChange] {
    var changes: [PathChange] = []
    var walk = try self.changes(of: path, atOrBefore: step)
    while let change = try walk.previous() { changes.append(change) }
    return changes.reversed() + (try laterChanges(of: path, after: step))
  }

  /// The changes after `step` of what is at `path` after `step`, in order, up to when it was removed.
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

  /// The last step at `step` or before at which the value at this very place may have changed, also because elements
  /// of a list moved. The states tell whether it did.
  public func lastTouch(of path: StatePath, atOrBefore step: Step) throws -> Step? {
    try trace(path, at: step)?.previousTouch(atOrBefore: step)
  }

  /// The first such step after `step`.
  public func nextTouch(of path: StatePath, after step: Step) throws -> Step? {
    try trace(path, at: step)?.nextTouch(after: step)
  }
}

/// A walk back through the changes of what is at a path, one at a time.
public struct ChangeWalk {
  private var trace: PathTrace?
  private var end: Step?
  private let start: StatePath

  init(_ path: StatePath, _ step: Step, _ index: ChangeIndex) throws {
    trace = try index.trace(path, at: step)
    (start, end) = (path, step)
  }

  /// Where it was before the last returned change; the path itself before the first.
  public var path: StatePath { trace?.path ?? start }

  /// Whether it came to be there with the last returned change: nothing was there before.
  public var isAtEnd: Bool { trace?.isAtEnd ?? false }

  /// The change before; nil if there is none.
  public mutating func previous() throws -> PathChange? {
    guard let end, !isAtEnd, let change = try trace?.previous(atOrBefore: end) else { return nil }
    self.end = change.step.previous
    return change
  }
}

extension ChangeIndex {
  /// The changes at `step` and before of what is at `path` after `step`, the last first. An element of a list is
  /// followed to where it was before others came or went.
  public func changes(of path: StatePath, atOrBefore step: Step) throws -> ChangeWalk {
    try ChangeWalk(path, step, self)
  }
}

/// Who wrote a value that is in a state.
public struct Blame: Hashable, Sendable {
  /// Where the value is: a part without parts of its own.
  public let path: StatePath
  /// The value.
  public let value: Value
  /// The change that wrote it; nil if it has been there since the log began.
  public let change: PathChange?
}

extension ChangeIndex {
  /// Gives `body` every value within `value`, which is at `path` in the state of `step`, with the change that wrote
  /// it, in the order of the values. Elements of lists are followed to where they were.
  ///
  /// Costs some ten microseconds for each value, and as much again for each step since then at which another element
  /// of a list on its way changed the same part.
  public func blame(
    _ value: Value, at path: StatePath, of step: Step, _ body: (Blame) throws -> Void
  ) throws {
    try value.forEachLeaf(at: path) { path, leaf in
      try body(
        Blame(path: path, value: leaf, change: lastChange(of: path, atOrBefore: step)))
    }
  }
}

extension Value {
  /// Gives `body` every part that has no parts.
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
