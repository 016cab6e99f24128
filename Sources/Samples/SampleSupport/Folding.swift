/// How much of a page is seen at once.
package enum Page {
  /// The lines of a view: a terminal has 24, of which the next line that is typed takes one, and its
  /// echo or an error another.
  package static let lines = 22

  /// The columns of a terminal that nobody has made wider.
  package static let columns = 80
}

extension Array {
  /// The elements from the first on, as many as `limit` has room for, and in place of the others a
  /// mark that says how many they are.
  ///
  /// - Parameters:
  ///   - limit: How many there are afterwards at most, marks included; never fewer than 3 have room.
  ///   - index: One that has to be seen, wherever it is.
  ///   - mark: What stands for this many.
  package func folded(
    to limit: Int, keeping index: Int? = nil, mark: (Int) -> Element
  ) -> [Element] {
    // A mark, the one that has to be seen, and another mark.
    let room = Swift.max(limit, 3)
    guard count > room else { return self }
    guard let index, index >= room - 1 else {
      return prefix(room - 1) + [mark(count - room + 1)]
    }
    let isLast = index == count - 1
    let head = room - (isLast ? 2 : 3)
    let rest = isLast ? [] : [mark(count - index - 1)]
    return prefix(head) + [mark(index - head), self[index]] + rest
  }
}
