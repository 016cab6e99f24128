/// Decodes rows of one table of shapes.
package struct RowDecoding {
  private let core: DecodingCore
  private let root = Root()

  /// - Parameter notes: Where to note what types ask for; nil where only their values are wanted.
  package init(
    shapes: [Shape], userInfo: [CodingUserInfoKey: Any] = [:], notes: (any DecodingObserver)? = nil
  ) {
    core = DecodingCore(shapes: shapes, userInfo: userInfo, notes: notes)
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
    core.stack = StackGuard()
    defer { core.epoch += 1 }
    let view: RowView
    do throws(ByteFault) {
      view = try self.view(try core.shape(UInt64(bitPattern: Int64(shape)), at: 0), row)
    } catch {
      throw DecodingError.dataCorrupted(.own([], error.sentence))
    }
    return try body(RowDecoder(view))
  }

  /// The view that served for the last row serves again unless a value still holds it.
  private func view(_ shape: Shape, _ row: UnsafeRawBufferPointer) throws(ByteFault) -> RowView {
    var reader = ByteReader(row)
    if isKnownUniquelyReferenced(&root.view), let view = root.view {
      try view.load(shape, from: &reader)
      return view
    }
    let view = try RowView(core: core, shape: shape, reader: &reader)
    root.view = view
    return view
  }

  private final class Root {
    var view: RowView?
  }
}
