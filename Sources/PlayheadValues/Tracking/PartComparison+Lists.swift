import PlayheadCoding

/// The elements of a list: in an array, or collected one by one.
struct ListParts {
  let snapshot: Snapshot?
  /// The type, if the elements are in an array.
  let type: (any ListType.Type)?
  private let parts: [Part]
  let count: Int

  /// `nil` if it is not a list.
  init?(_ core: PartCore) {
    snapshot = core.snapshot
    switch (core.content, core.snapshot) {
    case (.list(let elements), _): (type, parts, count) = (nil, elements, elements.count)
    case (.array(let array), let snapshot?):
      (type, parts, count) = (array, [], array.count(snapshot))
    default: return nil
    }
  }

  func part(_ place: Int) -> Part {
    guard let snapshot, let type else { return parts[place] }
    return type.part(snapshot, place)
  }
}

extension PartComparison {
  func lists(_ old: ListParts, _ new: ListParts) throws -> Difference<Part> {
    let ends = try ListEnds(old, new, self)
    if let shift = try shift(old, new, ends) { return shift }
    let (oldMiddle, newMiddle) = (ends.oldMiddle, ends.newMiddle)
    var steps = StepList<Part>()
    steps.append(.same(oldMiddle.lowerBound))
    var (i, j) = (oldMiddle.lowerBound, newMiddle.lowerBound)
    let end = PartPair(old: oldMiddle.upperBound, new: newMiddle.upperBound, isEqual: true)
    for pair in try pairs(old, new, ends) + [end] {
      for place in i..<pair.old { steps.append(.removed(PartPosition(place), old.part(place))) }
      for place in j..<pair.new { steps.append(.added(PartPosition(place), new.part(place))) }
      (i, j) = (pair.old + 1, pair.new + 1)
      if pair == end { break }
      if ends.memory?.isSame(pair.old, pair.new) == true {
        steps.append(.same(1))
        continue
      }
      let inner = try ends.known(pair) ?? difference(old.part(pair.old), new.part(pair.new))
      if case .same = inner {
        steps.append(.same(1))
      } else {
        steps.append(.changed(PartPosition(pair.new), inner))
      }
    }
    steps.append(.same(old.count - oldMiddle.upperBound))
    return steps.inside(.init(kind: .list, isJSONArray: true))
  }

  /// The elements between the two ends that belong together. Equal elements have the same digest.
  private func pairs(
    _ old: ListParts, _ new: ListParts, _ ends: ListEnds
  ) throws -> [PartPair] {
    let (middle, newMiddle) = (ends.oldMiddle, ends.newMiddle)
    guard !middle.isEmpty, !newMiddle.isEmpty else { return [] }
    let (first, newFirst) = (middle.lowerBound, newMiddle.lowerBound)
    if middle.count == 1, newMiddle.count == 1 {
      return [PartPair(old: first, new: newFirst, isEqual: false)]
    }
    let numbers = try middle.map { try number(of: old.part($0)) }
    let newNumbers = try self.numbers(new, newMiddle, middle, numbers, ends.memory)
    let alignment = try NumberAlignment(of: numbers, with: newNumbers) { places, newPlaces in
      (
        try places.map { try value(of: old.part(first + $0)) }[...],
        try newPlaces.map { try value(of: new.part(newFirst + $0)) }[...]
      )
    }
    return alignment.pairs.map {
      PartPair(old: first + $0.old, new: newFirst + $0.new, isEqual: $0.isEqual)
    }
  }

  private func number(of part: Part) throws -> Int {
    Int(truncatingIfNeeded: try part.digest(by: encoder).number)
  }

  /// The numbers of the new elements. Most are elements of the old list, perhaps moved by a few places: these are not
  /// encoded again.
  private func numbers(
    _ new: ListParts, _ newMiddle: Range<Int>, _ middle: Range<Int>, _ numbers: [Int],
    _ memory: SharedMemory?
  ) throws -> [Int] {
    // An element that moved further is encoded.
    let reach = 8
    // The place after the last found element, and the number of new elements since then.
    var (next, since) = (middle.lowerBound, 0)
    return try newMiddle.map { place in
      let same = memory.flatMap { memory in
        [next, next + since].lazy.compactMap { start in
          (start..<max(start, min(start + reach, middle.upperBound)))
            .first { memory.isSame($0, place) }
        }.first
      }
      guard let same else {
        since += 1
        return try number(of: new.part(place))
      }
      (next, since) = (same + 1, 0)
      return numbers[same - middle.lowerBound]
    }
  }

  /// The fast path for a list that lost an element at one end and gained one at the other, such as a full
  /// history; otherwise `nil`.
  ///
  /// The lists begin and end with different elements. So if they have all but one element in common, that is
  /// a longest common part. It is the only one, unless the other direction has one, too; then an alignment
  /// takes the first of the two.
  private func shift(
    _ old: ListParts, _ new: ListParts, _ ends: ListEnds
  ) throws -> Difference<Part>? {
    let (middle, newMiddle) = (ends.oldMiddle, ends.newMiddle)
    let common = middle.count - 1
    guard let memory = ends.memory, common > 0, newMiddle.count == middle.count else { return nil }
    func isCommon(before end: Int, _ newEnd: Int) throws -> Bool {
      try areCommon(common, before: end, newEnd, in: (old, new), memory)
    }
    let (first, last) = (middle.lowerBound, middle.upperBound - 1)
    let (newFirst, newLast) = (newMiddle.lowerBound, newMiddle.upperBound - 1)
    var steps = StepList<Part>()
    steps.append(.same(first))
    if try isCommon(before: last + 1, newLast) {
      steps.append(.removed(PartPosition(first), old.part(first)))
      steps.append(.same(common))
      steps.append(.added(PartPosition(newLast), new.part(newLast)))
    } else if try isCommon(before: last, newLast + 1) {
      // It could still be the first direction, with other bits.
      if try isSame(old.part(first + 1), new.part(newFirst)) { return nil }
      steps.append(.added(PartPosition(newFirst), new.part(newFirst)))
      steps.append(.same(common))
      steps.append(.removed(PartPosition(last), old.part(last)))
    } else {
      return nil
    }
    steps.append(.same(old.count - middle.upperBound))
    return steps.inside(.init(kind: .list, isJSONArray: true))
  }

  /// Whether the `wanted` elements before `end` are those before `newEnd`. Up to three of them may have other
  /// bits: an element that was written to without a change has its own storage.
  private func areCommon(
    _ wanted: Int, before end: Int, _ newEnd: Int, in lists: (old: ListParts, new: ListParts),
    _ memory: SharedMemory
  ) throws -> Bool {
    var count = 0
    for _ in 0...2 {
      count += memory.sameBefore(end - count, newEnd - count, atMost: wanted - count)
      guard count < wanted else { return true }
      guard
        try isSame(lists.old.part(end - count - 1), lists.new.part(newEnd - count - 1))
      else { return false }
      count += 1
    }
    return count == wanted
  }

  private func isSame(_ old: Part, _ new: Part) throws -> Bool {
    if case .same = try difference(old, new) { true } else { false }
  }
}

extension PartPosition {
  fileprivate init(_ place: Int) { self.init(number: place, component: .index(place)) }
}
