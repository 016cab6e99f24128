import Foundation

/// What a value encodes, taken down at one moment: a tree without references into the app, which any thread
/// may encode later.
///
/// Each part keeps the type that it was taken of, so that a redaction treats it as it treats a value of that
/// type.
package struct ValueSnapshot: Encodable, @unchecked Sendable {
  /// The type of the value.
  let type: any Any.Type
  /// Whether the value is a case of an enumeration with raw values.
  let isPlainCase: Bool
  private let write: (any Encoder) throws -> Void

  init<T: Encodable>(of value: T, _ core: SnapshotCore) throws {
    if T.self == ValueSnapshot.self {
      self = same(value, ValueSnapshot.self)
    } else if Primitive(T.self) != nil {
      self.init(of: value) { encoder in
        var container = encoder.singleValueContainer()
        try container.encode(value)
      }
    } else if isSolid(T.self) {
      self.init(of: value, value.encode)
    } else {
      let writes = try core.writes { try value.encode(to: $0) }
      self.init(of: value, writes.write)
    }
  }

  /// A snapshot of `value` that `write` writes.
  init(of value: Any, _ write: @escaping (any Encoder) throws -> Void) {
    type = Swift.type(of: value)
    isPlainCase = EnumCaseExemption.isPlainCase(value, of: type)
    self.write = write
  }

  package func encode(to encoder: any Encoder) throws { try write(encoder) }

  /// Encodes an empty collection of the same kind.
  func encodeEmpty(_ type: any StandardCollection.Type, to encoder: any Encoder) throws {
    if let empty = type.init() as? any Encodable {
      try empty.encode(to: encoder)
    } else if type.sequenceKind == .pairs {
      try [String: ValueSnapshot]().encode(to: encoder)
    } else {
      try [ValueSnapshot]().encode(to: encoder)
    }
  }
}

/// The type whose rules hold for a value: an object's own, and of a snapshot the type that it was taken of.
@inline(__always)
func ruledType<T>(of value: T) -> any Any.Type {
  if T.self == ValueSnapshot.self { return same(value, ValueSnapshot.self).type }
  return type(of: value)
}

@inline(__always)
private func same<T, U>(_ value: T, _ type: U.Type) -> U { unsafeBitCast(value, to: U.self) }

/// Whether no value of a type holds an object that the app could change.
private func isSolid(_ type: any Any.Type) -> Bool {
  if let optional = type as? any OptionalType.Type { return isSolid(optional.wrapped) }
  if let collection = type as? any StandardCollection.Type {
    return collection.elements.allSatisfy { isSolid($0) }
  }
  return type == URL.self || Primitive.kind(of: type) != nil
}
