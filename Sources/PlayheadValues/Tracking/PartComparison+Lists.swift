import PlayheadCoding

/// The elements of a list: in an array, or collected one by one.
struct ListParts {
  let snapshot: Snapshot?
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
    try steps.append(
      pairs(old, new, ends), in: oldMiddle, newMiddle,
      removed: { .removed(PartPosition($0), old.part($0)) },
      added: { .added(PartPosition($0), new.part($0)) },
      both: { pair in
        if ends.memory?.isSame(pair.old, pair.new) == true { return .same(1) }
        return .init(
          at: PartPosition(pair.new),
          try difference(old.part(pair.old), new.part(pair.new)))
      })
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
    return try ListAlignment.pairs(
      of: numbers, from: first, with: newNumbers, from: newFirst,
      values: { try $0.map { try value(of: old.part($0)) } },
      newValues: { try $0.map { try value(of: new.part($0)) } })
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
    let (first, last) = (middle.lowerBound, middle.upperBound - 1)
    let (newFirst, newLast) = (newMiddle.lowerBound, newMiddle.upperBound - 1)
    var steps = StepList<Part>()
    steps.append(.same(first))
    func haveSame(upTo end: Int, _ newEnd: Int) throws -> Bool {
      var left = common
      while left > 0 {
        let before = common - left
        left -= memory.sameBefore(end - before, newEnd - before, atMost: left)
        // A copy of an element may have other bits.
        let place = common - left + 1
        guard left > 0 else { break }
        guard try isSame(old.part(end - place), new.part(newEnd - place)) else { return false }
        left -= 1
      }
      return true
    }
    if try haveSame(upTo: last + 1, newLast) {
      steps.append(.removed(PartPosition(first), old.part(first)))
      steps.append(.same(common))
      steps.append(.added(PartPosition(newLast), new.part(newLast)))
    } else if try haveSame(upTo: last, newLast + 1) {
      steps.append(.added(PartPosition(newFirst), new.part(newFirst)))
      steps.append(.same(common))
      steps.append(.removed(PartPosition(last), old.part(last)))
    } else {
      return nil
    }
    steps.append(.same(old.count - middle.upperBound))
    return steps.inside(.init(kind: .list, isJSONArray: true))
  }
}

extension PartPosition {
  fileprivate init(_ place: Int) { self.init(number: place, component: .index(place)) }
}
