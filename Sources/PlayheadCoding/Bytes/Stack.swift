/// Elements in raw memory: an access counts no references and checks nothing. The owner calls ``close()``.
struct Stack<Element> {
  /// The address of the first element, which changes when the stack grows.
  private(set) var elements: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int) {
    self.capacity = capacity
    elements = .allocate(capacity: capacity)
  }

  func close() {
    elements.deinitialize(count: count)
    elements.deallocate()
  }

  mutating func append(_ element: Element) {
    if count == capacity { grow() }
    (elements + count).initialize(to: element)
    count += 1
  }

  /// Removes the elements from `newCount` on.
  @inline(__always)
  mutating func truncate(to newCount: Int) {
    guard newCount < count else { return }
    (elements + newCount).deinitialize(count: count - newCount)
    count = newCount
  }

  @inline(never)
  private mutating func grow() {
    let moved = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    moved.moveInitialize(from: elements, count: count)
    elements.deallocate()
    (elements, capacity) = (moved, capacity * 2)
  }
}
