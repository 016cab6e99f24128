/// Decodes rows of one table of shapes.
package struct RowDecoding {
  private let core: DecodingCore

  package init(shapes: [Shape], userInfo: [CodingUserInfoKey: Any] = [:]) {
    core = DecodingCore(shapes: shapes, userInfo: userInfo)
  }

  /// The value of a row. Throws a `DecodingError`, or what the type's own `init(from:)` throws.
  package func decode<T: Decodable>(
    _ type: T.Type, shape: Int, row: UnsafeRawBufferPointer
  ) throws -> T {
    try decoder(shape: shape, row: row) { decoder in try decoder.decode(type) }
  }

  /// Gives `body` a decoder of a row; it must not outlive the call.
  package func decoder<T>(
    shape: Int, row: UnsafeRawBufferPointer, _ body: (any Decoder) throws -> T
  ) throws -> T {
    try decoder(shape: shape, row: row) { (decoder: RowDecoder) in try body(decoder) }
  }

  private func decoder<T>(
    shape: Int, row: UnsafeRawBufferPointer, _ body: (RowDecoder) throws -> T
  ) throws -> T {
    core.depth = 0
    do {
      var reader = ByteReader(row)
      let view = try RowView(
        core: core, shape: try core.shape(UInt64(shape), at: 0), reader: &reader)
      return try body(try RowDecoder(view))
    } catch let fault as ByteFault {
      throw DecodingError.dataCorrupted(
        .init(codingPath: [], debugDescription: fault.sentence))
    }
  }
}
