import Foundation
import PlayheadCoding

/// A copy of a value of any type, which is not inspected until necessary.
///
/// While the copy exists, storage that it shares with the app's values is never changed in place. So a value
/// of the same type with the same bits in memory is the same value. (Data behind a reference to a class may
/// change unseen, here as in the app.)
final class Snapshot {
  let type: any Encodable.Type
  /// The number of enclosing values, as encoders count them.
  let depth: Int
  let address: UnsafeRawPointer
  private let size: Int
  /// Whether this is the value of an optional, which is then not `nil`, whatever the value looks like.
  let isWrapped: Bool
  @exclusivity(unchecked) var content: SnapshotContent?

  init<T: Encodable>(_ value: T, depth: Int, isWrapped: Bool = false) {
    self.isWrapped = isWrapped
    let storage = UnsafeMutablePointer<T>.allocate(capacity: 1)
    storage.initialize(to: value)
    (type, self.depth, address, size) = (
      T.self, depth, UnsafeRawPointer(storage), MemoryLayout<T>.size
    )
  }

  deinit {
    func deinitialize<T>(_ type: T.Type) {
      let storage = UnsafeMutableRawPointer(mutating: address).assumingMemoryBound(to: type)
      storage.deinitialize(count: 1)
      storage.deallocate()
    }
    deinitialize(self.type)
  }

  /// The parts of the value, not inspected; `nil` if only a whole encoding can find them.
  func content(by encoder: inout ShallowEncoder, _ facts: TypeFacts) throws -> SnapshotContent? {
    if let list = facts.list { return .array(list) }
    if let unordered = facts.unordered { return .unordered(unordered) }
    func open<T: Encodable>(_ type: T.Type) throws -> SnapshotContent? {
      if let primitive = Primitive(type) { return .value(primitive.value(of: value(as: type))) }
      return try encoder.encode(value(as: type), depth: depth, facts)
    }
    return try open(self.type)
  }

  func tree(by encoder: CanonicalEncoder) throws -> Value {
    func open<T: Encodable>(_ type: T.Type) throws -> Value {
      try encoder.tree(of: value(as: type), depth: depth)
    }
    let tree = try open(self.type)
    return isWrapped ? tree.inOptional : tree
  }

  func digest(by encoder: CanonicalEncoder) throws -> Digest {
    func open<T: Encodable>(_ type: T.Type) throws -> Digest {
      try encoder.withBytes(of: value(as: type), depth: depth) { bytes in
        guard isWrapped, CanonicalForm.looksLikeNil(bytes[0]) else {
          return Digest(canonical: bytes)
        }
        return ([Kind.wrapped.rawValue] + bytes).withUnsafeBytes { Digest(canonical: $0) }
      }
    }
    return try open(self.type)
  }

  @inline(__always)
  func value<T>(as type: T.Type) -> T { address.assumingMemoryBound(to: type).pointee }

  @inline(__always)
  func isSameType(as other: Snapshot) -> Bool { type == other.type && isWrapped == other.isWrapped }

  /// Whether two values of the same type have the same bits in memory.
  @inline(__always)
  func hasSameBits(as other: Snapshot) -> Bool { sameBytes(address, other.address, size) }

  /// Whether a value of the same type has the same bits in memory.
  @inline(__always)
  func hasSameBits(at other: UnsafeRawPointer) -> Bool { sameBytes(address, other, size) }
}

/// Whether `count` bytes are the same in both places.
@inline(__always)
func sameBytes(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer, _ count: Int) -> Bool {
  one == other || memcmp(one, other, count) == 0
}

/// Whether two values of one type have the same bits in memory.
@inline(__always)
func haveSameBits<T>(_ one: T, _ other: T) -> Bool {
  withUnsafeBytes(of: one) { mine in
    withUnsafeBytes(of: other) { theirs in
      guard let a = mine.baseAddress, let b = theirs.baseAddress else { return true }
      return sameBytes(a, b, mine.count)
    }
  }
}
