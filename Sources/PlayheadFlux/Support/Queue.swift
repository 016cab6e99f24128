/// A first-in, first-out queue. An array's `removeFirst()` makes n² moves for n elements.
struct Queue<Element> {
  private var arrived: [Element] = []
  /// A batch that is being taken, the first element at the end.
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

extension Queue: Sendable where Element: Sendable {}
