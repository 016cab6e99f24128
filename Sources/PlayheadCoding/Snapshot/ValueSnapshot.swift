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
  private let content: Content

  private enum Content {
    /// A value that holds no objects.
    case value(any Encodable)
    case parts(SnapshotParts)
  }

  /// Takes down what `value` encodes. Throws the error of its `encode(to:)`.
  package init<T: Encodable>(of value: T) throws {
    try self.init(of: value, SnapshotCore())
  }

  init<T: Encodable>(of value: T, _ core: SnapshotCore) throws {
    if T.self == ValueSnapshot.self {
      self = same(value, ValueSnapshot.self)
    } else if isSolid(T.self) {
      self.init(value, .value(value))
    } else {
      let parts = try core.parts { try value.encode(to: $0) }
      self.init(value, .parts(parts))
    }
  }

  /// A snapshot of `value` that has these parts.
  init(of value: Any, parts: SnapshotParts) { self.init(value, .parts(parts)) }

  private init(_ value: Any, _ content: Content) {
    type = Swift.type(of: value)
    isPlainCase = EnumCaseExemption.isPlainCase(value, of: type)
    self.content = content
  }

  package func encode(to encoder: any Encoder) throws {
    switch content {
    case .parts(let parts): try parts.write(to: encoder)
    case .value(let value) where isPrimitive(value):
      var container = encoder.singleValueContainer()
      try container.encode(value)
    case .value(let value): try value.encode(to: encoder)
    }
  }

  private func isPrimitive<T>(_ value: T) -> Bool { Primitive(T.self) != nil }

  /// Encodes an empty collection of the same kind.
  func encodeEmpty(to encoder: any Encoder) throws {
    if let empty = (type as? any Emptiable.Type)?.init() as? any Encodable {
      try empty.encode(to: encoder)
    } else if case .parts(let parts) = content, parts.hasMembers {
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
private func isSolid<T>(_ type: T.Type) -> Bool {
  Primitive(type) != nil || type == URL.self || (type as? any SolidCollection.Type)?.isSolid == true
}

/// A collection or an optional, as solid as what it holds.
private protocol SolidCollection {
  static var isSolid: Bool { get }
}

extension Optional: SolidCollection {
  fileprivate static var isSolid: Bool { PlayheadCoding.isSolid(Wrapped.self) }
}

extension Array: SolidCollection {
  fileprivate static var isSolid: Bool { PlayheadCoding.isSolid(Element.self) }
}

extension Set: SolidCollection {
  fileprivate static var isSolid: Bool { PlayheadCoding.isSolid(Element.self) }
}

extension Dictionary: SolidCollection {
  fileprivate static var isSolid: Bool {
    PlayheadCoding.isSolid(Key.self) && PlayheadCoding.isSolid(Value.self)
  }
}
