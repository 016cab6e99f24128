/// The size of a terminal page.
package enum Page {
  /// The lines of a view. A terminal has 24: the next typed line takes one, its echo or an error another.
  package static let lines = 22

  /// The columns of a terminal with the usual width.
  package static let columns = 80
}

extension Array {
  /// The first elements, as many as `limit` has room for, and a mark with the number of the others.
  ///
  /// - Parameters:
  ///   - limit: The most elements in the result, including marks; at least 3.
  ///   - index: An element that must be in the result.
  ///   - mark: Makes a mark for this many elements.
  package func folded(
    to limit: Int, keeping index: Int? = nil, mark: (Int) -> Element
  ) -> [Element] {
    // A mark, the element to keep, and another mark.
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
