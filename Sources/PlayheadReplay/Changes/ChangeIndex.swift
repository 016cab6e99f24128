public import PlayheadLog
public import PlayheadValues

/// An index of what changed where, at every step of a log: it answers when a value was written without
/// replaying anything.
///
/// It also has states of the log, by which the replay is soon at any step.
///
/// Where a store is known to trap, or an action does not fit the app, it ends in front of that. Whoever asks
/// for a step behind its end gets the reason thrown.
///
/// It is made in one pass through the log, and kept beside it in a file `LOG.index`, which may be deleted
/// at any time. One of another log, of another build of the program, or that is damaged is made anew.
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
  /// A file that has the name of the index and is none; it is left alone, and the index is elsewhere. Nil if there
  /// is no such file.
  package let foreignFile: String?
  /// The steps that are in it go to this one.
  public let lastStep: Step
  /// Why it ends before the log does: a store is known to trap at the next action, or the app cannot take
  /// it. Nil if it has all that can be replayed.
  public let end: ReplayError?
  /// Asked at least once for every step that an answer passes over; ends the look for it by throwing.
  package var onLook: () throws -> Void {
    get { reader.onLook }
    set { reader.onLook = newValue }
  }

  /// The index of the log of `replay`, which is made as far as it is missing; then the replay is
  /// somewhere else.
  ///
  /// Where the file cannot be used, because the disk is full or may not be written to, it is made in memory.
  ///
  /// `onStep` is told of every step that is taken in, so that it can show progress, or stop by throwing:
  /// what is there by then is gone on with the next time.
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

  /// The index that is kept beside the log of `replay`, if it is there with all that the log has: nothing is
  /// made, so that it takes a millisecond. Nil otherwise, and the replay is where it was.
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

  /// Ends the use of an index that turned out to be damaged: its file is deleted, and the replay has its states no more.
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

  /// The last change at `step` or before of what is at `path` after `step`; nil if it has been there
  /// since the log began. An element of a list is followed to where it was before others came or went.
  public func lastChange(of path: StatePath, atOrBefore step: Step) throws -> PathChange? {
    var trace = try trace(path, at: step)
    return try trace?.previous(atOrBefore: step)
  }

  /// The first change after `step` of what is at `path` after `step`; nil if there is none up to ``lastStep``.
  public func nextChange(of path: StatePath, after step: Step) throws -> PathChange? {
    var trace = try trace(path, at: step)
    return try trace?.next(after: step)
  }

  /// All changes of what is at `path` after `step`, in order: from when it came to be there to when it
  /// was removed.
  public func history(of path: StatePath, at step: Step) throws -> [PathChange] {
    var changes: [PathChange] = []
    var trace = try trace(path, at: step)
    var before: Step? = step
    while let end = before, trace?.isAtEnd == false,
      let change = try trace?.previous(atOrBefore: end)
    {
      changes.append(change)
      before = change.step.previous
    }
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

  /// The last step at `step` or before at which the value at this very place may have become another:
  /// also because elements of a list moved. Whether it did, the states tell.
  public func lastTouch(of path: StatePath, atOrBefore step: Step) throws -> Step? {
    try trace(path, at: step)?.previousTouch(atOrBefore: step)
  }

  /// The first such step after `step`.
  public func nextTouch(of path: StatePath, after step: Step) throws -> Step? {
    try trace(path, at: step)?.nextTouch(after: step)
  }
}
