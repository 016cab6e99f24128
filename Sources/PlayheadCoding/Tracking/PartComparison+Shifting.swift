extension PartComparison {
  /// The short way for a list that lost an element at one end and gained one at the other, such as a history
  /// that is full; nil if it is no such list, or could also be read otherwise.
  ///
  /// As the lists begin and end with other elements, all that is common to them but one element is a
  /// longest common part, and the only one unless it is common in the other direction, too.
  func shift(_ old: ListParts, _ new: ListParts, _ ends: ListEnds) throws -> Difference<Part>? {
    let (middle, newMiddle) = (ends.oldMiddle, ends.newMiddle)
    let common = middle.count - 1
    guard let memory = ends.memory, common > 0, newMiddle.count == middle.count else { return nil }
    let (first, last) = (middle.lowerBound, middle.upperBound - 1)
    let (newFirst, newLast) = (newMiddle.lowerBound, newMiddle.upperBound - 1)
    var steps = StepList<Part>()
    steps.append(.same(first))
    if memory.sameBefore(last + 1, newLast, atMost: common) == common {
      if try isSame(old.part(first), new.part(newFirst + 1)) { return nil }
      steps.append(.removed(PartPlace(first), old.part(first)))
      steps.append(.same(common))
      steps.append(.added(PartPlace(newLast), new.part(newLast)))
    } else if memory.sameBefore(last, newLast + 1, atMost: common) == common {
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

  private func isSame(_ old: Part, _ new: Part) throws -> Bool {
    if case .same = try difference(old, new) { true } else { false }
  }
}
