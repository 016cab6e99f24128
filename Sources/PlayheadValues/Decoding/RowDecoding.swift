package import PlayheadCoding

/// Decodes rows of one table of shapes.
package final class RowDecoding {
  private let context: DecodingContext
  private var root: RowView?

  /// - Parameter notes: Records what types ask for; `nil` if only their values are needed.
  package init(
    shapes: [Shape], userInfo: [CodingUserInfoKey: Any] = [:], notes: DecodingNotes? = nil
  ) {
    context = DecodingContext(DecodingCore(shapes: shapes), userInfo, notes)
  }

  /// The value of a row. Throws a `DecodingError`, or the error of the type's own `init(from:)`.
  package func decode<T: Decodable>(
    _ type: T.Type, shape: Int, row: UnsafeRawBufferPointer
  ) throws -> T {
    try decoder(shape: shape, row: row) { (decoder: RowDecoder) in try decoder.decode(type) }
  }

  /// Calls `body` with a decoder of a row; the decoder must not outlive the call.
  package func decoder<T>(
    shape: Int, row: UnsafeRawBufferPointer, _ body: (any Decoder) throws -> T
  ) throws -> T {
    try decoder(shape: shape, row: row) { (decoder: RowDecoder) in try body(decoder) }
  }

  private func decoder<T>(
    shape: Int, row: UnsafeRawBufferPointer, _ body: (RowDecoder) throws -> T
  ) throws -> T {
    context.depth = 0
    context.stack = StackGuard()
    defer { context.epoch += 1 }
    let view: RowView
    do throws(ByteFault) {
      view = try self.view(
        try context.core.shape(UInt64(bitPattern: Int64(shape)), at: 0), row)
    } catch {
      throw DecodingError.dataCorrupted(.own([], error.sentence))
    }
    return try body(RowDecoder(view))
  }

  /// Reuses the view of the last row, unless a value still holds it.
  private func view(_ shape: Shape, _ row: UnsafeRawBufferPointer) throws(ByteFault) -> RowView {
    var reader = ByteReader(row)
    if isKnownUniquelyReferenced(&root), let view = root {
      try view.load(shape, from: &reader)
      return view
    }
    let view = try RowView(shape, from: &reader, in: context)
    root = view
    return view
  }
}

/// The shared parts of all views of one decoding. Unchecked properties: see `RowView`.
final class DecodingContext {
  let core: DecodingCore
  let userInfo: [CodingUserInfoKey: Any]
  /// Records what types ask for; `nil` if only their values are needed.
  let notes: DecodingNotes?
  @exclusivity(unchecked) var depth = 0
  @exclusivity(unchecked) var stack = StackGuard()
  /// Counts the decodings, so that a decoder notices when its own has ended.
  var epoch = 0

  init(
    _ core: DecodingCore, _ userInfo: [CodingUserInfoKey: Any], _ notes: DecodingNotes?
  ) {
    (self.core, self.userInfo, self.notes) = (core, userInfo, notes)
  }

  func value<T: Decodable>(_ type: T.Type, from decoder: RowDecoder) throws -> T {
    guard stack.hasRoom(at: depth), depth < DecodingCore.depthLimit else {
      throw DecodingError.dataCorrupted(
        .own(
          decoder.codingPath,
          "the value nests deeper than \(DecodingCore.depthLimit) levels, or than the stack has room for"
        ))
    }
    depth += 1
    defer { depth -= 1 }
    do {
      guard decoder.kind == .nested, T.self is any OptionalType.Type else {
        return try T(from: decoder)
      }
      var wrapping = decoder
      wrapping.wraps = true
      return try T(from: wrapping)
    } catch {
      notes?.fail(type, at: depth)
      throw error
    }
  }
}
