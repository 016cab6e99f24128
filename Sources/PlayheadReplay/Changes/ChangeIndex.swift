import PlayheadReading
public import PlayheadLog
public import PlayheadValues

/// Finds when a value was written, and by which action.
///
/// The index says for each window of a few milliseconds of replay which parts of the state may have changed in it.
/// A question replays only the windows that concern its path, and the answer is exact. The index also has states of
/// the log, so that the replay gets to any step quickly.
///
/// If a store traps or an action does not fit the app, the index ends before that action. Questions about
/// later steps throw the reason.
///
/// Making the index takes one pass through the log. It is kept beside the log in a file `LOG.index`, which
/// you may delete at any time. An index of another log or another build, or a damaged one, is made again. If
/// no file can be kept, the index lasts as long as this object and its replay. The file gets its name when it
/// is complete and never changes afterwards, so several processes can make and read it at once. A forged index can
/// give wrong answers, but so can a forged log.
///
/// Questions move the replay. Not safe for use from several threads at once.
///
/// ```swift
/// let index = try ChangeIndex(replay)
/// let change = try index.lastChange(of: StatePath("cart.items"), atOrBefore: log.lastStep)
/// ```
public final class ChangeIndex {
  /// The steps of a window of an index that was not made.
  package static let windowSteps: UInt64 = 256
  /// Lists have fewer elements. With this limit, adding the places at a step to each other cannot overflow.
  private static let placeLimit = 1 << 40

  let replay: Replay
  let reader: WindowReader
  private let windows: WindowIndex
  /// The last path asked for, and the windows in which its value may have changed.
  private var lastAsked: (path: StatePath, windows: [ClosedRange<Step>])?
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
  public var unshown: [UnshownState] { windows.unshown }

  /// The index of the replay's log. Makes missing parts, which moves the replay; in memory if need be.
  ///
  /// Calls `onStep` for every step that it adds. Throw to stop; the next call continues from there.
  public convenience init(
    _ replay: Replay, onStep: (Step) throws -> Void = { _ in }
  ) throws {
    self.init(try IndexBuilder(replay).make(onStep), of: replay)
  }

  /// The same, kept in the file at `path`, or in no file.
  package convenience init(
    _ replay: Replay, in path: String?, onStep: (Step) throws -> Void = { _ in }
  ) throws {
    self.init(try IndexBuilder(replay).make(in: path, onStep), of: replay)
  }

  /// The index beside the log of `replay`, if it is there and complete. Makes nothing, takes a millisecond,
  /// and does not move the replay.
  public convenience init?(existingFor replay: Replay) {
    guard let built = IndexBuilder(replay).existing() else { return nil }
    self.init(built, of: replay)
  }

  /// An index that was not made: anything may have changed anywhere. Answers near a step come without a pass through
  /// the log; those far from it take as long as replaying it.
  package convenience init(
    withoutPassOf replay: Replay, windowSteps: UInt64 = ChangeIndex.windowSteps
  ) {
    let windows = WindowIndex(of: replay.reachableSteps, size: windowSteps)
    self.init(IndexBuilder.BuiltIndex(index: windows), of: replay)
  }

  init(_ built: IndexBuilder.BuiltIndex, of replay: Replay) {
    (self.replay, reader, windows) = (replay, WindowReader(replay), built.index)
    lastStep = built.index.lastStep ?? replay.log.initialStep
    (file, end, foreignFile) = (built.file, built.end, built.foreignFile)
  }

  /// Throws ``end`` if `step` is after the end of the index.
  public func require(_ step: Step) throws {
    if let end, step > lastStep { throw end }
  }

  /// Follows `path` from `step` on.
  private func trace(_ path: StatePath, at step: Step) throws -> PathTrace {
    try require(step)
    return PathTrace(
      path, windows(touching: path), reader, line: replay.log.resumptions.line(to: step))
  }

  private func windows(touching path: StatePath) -> [ClosedRange<Step>] {
    if let lastAsked, lastAsked.path == path { return lastAsked.windows }
    let isPossible = path.components.allSatisfy { component in
      if case .index(let place) = component { 0..<Self.placeLimit ~= place } else { true }
    }
    let found = isPossible ? windows.windows(touching: path) : []
    lastAsked = (path, found)
    return found
  }

  /// The last change, at `step` or before, of the value at `path` after `step`; nil if it has been there
  /// since the log began. Follows a list element to its place before others were added or removed.
  public func lastChange(of path: StatePath, atOrBefore step: Step) throws -> PathChange? {
    var trace = try trace(path, at: step)
    return try trace.previous(atOrBefore: step)
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
    while !trace.isAtEnd, let change = try trace.next(after: after) {
      changes.append(change)
      after = change.step
    }
    return changes
  }

  /// The last step, at `step` or before and at `first` or after, at which the value at this very place may have changed,
  /// also because list elements moved. Only the states show whether it did.
  public func lastTouch(
    of path: StatePath, atOrBefore step: Step, downTo first: Step? = nil
  ) throws -> Step? {
    try trace(path, at: step).previousTouch(atOrBefore: step, downTo: first ?? .initial)
  }

  /// The first such step after `step`, up to `last`.
  public func nextTouch(
    of path: StatePath, after step: Step, upTo last: Step? = nil
  ) throws -> Step? {
    try trace(path, at: step).nextTouch(after: step, upTo: last ?? Step(.max))
  }

  /// The changes, at `step` and before, of the value at `path` after `step`, the last first. Follows a list
  /// element to its place before others were added or removed.
  public func changes(of path: StatePath, atOrBefore step: Step) throws -> ChangeWalk {
    ChangeWalk(try trace(path, at: step), step)
  }
}

/// Walks back through the changes of the value at a path, one at a time.
public struct ChangeWalk {
  private var trace: PathTrace
  private var end: Step?

  init(_ trace: PathTrace, _ step: Step) { (self.trace, end) = (trace, step) }

  /// The value's path before the last returned change; the path itself before the first.
  public var path: StatePath { trace.path }

  /// Whether the last returned change added the value.
  public var isAtEnd: Bool { trace.isAtEnd }

  /// The next earlier change; nil if there is none.
  public mutating func previous() throws -> PathChange? {
    guard let end, !isAtEnd, let change = try trace.previous(atOrBefore: end) else { return nil }
    self.end = change.step.previous
    return change
  }
}

// MARK: - Blame

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
  /// Replays the windows in which the value changed, from the last one on, until all writers are known.
  public func blame(
    _ value: Value, at path: StatePath, of step: Step, _ body: (Blame) throws -> Void
  ) throws {
    try require(step)
    let trees = BlameTree.trees(of: value, at: path)
    let line = replay.log.resumptions.line(to: step)
    var concerned: [ClosedRange<Step>: [BlameTree]] = [:]
    for tree in trees {
      for window in windows.windows(touching: tree.path) where window.lowerBound < step {
        concerned[window, default: []].append(tree)
      }
    }
    for window in concerned.keys.sorted(by: { $0.lowerBound > $1.lowerBound }) {
      let open = (concerned[window] ?? []).filter { !$0.isComplete }
      guard !open.isEmpty else { continue }
      for (tree, changes) in zip(open, try reader.changes(of: open.map(\.path), in: window)) {
        for change in changes[..<changes.count(upTo: step)].reversed()
        where !change.isReturn && line.run(holding: change.step) != nil {
          tree.undo(change.tree, of: change.step)
        }
      }
    }
    for leaf in trees.flatMap(\.leaves) {
      try body(
        Blame(
          path: leaf.path, value: leaf.value, change: leaf.change,
          unshown: unshownState(before: leaf.change)))
    }
  }

  /// The states before a change of this index that cannot be shown, so that an earlier action may have made the change.
  package func unshownState(before change: PathChange?) -> UnshownState? {
    guard let change, let store = change.path.components.first?.name else { return nil }
    let whole = reader.unshown.first { state in
      state.store == store && change.step.previous.map(state.steps.contains) == true
    }
    guard whole == nil, change.kind == .around else { return whole }
    return reader.partlyUnshown.first { $0.store == store && $0.steps.contains(change.step) }
  }
}
