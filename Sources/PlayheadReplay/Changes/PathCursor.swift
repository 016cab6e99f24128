import PlayheadValues

/// The way from the whole state to a part, and what the index has of each place on it.
struct PathCursor {
  /// A path on the way, one for each component of the whole.
  struct Level {
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

  /// From the outside in, as far as anything ever happened.
  let levels: [Level]
  /// All that can be about the part.
  private let series: [PostingSeries]
  private let postings: PostingReader

  /// Nil if nothing ever happened at the path, within it or around it.
  init?(_ path: StatePath, _ postings: PostingReader) {
    guard path.places.allSatisfy({ 0..<Posting.placeLimit ~= $0 }) else { return nil }
    self.postings = postings
    levels = Self.levels(of: path, postings)
    guard let last = levels.last else { return nil }
    series = levels.map { $0.series(.own) } + (last.isLast ? [last.series(.inside)] : [])
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

  /// The last step at `step` or before at which something happened on the way. What changed within the
  /// places around the part is not looked at: it may be much, and is not about the part.
  func lastStep(atOrBefore step: UInt64) throws -> UInt64? {
    try series.compactMap { try postings.step(of: $0, atOrBefore: step) }.max()
  }

  /// The first step after `step` at which something happened on the way.
  func firstStep(after step: UInt64) throws -> UInt64? {
    try series.compactMap { try postings.step(of: $0, after: step) }.min()
  }

  /// What came, went or was replaced at a level at a step.
  func events(at level: Level, of step: UInt64) throws -> StepEvents? {
    try postings.events(of: level.series(.own), at: step)
  }

  /// Whether something within the part changed at a step, when it was at these places.
  func isChangedInside(at places: [Int], of step: UInt64) throws -> Bool {
    guard let last = levels.last, last.isLast else { return false }
    return try postings.events(of: last.series(.inside), at: step)?.isAny(at: places) ?? false
  }

  /// What came to be at the part at a step, when it was at these places, if it is known.
  func value(at places: [Int], of step: UInt64) throws -> Value? {
    guard let last = levels.last, last.isLast else { return nil }
    return try events(at: last, of: step)?.value(at: places)
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
  fileprivate var isPlace: Bool { if case .index = self { true } else { false } }
}
