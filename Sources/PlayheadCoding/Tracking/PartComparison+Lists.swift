/// The elements of a list: in an array, or taken down one by one.
struct ListParts {
  let kept: Kept?
  let access: ListAccess?
  let parts: [Part]
  let count: Int

  init(_ kept: Kept, _ access: ListAccess) {
    (self.kept, self.access, parts) = (kept, access, [])
    count = access.count(kept)
  }

  init(_ kept: Kept?, _ parts: [Part]) {
    (self.kept, access, self.parts) = (kept, nil, parts)
    count = parts.count
  }

  func part(_ place: Int) -> Part {
    guard let kept, let access else { return parts[place] }
    return kept.elements[place] ?? access.part(kept, place)
  }
}

extension PartComparison {
  /// Nil for what is no list.
  func list(_ core: PartCore) -> ListParts? {
    switch core.content {
    case .list(let parts): ListParts(core.kept, parts)
    case .array(let access): core.kept.map { ListParts($0, access) }
    default: nil
    }
  }

  func lists(_ old: ListParts, _ new: ListParts) throws -> Difference<Part> {
    var ends = try ListEnds(old, new, self)
    let (oldMiddle, newMiddle) = (ends.oldMiddle, ends.newMiddle)
    var steps = StepList<Part>()
    steps.append(.same(oldMiddle.lowerBound))
    var memory = ElementMemory(old, new)
    var (i, j) = (oldMiddle.lowerBound, newMiddle.lowerBound)
    let end = PartPair(old: oldMiddle.upperBound, new: newMiddle.upperBound, isEqual: true)
    for pair in try pairs(old, oldMiddle, new, newMiddle) + [end] {
      for place in i..<pair.old { steps.append(.removed(PartPlace(place), old.part(place))) }
      for place in j..<pair.new { steps.append(.added(PartPlace(place), new.part(place))) }
      (i, j) = (pair.old + 1, pair.new + 1)
      guard !pair.isEqual else {
        if pair != end { steps.append(.same(1)) }
        continue
      }
      let newPart = new.part(pair.new)
      let inner = try ends.takeKnown(pair) ?? difference(old.part(pair.old), newPart)
      if case .same = inner {
        steps.append(.same(1))
      } else {
        steps.append(.changed(PartPlace(pair.new), inner))
        memory.note(newPart, at: pair.new)
      }
    }
    steps.append(.same(old.count - oldMiddle.upperBound))
    memory.takeOver(oldMiddle, newMiddle)
    return steps.inside(.init(kind: .list, isJSONArray: true))
  }

  /// Which elements between the two ends belong together.
  private func pairs(
    _ old: ListParts, _ oldMiddle: Range<Int>, _ new: ListParts, _ newMiddle: Range<Int>
  ) throws -> [PartPair] {
    guard !oldMiddle.isEmpty, !newMiddle.isEmpty else { return [] }
    if oldMiddle.count == 1, newMiddle.count == 1 {
      return [PartPair(old: oldMiddle.lowerBound, new: newMiddle.lowerBound, isEqual: false)]
    }
    let oldValues = try oldMiddle.map { try value(of: old.part($0)) }
    let newValues = try newMiddle.map { try value(of: new.part($0)) }
    return ListAlignment(of: oldValues, with: newValues).pairs.map {
      PartPair(
        old: oldMiddle.lowerBound + $0.old, new: newMiddle.lowerBound + $0.new,
        isEqual: $0.isEqual)
    }
  }
}

extension PartPlace {
  fileprivate init(_ place: Int) {
    self.init(number: place, component: .index(place))
  }
}

/// What two lists begin and end with alike.
private struct ListEnds {
  private(set) var prefix = 0
  private(set) var suffix = 0
  private let old: ListParts
  private let new: ListParts
  /// What was found out about the first and the last elements that differ.
  private var known: [PartPair: Difference<Part>] = [:]

  var oldMiddle: Range<Int> { prefix..<old.count - suffix }
  var newMiddle: Range<Int> { prefix..<new.count - suffix }

  init(_ old: ListParts, _ new: ListParts, _ comparison: PartComparison) throws {
    (self.old, self.new) = (old, new)
    let shorter = min(old.count, new.count)
    let memory = SharedMemory(old, new)
    while prefix < shorter {
      prefix = memory?.firstDifference(from: prefix, to: shorter) ?? prefix
      guard prefix < shorter, try isSame(prefix, prefix, comparison) else { break }
      prefix += 1
    }
    while prefix + suffix < shorter {
      let rest = shorter - prefix - suffix
      suffix += memory?.sameBefore(old.count - suffix, new.count - suffix, atMost: rest) ?? 0
      guard prefix + suffix < shorter,
        try isSame(old.count - suffix - 1, new.count - suffix - 1, comparison)
      else { break }
      suffix += 1
    }
  }

  private mutating func isSame(
    _ place: Int, _ newPlace: Int, _ comparison: PartComparison
  ) throws -> Bool {
    let pair = PartPair(old: place, new: newPlace, isEqual: false)
    if known[pair] != nil { return false }
    let difference = try comparison.difference(old.part(place), new.part(newPlace))
    if case .same = difference { return true }
    known[pair] = difference
    return false
  }

  /// What is known of a pair already.
  mutating func takeKnown(_ pair: PartPair) -> Difference<Part>? {
    known.removeValue(forKey: pair)
  }
}

/// Two arrays of one type, whose elements can be compared in memory.
private struct SharedMemory {
  let old: Kept
  let new: Kept
  let access: ListAccess

  init?(_ old: ListParts, _ new: ListParts) {
    guard let access = old.access, new.access != nil, let one = old.kept, let other = new.kept,
      one.isSameType(as: other)
    else { return nil }
    (self.old, self.new, self.access) = (one, other, access)
  }

  func firstDifference(from start: Int, to end: Int) -> Int {
    access.firstDifference(old, new, from: start, to: end)
  }

  func sameBefore(_ end: Int, _ newEnd: Int, atMost limit: Int) -> Int {
    access.sameBefore(old, end, new, newEnd, atMost: limit)
  }
}
