/// What waits, first in, first out, however much of it there is: an array's `removeFirst()` moves all
/// that is behind, so that a burst of n would take n² moves.
struct Backlog<Element> {
  private var arrived: [Element] = []
  /// A batch that is being taken, the first at the end.
  private var leaving: [Element] = []

  mutating func append(_ element: Element) { arrived.append(element) }

  mutating func removeFirst() -> Element? {
    if leaving.isEmpty {
      swap(&arrived, &leaving)
      leaving.reverse()
    }
    return leaving.popLast()
  }
}

extension Backlog: Sendable where Element: Sendable {}
