import PlayheadReading
package import PlayheadLog
package import PlayheadValues

/// Consecutive parts of a log from a step on, each with its own index in memory. They show the changes near
/// the step before the whole log is replayed.
package struct IndexWindows {
  /// Making the index of the whole log would take no longer than searching further.
  package struct TooFar: Error {}

  /// A part of the log, from the state of its first step on.
  package struct Window {
    package let index: ChangeIndex
    package let steps: ClosedRange<Step>
  }

  /// A shorter log is indexed within a second.
  package static let longLog = 16_384
  /// The number of steps of the first part. Each further part is twice as long.
  package static let firstSize: UInt64 = 256
  /// One in this many of the log's actions is searched.
  private static let share = 8

  private let replay: Replay
  private let store: String?
  private let isBackwards: Bool
  /// Where the next part begins, or ends if the search goes backward.
  private var boundary: Step
  private var size: UInt64
  private var room: UInt64

  /// The parts from `step` on, or before it, in which the value at `path` may have changed.
  package init(
    _ replay: Replay, about path: StatePath, from step: Step, backwards isBackwards: Bool,
    firstSize: UInt64 = firstSize
  ) {
    (self.replay, self.isBackwards, boundary, size) = (replay, isBackwards, step, firstSize)
    store = if case .field(let name)? = path.components.first { name } else { nil }
    room = UInt64(max(Self.longLog, replay.log.actionCount / Self.share))
  }

  /// The next part; nil where the log begins or ends.
  package mutating func next() throws -> Window? {
    while let steps = try nextSteps() {
      guard let changing = try self.changing(in: steps) else { continue }
      let count = changing.upperBound.number - changing.lowerBound.number
      guard count <= room else { throw TooFar() }
      room -= count
      return Window(index: try index(of: changing), steps: changing)
    }
    return nil
  }

  /// Leaves damage and traps to an index of the whole log, which skips them.
  private func index(of steps: ClosedRange<Step>) throws -> ChangeIndex {
    do {
      return try ChangeIndex(of: steps, in: replay)
    } catch let error where error is ReplayError || error is LogError {
      throw TooFar()
    }
  }

  /// The next steps, and the one before for its state. Leaves steps beyond a gap to the whole log's index.
  private mutating func nextSteps() throws -> ClosedRange<Step>? {
    guard let run = replay.reachableSteps.first(where: { $0.contains(boundary) }) else {
      throw TooFar()
    }
    let start = boundary.number
    defer { size *= 2 }
    if isBackwards {
      guard boundary > run.lowerBound else {
        if boundary == replay.log.initialStep { return nil }
        throw TooFar()
      }
      boundary = max(run.lowerBound, Step(start - min(start, size)))
      return boundary...Step(start)
    }
    guard boundary < run.upperBound else {
      if boundary >= replay.log.lastStep { return nil }
      throw TooFar()
    }
    boundary = min(run.upperBound, Step(start + size))
    return Step(start)...boundary
  }

  /// The steps from the first to the last at which the log says the store may have changed; nil if none.
  private func changing(in steps: ClosedRange<Step>) throws -> ClosedRange<Step>? {
    guard let store, replay.timeline.branch == nil else { return steps }
    var found: (first: Step, last: Step)?
    try replay.log.forEachEntry(in: steps.lowerBound.next...steps.upperBound) { entry in
      guard !entry.isHandled || entry.changed.contains(store) else { return }
      found = (found?.first ?? entry.step, entry.step)
    }
    return found.map { ($0.first.previous ?? $0.first)...$0.last }
  }
}

extension ChangeIndex {
  /// An index of consecutive steps, from the state of the first on.
  convenience init(of steps: ClosedRange<Step>, in replay: Replay) throws {
    let file = try ChangeFile(for: "")
    try ChangeIndexer(file, nil, replay).run(in: steps)
    self.init(IndexMaking.Made(file: file), of: replay)
  }
}

/// Walks back through the changes of the value at a path, without an index of the whole log.
package struct WindowedWalk {
  private var windows: IndexWindows
  private var walk: ChangeWalk?
  /// The value's path before the last returned change; the path itself before the first.
  package private(set) var path: StatePath
  /// Whether the last returned change added the value.
  package private(set) var isAtEnd = false

  /// Begins with the last change, at `step` or before, of the value at `path` after `step`.
  package init(
    _ replay: Replay, of path: StatePath, atOrBefore step: Step,
    firstSize: UInt64 = IndexWindows.firstSize
  ) {
    windows = IndexWindows(
      replay, about: path, from: step, backwards: true, firstSize: firstSize)
    self.path = path
  }

  /// The next earlier change; nil if there is none. Throws ``IndexWindows/TooFar`` if it is too far away.
  package mutating func previous() throws -> PathChange? {
    while !isAtEnd {
      if let change = try walk?.previous() {
        (path, isAtEnd) = (walk?.path ?? path, walk?.isAtEnd ?? false)
        return change
      }
      path = walk?.path ?? path
      guard let window = try windows.next() else { return nil }
      walk = try window.index.changes(of: path, atOrBefore: window.steps.upperBound)
    }
    return nil
  }
}
