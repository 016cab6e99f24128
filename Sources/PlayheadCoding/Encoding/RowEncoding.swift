/// Encodes values into rows of one table of shapes, without allocating once it has warmed up. Not safe for use from several
/// threads at once.
package final class RowEncoding {
  private let core: EncodingCore
  private let builder: RowBuilder
  /// The last row.
  package let bytes = ByteBuffer()
  /// Its shapes.
  package let table: ShapeTable

  package init(
    table: ShapeTable = ShapeTable(), userInfo: [CodingUserInfoKey: Any] = [:],
    redaction: Redaction? = nil
  ) {
    self.table = table
    core = EncodingCore(table: table, redaction: redaction)
    core.userInfo = userInfo
    builder = RowBuilder(core: core, bytes: bytes, keepsContainers: true)
  }

  deinit {
    core.close()
    builder.close()
  }

  package var shapes: [Shape] { table.shapes }

  // Another module checks its accesses to a table's own properties, whatever they say; it does not where it
  // calls these.

  /// The last row; valid until the next.
  @inline(__always)
  package var row: UnsafeRawBufferPointer { bytes.bytes }

  /// How many shapes there are.
  @inline(__always)
  package var shapeCount: Int { table.shapeCount }

  /// How much memory the table of shapes holds on to, in nodes.
  @inline(__always)
  package var tableSize: Int { table.size }

  /// Forgets all shapes; those that come next have the numbers from 0 on again. Whether it could: not while it encodes.
  package func forgetShapes() -> Bool {
    guard core.depth == 0 else { return false }
    table.removeAll()
    return true
  }

  /// Makes `bytes` the row of `value`, which is within `depth` others, and returns the number of its shape.
  ///
  /// Throws what `encode(to:)` throws, or `EncodingError.invalidValue` for a value that nests too deep or misuses its
  /// encoder.
  package func encode<T: Encodable>(_ value: T, depth: Int = 0) throws -> Int {
    bytes.removeAll()
    builder.begin(level: 0)
    core.depth = depth
    core.stack = StackGuard()
    core.fault = nil
    do {
      try builder.encode(value, parent: -1, key: "")
      let shape = try builder.finish()
      if let fault = core.fault { throw fault }
      return shape
    } catch let fault as EncodingFault {
      throw EncodingError.invalidValue(
        value, .own("\(T.self): \(fault.sentence)"))
    }
  }
}
