/// Remembers elements of an array from one comparison to the next.
///
/// It remembers elements that were inspected, because they are likely to change again. After an alignment it
/// also remembers digests, so that the next alignment does not encode the whole list again.
struct ElementMemory {
  /// The number of remembered elements: more than a person changes at once.
  static let limit = 32
  /// How far to search for an element with the same bits. Elements that moved further are encoded.
  private static let reach = 8

  private let old: ListParts
  private let oldMiddle: Range<Int>
  private let new: ListParts
  private let newMiddle: Range<Int>
  private var elements: [Int: Part] = [:]
  /// The digests of the new list's middle, after they were needed.
  private var digests: [UInt64]?

  init(
    _ old: ListParts, _ oldMiddle: Range<Int>, _ new: ListParts, _ newMiddle: Range<Int>
  ) {
    (self.old, self.oldMiddle, self.new, self.newMiddle) = (old, oldMiddle, new, newMiddle)
  }

  /// Remembers a changed element of the new list.
  mutating func note(_ part: Part, at place: Int) {
    guard new.type != nil, case .kept = part, elements.count < Self.limit else { return }
    elements[place] = part
  }

  /// Gives the new list its changed elements, and the old list's memory of all elements around them.
  func takeOver() {
    guard old.type != nil, new.type != nil, let one = old.kept, let other = new.kept else {
      return
    }
    let before = one.memory
    if before == nil, elements.isEmpty { return }
    if old.count == new.count, oldMiddle == newMiddle, digests == nil,
      before?.digests.isEmpty ?? true
    {
      return handOn(before, from: one, to: other)
    }
    let after = other.remember()
    var elements = elements
    for (place, part) in before?.elements ?? [:] where elements.count < Self.limit {
      if place < oldMiddle.lowerBound {
        elements[place] = part
      } else if place >= oldMiddle.upperBound {
        elements[place - old.count + new.count] = part
      }
    }
    after.elements = elements
    guard let before, !before.digests.isEmpty else { return }
    var known: [UInt64] = []
    // Moved, not copied: the old list is not compared again.
    swap(&known, &before.digests)
    known.replaceSubrange(
      oldMiddle, with: digests ?? Array(repeating: 0, count: newMiddle.count))
    after.digests = known
  }

  /// The fast path if no element moved. The old list loses its memory, because it is not compared again.
  private func handOn(_ memory: KeptMemory?, from old: Kept, to new: Kept) {
    let memory = memory ?? KeptMemory()
    old.memory = nil
    for place in oldMiddle where elements[place] == nil { memory.elements[place] = nil }
    for (place, part) in elements {
      if memory.elements.count >= Self.limit, memory.elements[place] == nil {
        memory.elements.removeAll()
      }
      memory.elements[place] = part
    }
    new.memory = memory
  }

  // MARK: Digests

  /// Numbers for the elements in the middles: equal elements have equal numbers.
  mutating func numbers(
    _ digest: (Part) throws -> UInt64
  ) rethrows -> (old: [Int], new: [Int]) {
    var known = old.kept?.memory?.digests ?? []
    if known.isEmpty { known = Array(repeating: 0, count: old.count) }
    for place in oldMiddle where known[place] == 0 { known[place] = try digest(old.part(place)) }
    let digests = try newDigests(known, digest)
    if old.type != nil { old.kept?.remember().digests = known }
    self.digests = digests
    return (
      known[oldMiddle].map { Int(truncatingIfNeeded: $0) },
      digests.map { Int(truncatingIfNeeded: $0) }
    )
  }

  /// Most elements are those of the old list, perhaps moved by a few places.
  private func newDigests(
    _ known: [UInt64], _ digest: (Part) throws -> UInt64
  ) rethrows -> [UInt64] {
    let memory = SharedMemory(old, new)
    // The place after the last found element, and the number of new elements since then.
    var (next, since) = (oldMiddle.lowerBound, 0)
    return try newMiddle.map { place in
      let candidates = [next, next + since].flatMap {
        $0..<max($0, min($0 + Self.reach, oldMiddle.upperBound))
      }
      guard let memory, let same = candidates.first(where: { memory.isSame($0, place) }) else {
        since += 1
        return try digest(new.part(place))
      }
      (next, since) = (same + 1, 0)
      return known[same]
    }
  }
}
