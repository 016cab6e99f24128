/// The order of elements of sets and of keys of dictionaries: numbers by value, texts by their UTF-8,
/// everything else by its canonical bytes.
package enum CanonicalOrder {
  /// The ranges of the items, which begin at `starts`, in canonical order.
  static func sorted(starts: [Int], in items: UnsafeRawBufferPointer) -> [Range<Int>] {
    order(of: starts, in: items).map { range($0, starts, items.count) }
  }

  /// The numbers of the items, which begin at `starts`, in canonical order.
  package static func order(of starts: [Int], in items: UnsafeRawBufferPointer) -> [Int] {
    starts.indices.sorted {
      isBefore(items[range($0, starts, items.count)], items[range($1, starts, items.count)])
    }
  }

  private static func range(_ item: Int, _ starts: [Int], _ end: Int) -> Range<Int> {
    starts[item]..<(item + 1 < starts.count ? starts[item + 1] : end)
  }

  private static func isBefore(
    _ left: Slice<UnsafeRawBufferPointer>, _ right: Slice<UnsafeRawBufferPointer>
  ) -> Bool {
    var one = ByteReader(UnsafeRawBufferPointer(rebasing: left))
    var two = ByteReader(UnsafeRawBufferPointer(rebasing: right))
    return (try? isBefore(&one, &two)) ?? left.lexicographicallyPrecedes(right)
  }

  /// `nil` if only the bytes decide.
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
