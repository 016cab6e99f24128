import PlayheadCoding

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
    return kept.memory?.elements[place] ?? access.part(kept, place)
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
    if let one = try changeInOnePlace(old, new) { return one }
    let ends = try ListEnds(old, new, self)
    if let shift = try shift(old, new, ends) { return shift }
    let (oldMiddle, newMiddle) = (ends.oldMiddle, ends.newMiddle)
    var memory = ElementMemory(old, oldMiddle, new, newMiddle)
    var steps = StepList<Part>()
    steps.append(.same(oldMiddle.lowerBound))
    var (i, j) = (oldMiddle.lowerBound, newMiddle.lowerBound)
    for pair in try pairs(old, oldMiddle, new, newMiddle, &memory) {
      for place in i..<pair.old { steps.append(.removed(PartPlace(place), old.part(place))) }
      for place in j..<pair.new { steps.append(.added(PartPlace(place), new.part(place))) }
      (i, j) = (pair.old + 1, pair.new + 1)
      if ends.memory?.isSame(pair.old, pair.new) == true {
        steps.append(.same(1))
        continue
      }
      let newPart = new.part(pair.new)
      let inner = try ends.known(pair) ?? difference(old.part(pair.old), newPart)
      if case .same = inner {
        steps.append(.same(1))
      } else {
        steps.append(.changed(PartPlace(pair.new), inner))
        memory.note(newPart, at: pair.new)
      }
    }
    for place in i..<oldMiddle.upperBound {
      steps.append(.removed(PartPlace(place), old.part(place)))
    }
    for place in j..<newMiddle.upperBound {
      steps.append(.added(PartPlace(place), new.part(place)))
    }
    steps.append(.same(old.count - oldMiddle.upperBound))
    memory.takeOver()
    return steps.inside(.init(kind: .list, isJSONArray: true))
  }

  /// The short way for arrays of which all elements but one are the same in memory: nearly every change.
  private func changeInOnePlace(_ old: ListParts, _ new: ListParts) throws -> Difference<Part>? {
    guard old.count == new.count, let memory = SharedMemory(old, new) else { return nil }
    let place = memory.firstDifference(from: 0, to: old.count)
    let rest = old.count - place - 1
    guard rest >= 0, memory.sameBefore(old.count, new.count, atMost: rest) == rest else {
      return nil
    }
    let newPart = new.part(place)
    let inner = try difference(old.part(place), newPart)
    var elements = ElementMemory(old, place..<place + 1, new, place..<place + 1)
    var steps = StepList<Part>()
    steps.append(.same(place))
    if case .same = inner {
      steps.append(.same(1))
    } else {
      steps.append(.changed(PartPlace(place), inner))
      elements.note(newPart, at: place)
    }
    steps.append(.same(rest))
    elements.takeOver()
    return steps.inside(.init(kind: .list, isJSONArray: true))
  }

  /// Which elements between the two ends belong together. Those that are told to be equal have the same
  /// digest.
  private func pairs(
    _ old: ListParts, _ oldMiddle: Range<Int>, _ new: ListParts, _ newMiddle: Range<Int>,
    _ memory: inout ElementMemory
  ) throws -> [PartPair] {
    guard !oldMiddle.isEmpty, !newMiddle.isEmpty else { return [] }
    if oldMiddle.count == 1, newMiddle.count == 1 {
      return [PartPair(old: oldMiddle.lowerBound, new: newMiddle.lowerBound, isEqual: false)]
    }
    let (first, newFirst) = (oldMiddle.lowerBound, newMiddle.lowerBound)
    let numbers = try memory.numbers { try $0.digest(by: encoder).number }
    let alignment = try NumberAlignment(of: numbers.old, with: numbers.new) { places, newPlaces in
      (
        try places.map { try value(of: old.part(first + $0)) }[...],
        try newPlaces.map { try value(of: new.part(newFirst + $0)) }[...]
      )
    }
    return alignment.pairs.map {
      PartPair(old: first + $0.old, new: newFirst + $0.new, isEqual: $0.isEqual)
    }
  }
}

extension PartPlace {
  init(_ place: Int) {
    self.init(number: place, component: .index(place))
  }
}
