/// Members in the order of their addition, each under an object's identity. Finding or removing a member does
/// not search the others.
///
/// Each change makes a new list for readers instead of changing one that another thread may read:
/// ThreadSanitizer does not see Swift's own check for that.
package struct Registry<Member> {
  fileprivate struct Slot {
    let key: ObjectIdentifier
    let member: Member
  }

  /// Removal leaves an empty slot: moving the later members would cost every removal all of them.
  private var slots: [Slot?] = []
  private var indices: [ObjectIdentifier: Int] = [:]
  private var list: [Member]?

  package init() {}

  package var isEmpty: Bool { indices.isEmpty }
  package var count: Int { indices.count }

  package func contains(_ key: ObjectIdentifier) -> Bool { indices[key] != nil }

  package subscript(key: ObjectIdentifier) -> Member? {
    indices[key].flatMap { slots[$0]?.member }
  }

  package mutating func all() -> [Member] {
    if let list { return list }
    let made = slots.compactMap { $0?.member }
    list = made
    return made
  }

  /// Adds a member at the end. Does nothing if `key` is taken.
  package mutating func append(_ member: Member, as key: ObjectIdentifier) {
    guard indices[key] == nil else { return }
    indices[key] = slots.count
    slots.append(Slot(key: key, member: member))
    list = nil
  }

  /// Removes the member under `key`, if there is one, and returns it.
  @discardableResult package mutating func remove(_ key: ObjectIdentifier) -> Member? {
    guard let index = indices.removeValue(forKey: key) else { return nil }
    let slot = slots[index]
    slots[index] = nil
    list = nil
    // Only when half of the slots are empty, so that many removals share the cost.
    if slots.count > 2 * indices.count { closeGaps() }
    return slot?.member
  }

  private mutating func closeGaps() {
    slots.removeAll { $0 == nil }
    for (index, slot) in slots.enumerated() {
      if let slot { indices[slot.key] = index }
    }
  }
}

extension Registry.Slot: Sendable where Member: Sendable {}
extension Registry: Sendable where Member: Sendable {}

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
