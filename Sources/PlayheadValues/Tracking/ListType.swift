/// An array in memory, with access to its elements without a copy of the array.
protocol ListType {
  static func count(_ list: Snapshot) -> Int

  static func part(_ list: Snapshot, _ place: Int) -> Part

  /// The result of `body` with the memory of two arrays' elements; 0 if one is empty.
  static func withElements(
    _ one: Snapshot, _ other: Snapshot, _ body: (ElementBytes) -> Int
  ) -> Int
}

extension Array: ListType where Element: Encodable {
  static func count(_ list: Snapshot) -> Int { list.value(as: Self.self).count }

  static func part(_ list: Snapshot, _ place: Int) -> Part {
    Part(list.value(as: Self.self)[place], depth: list.depth + 1)
  }

  static func withElements(
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

struct ElementBytes {
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
