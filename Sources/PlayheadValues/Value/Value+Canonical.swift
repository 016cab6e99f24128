import Foundation
package import PlayheadCoding

extension Value {
  /// Any value as a tree, like the values of a log: equal values have equal trees, whatever the order of
  /// their sets.
  ///
  /// Throws the error of `encode(to:)`, and `EncodingError.invalidValue` for more than 256 levels of nesting.
  public init(encoding value: some Encodable) throws {
    self = try CanonicalEncoder().tree(of: value)
  }

  package init(
    canonical bytes: UnsafeRawBufferPointer, memory: Int = .max
  ) throws(ByteFault) {
    var reader = ByteReader(bytes, memory: memory)
    var stack = StackGuard()
    self = try Value(from: &reader, depth: 0, &stack)
  }

  private init(
    from reader: inout ByteReader, depth: Int, _ stack: inout StackGuard
  ) throws(ByteFault) {
    let start = reader.position
    // Rows nest at most `DecodingCore.depthLimit` deep, and shapes in them equally deep.
    guard depth <= DecodingCore.depthLimit * Shape.depthLimit, stack.hasRoom(at: depth) else {
      throw ByteFault.malformed("a value of bounded depth", at: start)
    }
    switch Kind(rawValue: try reader.byte()) {
    case .null:
      try reader.skip(1)
      self = .null
    case .bool: self = .bool(try reader.byte() != 0)
    case .int: self = .int(try reader.zigzag())
    case .uint: self = .uint(try reader.varint())
    case .int128: self = .int128(try reader.littleEndian())
    case .uint128: self = .uint128(try reader.littleEndian())
    case .float: self = .float(Float(bitPattern: try reader.littleEndian()))
    case .double: self = .double(Double(bitPattern: try reader.littleEndian()))
    case .decimal: self = .decimal(try reader.string())
    case .string: self = .string(try reader.string())
    case .bytes: self = .bytes(Array(try reader.sized()))
    case .date:
      let seconds = Double(bitPattern: try reader.littleEndian())
      self = .date(Date(timeIntervalSinceReferenceDate: seconds))
    case .uuid: self = Value.uuid(Primitive.uuid(try reader.take(16)))
    case .list: self = .list(try Self.elements(from: &reader, depth: depth, &stack))
    case .set: self = .set(try Self.elements(from: &reader, depth: depth, &stack))
    case .pairs: self = .dictionary(try Self.entries(from: &reader, depth: depth, &stack))
    case .record: self = .record(try Self.fields(from: &reader, depth: depth, &stack))
    case .wrapped: self = .wrapped(try Value(from: &reader, depth: depth + 1, &stack))
    case .map, .nested, .members, .presence, nil:
      throw ByteFault.malformed("a canonical value", at: start)
    }
  }

  private static func elements(
    from reader: inout ByteReader, depth: Int, _ stack: inout StackGuard
  ) throws(ByteFault) -> [Value] {
    let count = try reader.count(taking: MemoryLayout<Value>.stride)
    var elements: [Value] = []
    elements.reserveCapacity(count)
    for _ in 0..<count { elements.append(try Value(from: &reader, depth: depth + 1, &stack)) }
    return elements
  }

  private static func entries(
    from reader: inout ByteReader, depth: Int, _ stack: inout StackGuard
  ) throws(ByteFault) -> [Entry] {
    var entries: [Entry] = []
    for _ in 0..<(try reader.count(of: 2, taking: MemoryLayout<Entry>.stride)) {
      let key = try Value(from: &reader, depth: depth + 1, &stack)
      entries.append(Entry(key, try Value(from: &reader, depth: depth + 1, &stack)))
    }
    return entries
  }

  private static func fields(
    from reader: inout ByteReader, depth: Int, _ stack: inout StackGuard
  ) throws(ByteFault) -> [Field] {
    var fields: [Field] = []
    for _ in 0..<(try reader.count(of: 2, taking: MemoryLayout<Field>.stride)) {
      let name = try reader.string()
      fields.append(Field(name, try Value(from: &reader, depth: depth + 1, &stack)))
    }
    return fields
  }
}

extension Value {
  package init(shapes: [Shape], shape: Int, row: UnsafeRawBufferPointer) throws(ByteFault) {
    self = try CanonicalForm(shapes: shapes, into: ByteBuffer()).tree(shape: shape, row: row)
  }
}

extension CanonicalForm {
  /// A row as a tree, within the memory limit of a log's frame. Clears the output.
  package func tree(shape: Int, row: UnsafeRawBufferPointer) throws(ByteFault) -> Value {
    output.removeAll()
    try append(shape: shape, row: row)
    return try Value(canonical: output.bytes, memory: MemoryLimit.share)
  }
}

extension CanonicalEncoder {
  /// The value, which is nested in `depth` others, as a tree. Throws like `bytes(of:)`.
  package func tree(of value: some Encodable, depth: Int = 0) throws -> Value {
    try withBytes(of: value, depth: depth) { try Value(canonical: $0) }
  }
}

/// Encodes a run of bytes, from which the same value is read again. For other programs, use ``json``.
extension Value: Codable {
  /// Writes the value's canonical form.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Data(canonicalBytes))
  }

  /// Reads what `encode(to:)` wrote.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let bytes = try container.decode(Data.self)
    do {
      self = try bytes.withUnsafeBytes { try Value(canonical: $0) }
    } catch let error as ByteFault {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: error.sentence)
    }
  }
}
