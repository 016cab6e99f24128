/// The order of elements of sets and of keys of dictionaries: numbers by value, texts by their
/// UTF-8, everything else by its canonical bytes. For people, and the same everywhere.
enum CanonicalOrder {
  /// The ranges of `items`, which begin at `starts`, in order.
  static func sorted(starts: [Int], in items: UnsafeRawBufferPointer) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    ranges.reserveCapacity(starts.count)
    for (index, start) in starts.enumerated() {
      ranges.append(start..<(index + 1 < starts.count ? starts[index + 1] : items.count))
    }
    return ranges.sorted { isBefore(items[$0], items[$1]) }
  }

  private static func isBefore(
    _ left: Slice<UnsafeRawBufferPointer>, _ right: Slice<UnsafeRawBufferPointer>
  ) -> Bool {
    var one = ByteReader(UnsafeRawBufferPointer(rebasing: left))
    var two = ByteReader(UnsafeRawBufferPointer(rebasing: right))
    return (try? isBefore(&one, &two)) ?? left.lexicographicallyPrecedes(right)
  }

  /// Nil where only the bytes can tell.
  private static func isBefore(
    _ one: inout ByteReader, _ two: inout ByteReader
  ) throws(ByteFault) -> Bool? {
    let kind = Kind(rawValue: try one.byte())
    guard kind == Kind(rawValue: try two.byte()) else { return nil }
    switch kind {
    case .int:
      let (left, right) = (try one.zigzag(), try two.zigzag())
      return left == right ? nil : left < right
    case .uint:
      let (left, right) = (try one.varint(), try two.varint())
      return left == right ? nil : left < right
    case .string:
      let (left, right) = (try one.sized(), try two.sized())
      return left.elementsEqual(right) ? nil : left.lexicographicallyPrecedes(right)
    default:
      return nil
    }
  }
}
