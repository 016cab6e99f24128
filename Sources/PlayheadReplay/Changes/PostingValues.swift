import PlayheadCoding
import PlayheadValues

/// The values in a posting: integers as a column, others one after the other.
enum PostingValues {
  private enum Layout: UInt8 {
    case none = 0
    case integers = 1
    case mixed = 2
  }

  static func write(_ values: [Value?], to bytes: ByteBuffer) {
    if values.allSatisfy({ $0 == nil }) {
      bytes.append(Layout.none.rawValue)
    } else if let integers = integers(values) {
      bytes.append(Layout.integers.rawValue)
      RunColumn.write(integers, to: bytes)
    } else {
      bytes.append(Layout.mixed.rawValue)
      for value in values { write(value, to: bytes) }
    }
  }

  private static func integers(_ values: [Value?]) -> [Int64]? {
    var integers: [Int64] = []
    integers.reserveCapacity(values.count)
    for value in values {
      guard case .int(let integer)? = value else { return nil }
      integers.append(integer)
    }
    return integers
  }

  private static func write(_ value: Value?, to bytes: ByteBuffer) {
    guard let value else { return bytes.append(0) }
    let canonical = value.canonicalBytes
    bytes.append(varint: canonical.count)
    bytes.append(canonical)
  }

  static func read(_ count: Int, from reader: inout ByteReader) throws(ByteFault) -> [Value?] {
    let start = reader.position
    switch Layout(rawValue: try reader.byte()) {
    case .none?: return Array(repeating: nil, count: count)
    case .integers?: return try RunColumn.read(count, from: &reader).map { .int($0) }
    case .mixed?:
      guard count <= reader.remaining else { throw ByteFault.truncated(at: start) }
      var values: [Value?] = []
      values.reserveCapacity(count)
      for _ in 0..<count {
        let canonical = try reader.sized()
        values.append(canonical.isEmpty ? nil : try Value(canonical: canonical))
      }
      return values
    case nil: throw ByteFault.malformed("a column of values", at: start)
    }
  }
}
