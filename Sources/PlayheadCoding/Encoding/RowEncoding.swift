/// Encodes values into rows of one table of shapes, without allocating after warm-up. Not thread-safe.
package final class RowEncoding {
  private let core: EncodingCore
  private let builder: RowBuilder
  /// The last row.
  package let bytes = ByteBuffer()
  /// The shapes of its rows.
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

  // Other modules check accesses to stored properties even if these are unchecked, but not calls of the
  // computed properties below.

  /// The last row; valid until the next.
  @inline(__always)
  package var row: UnsafeRawBufferPointer { bytes.bytes }

  /// The shapes of the rows within the last row, each once.
  @inline(__always)
  package var innerShapes: [Int] { core.innerShapes }

  /// The memory of the table of shapes, in nodes.
  @inline(__always)
  package var tableSize: Int { table.size }

  /// How many values were replaced so far, and of how many the secret is unknown.
  var replacementCounts: (all: Int, lost: Int) {
    (core.redactor?.count ?? 0, core.redactor?.lostCount ?? 0)
  }

  /// Removes all shapes; later ones have other numbers. Returns false, and does nothing, during encoding.
  package func forgetShapes() -> Bool {
    guard core.depth == 0 else { return false }
    table.removeAll()
    return true
  }

  /// Makes `bytes` the row of `value`, which is nested in `depth` others, and returns the number of its
  /// shape.
  ///
  /// Throws the error of `encode(to:)`, or `EncodingError.invalidValue` for too deep nesting or misuse of the
  /// encoder.
  package func encode<T: Encodable>(_ value: T, depth: Int = 0) throws -> Int {
    bytes.removeAll()
    builder.begin(level: 0)
    core.begin(depth: depth)
    do {
      try builder.encode(value, parent: -1, key: "")
      let shape = try builder.finish()
      if let fault = core.fault { throw fault }
      return shape
    } catch let fault as EncodingFault {
      throw EncodingError.invalidValue(
        value, .own("\(typeName(of: T.self)): \(fault.sentence)"))
    }
  }
}
