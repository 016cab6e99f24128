import PlayheadLog
import PlayheadValues

/// Follows a path through time: its places in lists move when elements before them are added or removed.
struct PathTrace {
  private(set) var path: StatePath
  /// Whether an element on the path was added or removed by the last change, so that the trace ends there.
  private(set) var isAtEnd = false
  /// The paths on the way, from the outside in, as far as anything ever happened.
  private let levels: [Level]
  /// All series with events that can concern the value.
  private let series: [PostingSeries]
  private let postings: PostingReader

  /// One component of the path, with the path up to it.
  private struct Level {
    let number: Int
    /// How many lists are on the way, including this one.
    let lists: Int
    let isElement: Bool
    /// Whether it is the whole path.
    let isLast: Bool

    func series(_ layer: PostingLayer) -> PostingSeries {
      PostingSeries(path: number, layer: layer, lists: lists)
    }

    /// What an event at this level means for the whole path's value, which comes and goes with it.
    func kind(of found: PathChange.Kind) -> PathChange.Kind {
      isLast || found != .set ? found : .around
    }
  }

  /// Nil if nothing ever happened at the path, within it or around it.
  init?(_ path: StatePath, _ postings: PostingReader) {
    var path = path
    levels = Self.levels(of: &path, postings)
    guard path.places.allSatisfy({ 0..<Posting.placeLimit ~= $0 }) else { return nil }
    guard let last = levels.last else { return nil }
    series = levels.map { $0.series(.own) } + (last.isLast ? [last.series(.inside)] : [])
    (self.path, self.postings) = (path, postings)
  }

  /// Replaces components that name another kind of part, as far as anything ever happened there.
  private static func levels(of path: inout StatePath, _ postings: PostingReader) -> [Level] {
    var number = ChangeDirectory.root
    var lists = 0
    var levels: [Level] = []
    if path.components.isEmpty {
      levels = [Level(number: number, lists: 0, isElement: false, isLast: true)]
    }
    for (place, typed) in path.components.enumerated() {
      var component = typed
      var next = postings.path(number, typed)
      if next == nil {
        for reading in typed.otherReadings {
          (component, next) = (reading, postings.path(number, reading))
          if next != nil { break }
        }
      }
      guard let next else { break }
      path.components[place] = component
      number = next
      if component.isPlace { lists += 1 }
      levels.append(
        Level(
          number: number, lists: lists, isElement: component.isPlace,
          isLast: place == path.components.count - 1))
    }
    return levels
  }

  // MARK: Events

  /// The last step, at `step` or before, with an event on the way. Skips changes beside the value.
  func lastStep(atOrBefore step: UInt64) throws -> UInt64? {
    try series.compactMap { try postings.step(of: $0, atOrBefore: step) }.max()
  }

  /// The first step after `step` with an event on the way.
  func firstStep(after step: UInt64) throws -> UInt64? {
    try series.compactMap { try postings.step(of: $0, after: step) }.min()
  }

  /// The values added, removed or replaced at a level at a step.
  private func events(at level: Level, of step: UInt64) throws -> StepEvents? {
    try postings.events(of: level.series(.own), at: step)
  }

  /// The level of the whole path, if anything ever happened there or within.
  private var part: Level? { levels.last.flatMap { $0.isLast ? $0 : nil } }

  // MARK: Backwards

  /// The last change at `step` or before. Sets the path to the one before that change.
  mutating func previous(atOrBefore step: Step) throws -> PathChange? {
    var step = step.number
    while let found = try lastStep(atOrBefore: step) {
      let after = path
      if let kind = try undo(found) {
        return try change(kind, at: found, kind == .removed ? path : after)
      }
      guard found > 0 else { return nil }
      step = found - 1
    }
    return nil
  }

  /// Goes back over a step. Returns its change to the value at the path, if any.
  private mutating func undo(_ step: UInt64) throws -> PathChange.Kind? {
    var kind: PathChange.Kind?
    let after = path.places
    var before = after
    for level in levels {
      guard let events = try events(at: level, of: step) else { continue }
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

  /// Whether a part of the value changed. `places` are those after the step.
  private func inside(_ places: [Int], _ step: UInt64) throws -> PathChange.Kind? {
    guard let part, let events = try postings.events(of: part.series(.inside), at: step) else {
      return nil
    }
    return events.isAny(at: places) ? .inside : nil
  }

  // MARK: Forwards

  /// The first change after `step`. Sets the path to the one after that change.
  mutating func next(after step: Step) throws -> PathChange? {
    var step = step.number
    while let found = try firstStep(after: step) {
      let before = path
      if let kind = try redo(found) {
        return try change(kind, at: found, kind == .removed ? before : path)
      }
      step = found
    }
    return nil
  }

  /// Goes forward over a step. Returns its change to the value at the path, if any.
  private mutating func redo(_ step: UInt64) throws -> PathChange.Kind? {
    var kind: PathChange.Kind?
    var now = path.places
    for level in levels {
      guard let events = try events(at: level, of: step) else { continue }
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
    let value =
      isKnown ? try part.flatMap { try events(at: $0, of: step)?.value(at: path.places) } : nil
    return PathChange(step: Step(step), kind: kind, path: path, value: value)
  }

  // MARK: Touching

  /// The last step, at `step` or before, at which the value may have changed, perhaps by moves in a list.
  func previousTouch(atOrBefore step: Step) throws -> Step? {
    var step = step.number
    while let found = try lastStep(atOrBefore: step) {
      if try isTouched(by: found) { return Step(found) }
      guard found > 0 else { return nil }
      step = found - 1
    }
    return nil
  }

  /// The first such step after `step`.
  func nextTouch(after step: Step) throws -> Step? {
    var step = step.number
    while let found = try firstStep(after: step) {
      if try isTouched(by: found) { return Step(found) }
      step = found
    }
    return nil
  }

  /// Looks from after the step: a value that moves into the place of an element counts as added.
  private func isTouched(by step: UInt64) throws -> Bool {
    var trace = self
    return try trace.undo(step) != nil || trace.path != path
  }
}

extension StatePath {
  /// The path's places in lists and sets, from the outside in.
  var places: [Int] {
    get { components.compactMap { if case .index(let place) = $0 { place } else { nil } } }
    set {
      var rest = newValue[...]
      for (number, component) in components.enumerated() where component.isPlace {
        components[number] = .index(rest.removeFirst())
      }
    }
  }
}

extension StatePath.Component {
  /// Whether the component is a place in a list or a set.
  var isPlace: Bool { if case .index = self { true } else { false } }
}
