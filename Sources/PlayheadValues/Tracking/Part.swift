import PlayheadCoding

/// A part of a value: either there already, or a copy to look into.
enum Part {
  /// A scalar, or whatever had to be encoded as a whole.
  case value(Value)
  /// A value that was not looked into yet.
  case kept(Kept)

  /// The part that a container was handed within `depth - 1` others.
  @inline(__always)
  init<T: Encodable>(_ value: T, depth: Int) {
    // Data is no scalar here: its `Value` would be a copy of its bytes.
    if let primitive = Primitive(T.self), primitive != .data {
      self = .value(primitive.value(of: value))
    } else {
      self = .kept(KeptCopy(value, depth: depth))
    }
  }

  init(any value: any Encodable, depth: Int) {
    func open<T: Encodable>(_ value: T) -> Part { Part(value, depth: depth) }
    self = open(value)
  }
}

extension Part {
  /// The value as a tree.
  func value(by encoder: CanonicalEncoder) throws -> Value {
    try value(by: encoder, upTo: .max) ?? .null
  }

  /// The value as a tree, or nil if its canonical form takes more than `limit` bytes.
  func value(by encoder: CanonicalEncoder, upTo limit: Int) throws -> Value? {
    switch self {
    case .value(let value): value.takes(atMost: limit) ? value : nil
    case .kept(let kept): try kept.tree(by: encoder, upTo: limit)
    }
  }

  /// The digest of the canonical form.
  func digest(by encoder: CanonicalEncoder) throws -> Digest {
    switch self {
    case .value(let value):
      value.canonicalBytes.withUnsafeBytes { Digest(canonical: $0) }
    case .kept(let kept): try kept.digest(by: encoder)
    }
  }
}

/// The fields of a record that was taken down.
final class RecordParts {
  let names: [String]
  /// What was found to be the same as before is replaced by what is known of that.
  @exclusivity(unchecked) var parts: [Part]

  init(names: [String], parts: [Part]) {
    (self.names, self.parts) = (names, parts)
  }

  func place(_ number: Int) -> PartPlace {
    PartPlace(number: number, component: .field(names[number]))
  }
}

/// What is in a value, one level deep.
enum KeptContent {
  /// A scalar, or whatever had to be encoded as a whole.
  case value(Value)
  /// Nothing but another value, in whose form it is written: an optional that is not nil, a raw value.
  case wrapped(Kept)
  /// Fields, in the order of their writing.
  case record(RecordParts)
  /// Elements that were handed over one by one.
  case list([Part])
  /// An array, whose elements are where they always were.
  case array(ListAccess)
  /// A dictionary or a set.
  case unordered(UnorderedAccess)
}
