/// Turns values into their canonical form and its digest, with reused buffers. Not thread-safe.
///
/// The cost is twice that of encoding the value, plus one pass of XXH64.
package final class CanonicalEncoder {
  /// A larger table is dropped; otherwise values of always new shapes could fill the memory.
  private static let tableLimit = 65_536

  private var rows: RowEncoding
  private let redaction: Redaction?
  private let order: MemberOrder?
  private let buffer = ByteBuffer()

  /// An encoder that applies `redaction`.
  package init(redaction: Redaction? = nil) {
    self.redaction = redaction
    order = nil
    rows = RowEncoding(redaction: redaction)
  }

  /// An encoder that writes the members of records by name, to compare values of two builds, which may
  /// declare members in another order. Logs have no such digests.
  package init(order: MemberOrder?) {
    redaction = nil
    self.order = order
    rows = RowEncoding(redaction: nil)
  }

  /// The canonical bytes of `value`: the same for equal values. Throws the error of `encode(to:)`, and
  /// `EncodingError.invalidValue` for values that nest more than 256 levels deep.
  package func bytes(of value: some Encodable) throws -> [UInt8] {
    try encode(value)
    return buffer.array
  }

  /// The digest of the canonical bytes of a value that is nested in `depth` others. Throws like `bytes(of:)`.
  package func digest(of value: some Encodable, depth: Int = 0) throws -> Digest {
    try encode(value, depth: depth)
    return Digest(canonical: buffer.bytes)
  }

  /// Calls `read` with the canonical bytes of a value that is nested in `depth` others.
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

/// The members of records by name, sorted once per shape. Not thread-safe.
package final class MemberOrder {
  /// Keeps the shapes, because another shape could get the address of a released one.
  private var known: [ObjectIdentifier: (shape: Shape, containers: [[Shape.Member]])] = [:]

  package init() {}

  /// The members of a container, ordered by the bytes of their names.
  func members(of container: Int, in shape: Shape) -> [Shape.Member] {
    if let known = known[ObjectIdentifier(shape)] { return known.containers[container] }
    let sorted = shape.containers.map { members in
      members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    }
    known[ObjectIdentifier(shape)] = (shape, sorted)
    return sorted[container]
  }

  func removeAll() { known.removeAll() }
}
