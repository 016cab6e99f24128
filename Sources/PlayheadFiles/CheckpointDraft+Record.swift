package import PlayheadCoding
package import PlayheadLog

extension CheckpointDraft {
  /// The body of the record of these states, whose rows have these shapes.
  package func record(shapes: [Shape]) throws -> [UInt8] {
    let bytes = ByteBuffer()
    try encode(shapes: shapes, to: bytes)
    return bytes.array
  }
}
