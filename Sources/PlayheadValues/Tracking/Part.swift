import PlayheadCoding

enum Part {
  /// A scalar, or a part that had to be encoded as a whole.
  case value(Value)
  /// A value that is inspected only if necessary.
  case snapshot(Snapshot)
  /// Fields without a type, such as the states of an app's stores. They do not count as a level of nesting.
  case fields(RecordParts)

  /// A part of a value that is nested in `depth - 1` others.
  @inline(__always)
  init<T: Encodable>(_ value: T, depth: Int, isWrapped: Bool = false) {
    // Data is not a scalar here: its `Value` would copy its bytes.
    if let primitive = Primitive(T.self), primitive != .data {
      self = .value(primitive.value(of: value))
    } else {
      self = .snapshot(Snapshot(value, depth: depth, isWrapped: isWrapped))
    }
  }

  init(any value: any Encodable, depth: Int) {
    func open<T: Encodable>(_ value: T) -> Part { Part(value, depth: depth) }
    self = open(value)
  }

  func value(by encoder: CanonicalEncoder) throws -> Value {
    switch self {
    case .value(let value): return value
    case .snapshot(let snapshot): return try snapshot.tree(by: encoder)
    case .fields(let record):
      let fields = try zip(record.names, record.parts).map { name, part in
        Value.Field(name, try part.value(by: encoder))
      }
      return .record(fields)
    }
  }

  func digest(by encoder: CanonicalEncoder) throws -> Digest {
    if case .snapshot(let snapshot) = self { return try snapshot.digest(by: encoder) }
    return try value(by: encoder).canonicalBytes.withUnsafeBytes { Digest(canonical: $0) }
  }
}

final class RecordParts {
  let names: [String]
  let parts: [Part]

  init(names: [String], parts: [Part]) {
    (self.names, self.parts) = (names, parts)
  }

  func place(_ number: Int) -> PartPosition {
    PartPosition(number: number, component: .field(names[number]))
  }
}

/// The content of a value, one level deep.
enum SnapshotContent {
  /// A scalar, or a value that had to be encoded as a whole.
  case value(Value)
  /// Another value that this one encodes as: a non-nil optional, a raw value.
  case wrapped(Snapshot)
  /// Fields, in the order of writing.
  case record(RecordParts)
  /// Elements that were encoded one by one.
  case list([Part])
  /// An array, with its elements in place.
  case array(any ListType.Type)
  /// A dictionary or a set, with its entries in place.
  case unordered(any UnorderedType.Type)
}
