/// A changed place for people: an element that only moved within its list is one change instead of two.
package struct AlignedChange: Codable, Hashable, Sendable {
  /// The place, and its values. An element that moved has its old place and no new value.
  package var change: Change
  /// The new place of an element that moved.
  package var movedTo: StatePath?

  package init(_ change: Change, movedTo: StatePath? = nil) {
    (self.change, self.movedTo) = (change, movedTo)
  }
}

extension Diff {
  /// The changes in the order of ``changes``. An element that was removed and added again to the same list has
  /// moved.
  package var alignedChanges: [AlignedChange] {
    var added: [Element: [Int]] = [:]
    for (number, change) in changes.enumerated().reversed() where change.old == nil {
      if let element = Element(change.path, change.new) {
        added[element, default: []].append(number)
      }
    }
    var moved: Set<Int> = []
    let all = changes.map { change in
      guard change.new == nil, let element = Element(change.path, change.old),
        let other = added[element]?.popLast()
      else { return AlignedChange(change) }
      moved.insert(other)
      return AlignedChange(change, movedTo: changes[other].path)
    }
    return all.indices.filter { !moved.contains($0) }.map { all[$0] }
  }
}

private struct Element: Hashable {
  let list: StatePath
  let value: Value

  init?(_ path: StatePath, _ value: Value?) {
    guard let value, path.components.last?.isIndex == true else { return nil }
    list = StatePath(Array(path.components.dropLast()))
    self.value = value
  }
}
