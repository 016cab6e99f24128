extension PartComparison {
  /// The short way for a list that lost an element at one end and gained one at the other, such as a history
  /// that is full; nil if it is no such list.
  ///
  /// As the lists begin and end with other elements, all that is common to them but one element is a
  /// longest common part, and the only one unless it is common in the other direction, too. Then an
  /// alignment takes the first of the two.
  func shift(_ old: ListParts, _ new: ListParts, _ ends: ListEnds) throws -> Difference<Part>? {
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
      steps.append(.removed(PartPlace(first), old.part(first)))
      steps.append(.same(common))
      steps.append(.added(PartPlace(newLast), new.part(newLast)))
    } else if try isCommon(before: last, newLast + 1) {
      // Then it could be the first after all, with other bits.
      if try isSame(old.part(first + 1), new.part(newFirst)) { return nil }
      steps.append(.added(PartPlace(newFirst), new.part(newFirst)))
      steps.append(.same(common))
      steps.append(.removed(PartPlace(last), old.part(last)))
    } else {
      return nil
    }
    steps.append(.same(old.count - middle.upperBound))
    return steps.inside(.init(kind: .list, isJSONArray: true))
  }

  /// Whether so many elements before `end` are those before `newEnd`. Up to three of them may have other bits:
  /// what was written to and did not change has storage of its own.
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
