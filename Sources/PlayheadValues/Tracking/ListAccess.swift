/// Looks at the elements of a kept array where they are, without a copy of the array.
class ListAccess {
  func count(_ list: Kept) -> Int { 0 }

  /// The element at a place that exists.
  func part(_ list: Kept, _ place: Int) -> Part { .value(.null) }

  /// Whether two elements have the same bits in memory.
  func isSame(_ one: Kept, _ place: Int, _ other: Kept, _ otherPlace: Int) -> Bool { false }

  /// The first place from `start` on, up to `end`, where the two differ in memory.
  func firstDifference(_ one: Kept, _ other: Kept, from start: Int, to end: Int) -> Int { start }

  /// How many elements before `end` and `otherEnd` have the same bits in memory; `limit` at most.
  func sameBefore(_ one: Kept, _ end: Int, _ other: Kept, _ otherEnd: Int, atMost limit: Int)
    -> Int
  { 0 }
}

/// A type that is a list with its elements in one piece of memory.
protocol ListType {
  static var listAccess: ListAccess { get }
}

extension Array: ListType where Element: Encodable {
  static var listAccess: ListAccess { ArrayAccess<Element>() }
}

private final class ArrayAccess<Element: Encodable>: ListAccess {
  private let size = MemoryLayout<Element>.size
  private let stride = MemoryLayout<Element>.stride
  /// How many elements are compared at once: first what lies well within the processor's first cache,
  /// in the end one by one.
  private let runs = [max(8192 / MemoryLayout<Element>.stride, 1), 16, 1]

  private func array(_ list: Kept) -> [Element] {
    list.address.assumingMemoryBound(to: [Element].self).pointee
  }

  override func count(_ list: Kept) -> Int { array(list).count }

  override func part(_ list: Kept, _ place: Int) -> Part {
    Part(array(list)[place], depth: list.depth + 1)
  }

  override func isSame(_ one: Kept, _ place: Int, _ other: Kept, _ otherPlace: Int) -> Bool {
    withMemory(one, other) { isSame($0, place, $1, otherPlace, 1) ? 1 : 0 } > 0
  }

  override func firstDifference(
    _ one: Kept, _ other: Kept, from start: Int, to end: Int
  ) -> Int {
    withMemory(one, other) { mine, theirs in
      if mine == theirs { return end }
      var place = start
      for run in runs {
        while end - place >= run, isSame(mine, place, theirs, place, run) { place += run }
      }
      return place
    }
  }

  override func sameBefore(
    _ one: Kept, _ end: Int, _ other: Kept, _ otherEnd: Int, atMost limit: Int
  ) -> Int {
    withMemory(one, other) { mine, theirs in
      var count = 0
      for run in runs {
        while limit - count >= run,
          isSame(mine, end - count - run, theirs, otherEnd - count - run, run)
        {
          count += run
        }
      }
      return count
    }
  }

  @inline(__always)
  private func isSame(
    _ mine: UnsafeRawPointer, _ place: Int, _ theirs: UnsafeRawPointer, _ other: Int, _ count: Int
  ) -> Bool {
    // Behind the last element's bytes may be none that belong to the array.
    sameBytes(mine + place * stride, theirs + other * stride, (count - 1) * stride + size)
  }

  @inline(__always)
  private func withMemory(
    _ one: Kept, _ other: Kept, _ body: (UnsafeRawPointer, UnsafeRawPointer) -> Int
  ) -> Int {
    array(one).withUnsafeBytes { mine in
      array(other).withUnsafeBytes { theirs in
        guard let mine = mine.baseAddress, let theirs = theirs.baseAddress else { return 0 }
        return body(mine, theirs)
      }
    }
  }
}
