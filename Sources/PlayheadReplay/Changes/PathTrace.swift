import PlayheadLog
import PlayheadValues

/// A path on its way through time: its places in lists move as elements before them come and go.
struct PathTrace {
  private(set) var path: StatePath
  /// Whether an element on the way came or went with the last change: there is nothing to follow beyond it.
  private(set) var isAtEnd = false
  /// The paths on the way, from the outside in, as far as anything ever happened.
  private let levels: [Level]
  /// All postings that can be about the part.
  private let series: [PostingSeries]
  private let postings: PostingReader

  /// A path on the way, one for each component of the whole.
  private struct Level {
    let number: Int
    /// How many lists are on the way, this one included.
    let lists: Int
    let isElement: Bool
    /// Whether it is the part itself.
    let isLast: Bool

    func series(_ layer: PostingLayer) -> PostingSeries {
      PostingSeries(path: number, layer: layer, lists: lists)
    }

    /// What something that happened here is for the part: with what it is within it comes and goes.
    func kind(of found: PathChange.Kind) -> PathChange.Kind {
      isLast || found != .set ? found : .around
    }
  }

  /// Nil if nothing ever happened at the path, within it or around it.
  init?(_ path: StatePath, _ postings: PostingReader) {
    guard path.places.allSatisfy({ 0..<Posting.placeLimit ~= $0 }) else { return nil }
    levels = Self.levels(of: path, postings)
    guard let last = levels.last else { return nil }
    series = levels.map { $0.series(.own) } + (last.isLast ? [last.series(.inside)] : [])
    (self.path, self.postings) = (path, postings)
  }

  private static func levels(of path: StatePath, _ postings: PostingReader) -> [Level] {
    var number = ChangeDirectory.root
    var lists = 0
    var levels: [Level] = []
    if path.components.isEmpty {
      levels = [Level(number: number, lists: 0, isElement: false, isLast: true)]
    }
    for (place, component) in path.components.enumerated() {
      guard let next = postings.path(number, component) else { break }
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

  /// The last step at `step` or before at which something happened on the way. Skips changes beside the part: they
  /// may be many, and are not about it.
  func lastStep(atOrBefore step: UInt64) throws -> UInt64? {
    try series.compactMap { try postings.step(of: $0, atOrBefore: step) }.max()
  }

  /// The first step after `step` at which something happened on the way.
  func firstStep(after step: UInt64) throws -> UInt64? {
    try series.compactMap { try postings.step(of: $0, after: step) }.min()
  }

  /// What came, went or was replaced at a level at a step.
  private func events(at level: Level, of step: UInt64) throws -> StepEvents? {
    try postings.events(of: level.series(.own), at: step)
  }

  /// The level of the part itself, if anything ever happened there or within.
  private var part: Level? { levels.last.flatMap { $0.isLast ? $0 : nil } }

  // MARK: Backwards

  /// The last change at `step` or before. The path is then as it was before that change.
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

  /// Goes back over a step; says what it did to what is at the path, if anything.
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

  /// What changed within the part, when it was at these places afterwards.
  private func inside(_ places: [Int], _ step: UInt64) throws -> PathChange.Kind? {
    guard let part, let events = try postings.events(of: part.series(.inside), at: step) else {
      return nil
    }
    return events.isAny(at: places) ? .inside : nil
  }

  // MARK: Forwards

  /// The first change after `step`. The path is then as it is after that change.
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

  /// Goes over a step; says what it did to what is at the path, if anything.
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

  /// The last step at `step` or before at which what is at the path may have changed, also because elements of a list
  /// moved.
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

  /// Seen from after the step: what comes into an element's place counts as the added element's.
  private func isTouched(by step: UInt64) throws -> Bool {
    var trace = self
    return try trace.undo(step) != nil || trace.path != path
  }
}

extension StatePath {
  /// Its places in lists and sets, from the outside in.
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
  /// Whether it is a place in a list or a set.
  var isPlace: Bool { if case .index = self { true } else { false } }
}
