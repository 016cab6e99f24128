import PlayheadLog
import PlayheadValues

/// A path on its way through time: its places in lists move as elements before them come and go.
struct PathTrace {
  private(set) var path: StatePath
  /// Whether the last change was that an element on the way came or went: there is nothing to follow
  /// beyond it.
  private(set) var isAtEnd = false
  private let way: PathCursor

  /// Nil if nothing ever happened at the path, within it or around it.
  init?(_ path: StatePath, _ postings: PostingReader) {
    guard let way = PathCursor(path, postings) else { return nil }
    (self.path, self.way) = (path, way)
  }

  // MARK: Backwards

  /// The last change at `step` or before. The path is then as it was before that change.
  mutating func previous(atOrBefore step: Step) throws -> PathChange? {
    var step = step.number
    while let found = try way.lastStep(atOrBefore: step) {
      let after = path
      if let kind = try undo(found) {
        return try change(kind, at: found, kind == .removed ? path : after)
      }
      guard found > 0 else { return nil }
      step = found - 1
    }
    return nil
  }

  /// Goes back over a step; says what it did to what is at the path, if anything.
  private mutating func undo(_ step: UInt64) throws -> PathChange.Kind? {
    var kind: PathChange.Kind?
    let after = path.places
    var before = after
    for level in way.levels {
      guard let events = try way.events(at: level, of: step) else { continue }
      let own = Array(after.prefix(level.lists))
      if let found = events.kind(at: own, isElement: level.isElement) {
        kind = kind ?? level.kind(of: found)
        isAtEnd = isAtEnd || level.isElement && found == .added
      }
      if level.isElement, let last = own.last {
        before[level.lists - 1] = events.moves(in: Array(own.dropLast())).old(of: last)
      }
    }
    path.places = before
    return try kind ?? inside(after, step)
  }

  /// What changed within the part, when it was at these places afterwards.
  private func inside(_ places: [Int], _ step: UInt64) throws -> PathChange.Kind? {
    try way.isChangedInside(at: places, of: step) ? .inside : nil
  }

  // MARK: Forwards

  /// The first change after `step`. The path is then as it is after that change.
  mutating func next(after step: Step) throws -> PathChange? {
    var step = step.number
    while let found = try way.firstStep(after: step) {
      let before = path
      if let kind = try redo(found) {
        return try change(kind, at: found, kind == .removed ? before : path)
      }
      step = found
    }
    return nil
  }

  /// Goes over a step; says what it did to what is at the path, if anything.
  private mutating func redo(_ step: UInt64) throws -> PathChange.Kind? {
    var kind: PathChange.Kind?
    var now = path.places
    for level in way.levels {
      guard let events = try way.events(at: level, of: step) else { continue }
      if level.isElement {
        let outer = Array(now.prefix(level.lists - 1))
        guard let new = events.moves(in: outer).new(of: now[level.lists - 1]) else {
          isAtEnd = true
          return .removed
        }
        now[level.lists - 1] = new
      }
      let own = Array(now.prefix(level.lists))
      if let found = events.kind(at: own, isElement: level.isElement) {
        kind = kind ?? level.kind(of: found)
      }
    }
    path.places = now
    return try kind ?? inside(now, step)
  }

  private func change(
    _ kind: PathChange.Kind, at step: UInt64, _ path: StatePath
  ) throws -> PathChange {
    let isKnown = kind == .set || kind == .added
    let value = isKnown ? try way.value(at: path.places, of: step) : nil
    return PathChange(step: Step(step), kind: kind, path: path, value: value)
  }

  // MARK: Touching

  /// The last step at `step` or before at which what is at the path, wherever it was before, may have
  /// changed: as well because elements of a list moved.
  func previousTouch(atOrBefore step: Step) throws -> Step? {
    var step = step.number
    while let found = try way.lastStep(atOrBefore: step) {
      if try isTouched(by: found) { return Step(found) }
      guard found > 0 else { return nil }
      step = found - 1
    }
    return nil
  }

  /// The first such step after `step`.
  func nextTouch(after step: Step) throws -> Step? {
    var step = step.number
    while let found = try way.firstStep(after: step) {
      if try isTouched(by: found) { return Step(found) }
      step = found
    }
    return nil
  }

  /// Seen from behind the step: what comes to be in an element's place is the element's that was added
  /// there, too.
  private func isTouched(by step: UInt64) throws -> Bool {
    var trace = self
    return try trace.undo(step) != nil || trace.path != path
  }
}
