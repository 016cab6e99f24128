import PlayheadCoding
import PlayheadLog

/// A path on its way through time: its places in lists move as elements before them come and go.
struct PathTrace {
  private(set) var path: Path
  /// Whether the last change was that an element on the way came or went: there is nothing to follow
  /// beyond it.
  private(set) var isAtEnd = false
  private let levels: [Level]
  private let file: PostingReader

  /// A path from the whole state to a part, one for each component of the traced one.
  private struct Level {
    let number: Int64
    /// How many lists are on the way, this one included.
    let lists: Int
    let isElement: Bool
    /// Whether it is the traced path itself.
    let isLast: Bool

    /// What something that happened here is for the traced path.
    func kind(of found: PathChange.Kind) -> PathChange.Kind? {
      isLast ? found : found == .inside ? nil : .around
    }
  }

  /// Nil if nothing ever happened at the path, within it or around it.
  init?(_ path: Path, _ file: PostingReader) throws {
    (self.path, self.file) = (path, file)
    var number = ChangeFile.root
    var lists = 0
    var levels: [Level] = []
    if path.components.isEmpty {
      levels = [Level(number: number, lists: 0, isElement: false, isLast: true)]
    }
    for (place, component) in path.components.enumerated() {
      guard let next = try file.path(number, component) else { break }
      number = next
      let isElement = component.isPlace
      if isElement { lists += 1 }
      levels.append(
        Level(
          number: number, lists: lists, isElement: isElement,
          isLast: place == path.components.count - 1))
    }
    guard !levels.isEmpty else { return nil }
    self.levels = levels
  }

  private var places: [Int] {
    get {
      path.components.compactMap { if case .index(let place) = $0 { place } else { nil } }
    }
    set {
      var rest = newValue[...]
      for (number, component) in path.components.enumerated() where component.isPlace {
        path.components[number] = .index(rest.removeFirst())
      }
    }
  }

  // MARK: Backwards

  /// The last change at `step` or before. The path is then as it was before that change.
  mutating func previous(atOrBefore step: Step) throws -> PathChange? {
    var step = step.number
    while let found = try lastStep(atOrBefore: step) {
      let after = path
      let kind = try undo(found)
      if let kind { return try change(kind, at: found, after) }
      guard found > 0 else { return nil }
      step = found - 1
    }
    return nil
  }

  /// The last step at which something happened on the way.
  private func lastStep(atOrBefore step: UInt64) throws -> UInt64? {
    var last: UInt64?
    for level in levels {
      let found = try file.step(of: level.number, lists: level.lists, atOrBefore: step)
      if let found { last = max(last ?? 0, found) }
    }
    return last
  }

  /// Goes back over a step; says what it did to what is at the path, if anything.
  private mutating func undo(_ step: UInt64) throws -> PathChange.Kind? {
    var kind: PathChange.Kind?
    let after = places
    var before = after
    for level in levels {
      guard let events = try file.events(of: level.number, lists: level.lists, at: step) else {
        continue
      }
      let own = Array(after.prefix(level.lists))
      if let found = events.kind(at: own, isElement: level.isElement) {
        kind = kind ?? level.kind(of: found)
        isAtEnd = isAtEnd || level.isElement && found == .added
      }
      if level.isElement, let last = own.last {
        before[level.lists - 1] = events.moves(in: Array(own.dropLast())).old(of: last)
      }
    }
    places = before
    return kind
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

  private func firstStep(after step: UInt64) throws -> UInt64? {
    var first: UInt64?
    for level in levels {
      let found = try file.step(of: level.number, lists: level.lists, after: step)
      if let found { first = min(first ?? .max, found) }
    }
    return first
  }

  /// Goes over a step; says what it did to what is at the path, if anything.
  private mutating func redo(_ step: UInt64) throws -> PathChange.Kind? {
    var kind: PathChange.Kind?
    var now = places
    for level in levels {
      guard let events = try file.events(of: level.number, lists: level.lists, at: step) else {
        continue
      }
      if level.isElement {
        let outer = Array(now.prefix(level.lists - 1))
        guard let new = events.moves(in: outer).new(of: now[level.lists - 1]) else {
          isAtEnd = true
          return level.isLast ? .removed : .around
        }
        now[level.lists - 1] = new
      }
      let own = Array(now.prefix(level.lists))
      if let found = events.kind(at: own, isElement: level.isElement) {
        kind = kind ?? level.kind(of: found)
      }
    }
    places = now
    return kind
  }

  // MARK: Touching

  /// The last step at `step` or before at which what is at the path, wherever it was before, may have
  /// changed: as well because elements of a list moved.
  func previousTouch(atOrBefore step: Step) throws -> Step? {
    var step = step.number
    while let found = try lastStep(atOrBefore: step) {
      var trace = self
      if try trace.undo(found) != nil || trace.path != path { return Step(found) }
      guard found > 0 else { return nil }
      step = found - 1
    }
    return nil
  }

  /// The first such step after `step`.
  func nextTouch(after step: Step) throws -> Step? {
    var step = step.number
    while let found = try firstStep(after: step) {
      var trace = self
      // What comes to be in an element's place is the element's that was added there, too.
      let isAdded = try trace.undo(found) != nil
      if isAdded || trace.path != path { return Step(found) }
      step = found
    }
    return nil
  }

  private func change(
    _ kind: PathChange.Kind, at step: UInt64, _ path: Path
  ) throws -> PathChange {
    var value: Value?
    if let last = levels.last, last.isLast, kind == .set || kind == .added {
      let places = path.components.compactMap {
        if case .index(let place) = $0 { place } else { nil }
      }
      value = try file.events(of: last.number, lists: last.lists, at: step)?.value(at: places)
    }
    return PathChange(step: Step(step), kind: kind, path: path, value: value)
  }
}

extension Path.Component {
  /// Whether it is a place in a list or a set.
  fileprivate var isPlace: Bool { if case .index = self { true } else { false } }
}
