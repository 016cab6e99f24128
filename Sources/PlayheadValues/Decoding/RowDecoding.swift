package import PlayheadCoding

/// Decodes rows of one table of shapes.
package struct RowDecoding {
  private let context: DecodingContext
  private let root = Root()

  /// - Parameter notes: Where to note what types ask for; nil where only their values are wanted.
  package init(
    shapes: [Shape], userInfo: [CodingUserInfoKey: Any] = [:], notes: DecodingNotes? = nil
  ) {
    context = DecodingContext(DecodingCore(shapes: shapes), userInfo, notes)
  }

  /// The value of a row. Throws a `DecodingError`, or what the type's own `init(from:)` throws.
  package func decode<T: Decodable>(
    _ type: T.Type, shape: Int, row: UnsafeRawBufferPointer
  ) throws -> T {
    try decoder(shape: shape, row: row) { (decoder: RowDecoder) in try decoder.decode(type) }
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

  /// Uses the view of the last row again, unless a value still holds it.
  private func view(_ shape: Shape, _ row: UnsafeRawBufferPointer) throws(ByteFault) -> RowView {
    var reader = ByteReader(row)
    if isKnownUniquelyReferenced(&root.view), let view = root.view {
      try view.load(shape, from: &reader)
      return view
    }
    let view = try RowView(shape, from: &reader, in: context)
    root.view = view
    return view
  }

  private final class Root {
    var view: RowView?
  }
}

/// What all views of one decoding share. Unchecked properties: as in `RowView`.
final class DecodingContext {
  let core: DecodingCore
  let userInfo: [CodingUserInfoKey: Any]
  /// Where to note what types ask for; nil where only their values are wanted.
  let notes: DecodingNotes?
  @exclusivity(unchecked) var depth = 0
  @exclusivity(unchecked) var stack = StackGuard()
  /// Counts the decodings, so that a decoder knows when its own is over.
  var epoch = 0

  init(
    _ core: DecodingCore, _ userInfo: [CodingUserInfoKey: Any], _ notes: DecodingNotes?
  ) {
    (self.core, self.userInfo, self.notes) = (core, userInfo, notes)
  }

  /// Makes a value of a place, one level deeper.
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
