/// An array in memory, with access to its elements without a copy of the array.
protocol ListType {
  static func count(_ list: Snapshot) -> Int

  /// The element at an existing place.
  static func part(_ list: Snapshot, _ place: Int) -> Part

  /// Whether two elements have the same bits in memory.
  static func isSame(_ one: Snapshot, _ place: Int, _ other: Snapshot, _ otherPlace: Int) -> Bool

  /// The first place from `start` on, up to `end`, where the two arrays differ in memory.
  static func firstDifference(_ one: Snapshot, _ other: Snapshot, from start: Int, to end: Int)
    -> Int

  /// The number of elements before `end` and `otherEnd` with the same bits in memory; at most `limit`.
  static func sameBefore(
    _ one: Snapshot, _ end: Int, _ other: Snapshot, _ otherEnd: Int, atMost limit: Int
  ) -> Int
}

extension Array: ListType where Element: Encodable {
  static func count(_ list: Snapshot) -> Int { list.value(as: Self.self).count }

  static func part(_ list: Snapshot, _ place: Int) -> Part {
    Part(list.value(as: Self.self)[place], depth: list.depth + 1)
  }

  static func isSame(_ one: Snapshot, _ place: Int, _ other: Snapshot, _ otherPlace: Int) -> Bool {
    withMemory(one, other) { $0.isSame(place, otherPlace, 1) ? 1 : 0 } > 0
  }

  static func firstDifference(_ one: Snapshot, _ other: Snapshot, from start: Int, to end: Int)
    -> Int
  {
    withMemory(one, other) { memory in
      if memory.mine == memory.theirs { return end }
      var place = start
      for run in memory.runs {
        while end - place >= run, memory.isSame(place, place, run) { place += run }
      }
      return place
    }
  }

  static func sameBefore(
    _ one: Snapshot, _ end: Int, _ other: Snapshot, _ otherEnd: Int, atMost limit: Int
  ) -> Int {
    withMemory(one, other) { memory in
      var count = 0
      for run in memory.runs {
        while limit - count >= run, memory.isSame(end - count - run, otherEnd - count - run, run) {
          count += run
        }
      }
      return count
    }
  }

  @inline(__always)
  private static func withMemory(
    _ one: Snapshot, _ other: Snapshot, _ body: (ElementBytes) -> Int
  ) -> Int {
    one.value(as: Self.self).withUnsafeBytes { mine in
      other.value(as: Self.self).withUnsafeBytes { theirs in
        guard let mine = mine.baseAddress, let theirs = theirs.baseAddress else { return 0 }
        return body(
          ElementBytes(
            mine: mine, theirs: theirs, size: MemoryLayout<Element>.size,
            stride: MemoryLayout<Element>.stride))
      }
    }
  }
}

/// The memory of two arrays' elements.
private struct ElementBytes {
  let mine: UnsafeRawPointer
  let theirs: UnsafeRawPointer
  let size: Int
  let stride: Int

  /// The number of elements to compare at once: first as many as fit into the processor's first cache,
  /// finally single ones.
  var runs: [Int] { [max(8192 / stride, 1), 16, 1] }

  @inline(__always)
  func isSame(_ place: Int, _ other: Int, _ count: Int) -> Bool {
    // The bytes after the last element may not belong to the array.
    sameBytes(mine + place * stride, theirs + other * stride, (count - 1) * stride + size)
  }
}
