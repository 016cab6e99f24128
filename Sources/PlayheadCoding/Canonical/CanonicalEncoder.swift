/// Turns values into their canonical form and its digest, with reused buffers.
///
/// The cost is twice that of encoding the value, plus one pass of XXH64. Not safe for use from several threads at once.
package final class CanonicalEncoder {
  /// More shapes than this are forgotten, so that values of ever new shapes cannot fill the memory.
  private static let tableLimit = 65_536

  private var rows: RowEncoding
  private let redaction: Redaction?
  private let order: MemberOrder?
  private let buffer = ByteBuffer()

  /// An encoder of values as `redaction` leaves them.
  package init(redaction: Redaction? = nil) {
    self.redaction = redaction
    order = nil
    rows = RowEncoding(redaction: redaction)
  }

  /// An encoder that writes the members of records by name, for comparing values of two builds, which may declare them in
  /// another order. Logs have no such digests.
  package init(order: MemberOrder?) {
    redaction = nil
    self.order = order
    rows = RowEncoding(redaction: nil)
  }

  /// The canonical bytes of `value`, which are the same for equal values. Throws what `encode(to:)` throws, and
  /// `EncodingError.invalidValue` for values that nest more than 256 levels deep.
  package func bytes(of value: some Encodable) throws -> [UInt8] {
    try encode(value)
    return buffer.array
  }

  /// The digest of the canonical bytes of `value`. Throws as `bytes(of:)` does.
  package func digest(of value: some Encodable) throws -> Digest {
    try encode(value)
    return Digest(canonical: buffer.bytes)
  }

  /// The digest of a value that is within `depth` others.
  package func digest<T: Encodable>(of value: T, depth: Int) throws -> Digest {
    try encode(value, depth: depth)
    return Digest(canonical: buffer.bytes)
  }

  /// Gives `read` the canonical bytes of a value that is within `depth` others.
  package func withBytes<T>(
    of value: some Encodable, depth: Int = 0, _ read: (UnsafeRawBufferPointer) throws -> T
  ) throws -> T {
    try encode(value, depth: depth)
    return try read(buffer.bytes)
  }

  private func encode(_ value: some Encodable, depth: Int = 0) throws {
    if rows.table.size > Self.tableLimit {
      rows = RowEncoding(redaction: redaction)
      order?.removeAll()
    }
    let shape = try rows.encode(value, depth: depth)
    buffer.removeAll()
    try CanonicalForm(shapes: rows.shapes, into: buffer, order: order)
      .append(shape: shape, row: rows.bytes.bytes)
  }
}

/// The members of records by name, sorted once per shape. Not safe for use from several threads at once.
package final class MemberOrder {
  /// The shapes are kept, as another one may come to lie where one was.
  private var known: [ObjectIdentifier: (shape: Shape, containers: [[Shape.Member]])] = [:]

  package init() {}

  /// The members of a container by the bytes of their names.
  func members(of container: Int, in shape: Shape) -> [Shape.Member] {
    if let known = known[ObjectIdentifier(shape)] { return known.containers[container] }
    let sorted = shape.containers.map { members in
      members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    }
    known[ObjectIdentifier(shape)] = (shape, sorted)
    return sorted[container]
  }

  /// Forgets all shapes.
  func removeAll() { known.removeAll() }
}
