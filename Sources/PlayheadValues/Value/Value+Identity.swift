import Foundation
import PlayheadCoding

/// Two values are equal if their canonical bytes are.
///
/// Numbers compare by kind and bit pattern (`0.0` differs from `-0.0`, a NaN equals the same NaN), texts by
/// their UTF-8 (not by Unicode's canonical equivalence), records by their fields in order. The cost grows
/// with the size of the smaller value; parts that share memory cost nothing.
extension Value: Hashable {
  /// Whether both have the same canonical bytes.
  public static func == (left: Value, right: Value) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.int(let a), .int(let b)): a == b
    case (.uint(let a), .uint(let b)): a == b
    case (.double(let a), .double(let b)): a.bitPattern == b.bitPattern
    case (.string(let a), .string(let b)): a.hasSameUTF8(as: b)
    case (.bytes(let a), .bytes(let b)): a == b
    case (.date(let a), .date(let b)):
      a.timeIntervalSinceReferenceDate.bitPattern
        == b.timeIntervalSinceReferenceDate.bitPattern
    case (.uuid(let a), .uuid(let b)): a == b
    case (.list(let a), .list(let b)): a == b
    case (.set(let a), .set(let b)): a == b
    case (.dictionary(let a), .dictionary(let b)): a == b
    case (.record(let a), .record(let b)): a == b
    case (.wrapped(let a), .wrapped(let b)): a == b
    default: left.kind == right.kind && left.canonicalBytes == right.canonicalBytes
    }
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    switch self {
    case .int(let value): hasher.combine(value)
    case .string(let text): text.hashUTF8(into: &hasher)
    case .list(let elements), .set(let elements): hasher.combine(elements)
    case .dictionary(let entries): hasher.combine(entries)
    case .record(let fields): hasher.combine(fields)
    default: canonicalBytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
  }
}

extension Value.Field: Hashable {
  /// Whether the names have the same UTF-8 and the values are equal.
  public static func == (left: Self, right: Self) -> Bool {
    left.name.hasSameUTF8(as: right.name) && left.value == right.value
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    name.hashUTF8(into: &hasher)
    hasher.combine(value)
  }
}

extension Value {
  /// The kind in the canonical form; different kinds make different values.
  var kind: Kind {
    switch self {
    case .null: .null
    case .bool: .bool
    case .int: .int
    case .uint: .uint
    case .int128: .int128
    case .uint128: .uint128
    case .float: .float
    case .double: .double
    case .decimal: .decimal
    case .string: .string
    case .bytes: .bytes
    case .date: .date
    case .uuid: .uuid
    case .list: .list
    case .set: .set
    case .dictionary: .pairs
    case .record: .record
    case .wrapped: .wrapped
    }
  }
}

extension String {
  /// Whether both texts have the same bytes. Free for texts that share memory.
  package func hasSameUTF8(as other: String) -> Bool {
    let same = utf8.withContiguousStorageIfAvailable { mine in
      other.utf8.withContiguousStorageIfAvailable { theirs in
        guard mine.count == theirs.count else { return false }
        guard let a = mine.baseAddress, let b = theirs.baseAddress else { return true }
        return a == b || memcmp(a, b, mine.count) == 0
      }
    }
    // Bridged strings on Apple's platforms may have no contiguous storage.
    return (same ?? nil) ?? utf8.elementsEqual(other.utf8)
  }

  func hashUTF8(into hasher: inout Hasher) {
    let done: Void? = utf8.withContiguousStorageIfAvailable {
      hasher.combine($0.count)
      hasher.combine(bytes: UnsafeRawBufferPointer($0))
    }
    guard done == nil else { return }
    hasher.combine(utf8.count)
    Array(utf8).withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}
