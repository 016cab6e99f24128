/// The common elements at the beginnings and ends of two lists.
struct ListEnds {
  private(set) var prefix = 0
  private(set) var suffix = 0
  private let old: ListParts
  private let new: ListParts
  let memory: SharedMemory?

  var oldMiddle: Range<Int> { prefix..<old.count - suffix }
  var newMiddle: Range<Int> { prefix..<new.count - suffix }

  init(_ old: ListParts, _ new: ListParts, _ comparison: PartComparison) throws {
    (self.old, self.new) = (old, new)
    let shorter = min(old.count, new.count)
    memory = SharedMemory(old, new)
    while prefix < shorter {
      prefix = memory?.firstDifference(from: prefix, to: shorter) ?? prefix
      guard prefix < shorter, try comparison.isSame(old.part(prefix), new.part(prefix)) else {
        break
      }
      prefix += 1
    }
    while prefix + suffix < shorter {
      let rest = shorter - prefix - suffix
      suffix += memory?.sameBefore(old.count - suffix, new.count - suffix, atMost: rest) ?? 0
      guard prefix + suffix < shorter,
        try comparison.isSame(
          old.part(old.count - suffix - 1), new.part(new.count - suffix - 1))
      else { break }
      suffix += 1
    }
  }
}

/// Two arrays of one type, with elements that can be compared in memory.
struct SharedMemory {
  let old: Snapshot
  let new: Snapshot
  let type: any ListType.Type

  init?(_ old: ListParts, _ new: ListParts) {
    guard let type = old.type, new.type != nil, let one = old.snapshot, let other = new.snapshot,
      one.isSameType(as: other)
    else { return nil }
    (self.old, self.new, self.type) = (one, other, type)
  }

  func isSame(_ place: Int, _ newPlace: Int) -> Bool {
    type.withElements(old, new) { $0.isSame(place, newPlace, 1) ? 1 : 0 } > 0
  }

  /// The first place from `start` on, up to `end`, where the two arrays differ.
  func firstDifference(from start: Int, to end: Int) -> Int {
    type.withElements(old, new) { memory in
      if memory.mine == memory.theirs { return end }
      var place = start
      for run in memory.runs {
        while end - place >= run, memory.isSame(place, place, run) { place += run }
      }
      return place
    }
  }

  /// The number of elements before `end` and `newEnd` with the same bits; at most `limit`.
  func sameBefore(_ end: Int, _ newEnd: Int, atMost limit: Int) -> Int {
    type.withElements(old, new) { memory in
      var count = 0
      for run in memory.runs {
        while limit - count >= run, memory.isSame(end - count - run, newEnd - count - run, run) {
          count += run
        }
      }
      return count
    }
  }
}
