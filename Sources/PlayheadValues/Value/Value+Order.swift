import Foundation
import PlayheadCoding

/// The order of keys and of sets' elements, for trees.
extension Value {
  /// Whether this comes before `other` in the order of ``CanonicalOrder``.
  func isBefore(_ other: Value) -> Bool {
    switch (self, other) {
    case (.int(let a), .int(let b)): a < b
    case (.uint(let a), .uint(let b)): a < b
    case (.string(let a), .string(let b)): a.utf8.lexicographicallyPrecedes(b.utf8)
    default: canonicalBytes.lexicographicallyPrecedes(other.canonicalBytes)
    }
  }

  package var canonicalBytes: [UInt8] {
    let buffer = ByteBuffer()
    buffer.append(canonical: self)
    return buffer.array
  }
}

extension ByteBuffer {
  func append(canonical value: Value) {
    append(value.kind.rawValue)
    switch value {
    case .null: append(0)
    case .bool(let value): append(value ? 1 : 0)
    case .int(let value): append(zigzag: value)
    case .uint(let value): append(varint: value)
    case .int128(let value): append(littleEndian: value)
    case .uint128(let value): append(littleEndian: value)
    case .float(let value): append(littleEndian: value.bitPattern)
    case .double(let value): append(littleEndian: value.bitPattern)
    case .decimal(let text), .string(let text): append(string: text)
    case .bytes(let bytes): bytes.withUnsafeBytes { append(sized: $0) }
    case .date(let date): append(littleEndian: date.timeIntervalSinceReferenceDate.bitPattern)
    case .uuid(let uuid): withUnsafeBytes(of: uuid.uuid) { append($0) }
    case .wrapped(let value): append(canonical: value)
    case .list(let parts), .set(let parts):
      append(varint: parts.count)
      for part in parts { append(canonical: part) }
    case .dictionary(let entries):
      append(varint: entries.count)
      for entry in entries {
        append(canonical: entry.key)
        append(canonical: entry.value)
      }
    case .record(let fields):
      append(varint: fields.count)
      for field in fields {
        append(string: field.name)
        append(canonical: field.value)
      }
    }
  }
}
