public import Foundation
import PlayheadCoding

/// Turns any `Codable` value into compact, self-describing bytes.
///
/// The bytes hold the value's shapes (keys and kinds, each once), then its fields without names or tags.
/// `Value(compact:)` reads them without the type. They are not canonical: equal values may have different
/// bytes.
///
/// ```swift
/// let data = try CompactEncoder().encode(["milk": 2])
/// let groceries = try CompactDecoder().decode([String: Int].self, from: data)
/// ```
public struct CompactEncoder {
  /// Passed to the values as `encoder.userInfo`.
  public var userInfo: [CodingUserInfoKey: Any] = [:]

  /// An encoder without user info.
  public init() {}

  /// The bytes of `value`. Throws the error of its `encode(to:)`, and `EncodingError.invalidValue` for values
  /// that nest more than 256 levels deep.
  public func encode(_ value: some Encodable) throws -> Data {
    let rows = RowEncoding(userInfo: userInfo)
    let shape = try rows.encode(value)
    let bytes = ByteBuffer()
    bytes.append(varint: rows.shapes.count)
    for shape in rows.shapes { shape.encode(to: bytes) }
    bytes.append(varint: shape)
    bytes.append(rows.bytes)
    return Data(bytes.bytes)
  }
}

/// Reads values from the bytes of a `CompactEncoder`.
public struct CompactDecoder {
  /// Passed to the values as `decoder.userInfo`.
  public var userInfo: [CodingUserInfoKey: Any] = [:]

  /// A decoder without user info.
  public init() {}

  /// The value in `data`. Throws a `DecodingError` for damaged bytes and for bytes of another type.
  public func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
    try data.withUnsafeBytes { bytes in
      let (shapes, shape, row) = try CompactForm.parts(of: bytes)
      return try RowDecoding(shapes: shapes, userInfo: userInfo)
        .decode(type, shape: shape, row: row)
    }
  }

  /// Calls `body` with a decoder of the value in `bytes`; the decoder must not outlive the call.
  package func decoder<T>(
    of bytes: UnsafeRawBufferPointer, _ body: (any Decoder) throws -> T
  ) throws -> T {
    let (shapes, shape, row) = try CompactForm.parts(of: bytes)
    return try RowDecoding(shapes: shapes, userInfo: userInfo)
      .decoder(shape: shape, row: row, body)
  }
}

extension Value {
  /// The value in the bytes of a `CompactEncoder`, without its type. Throws a `DecodingError` for damaged bytes.
  public init(compact data: Data) throws {
    self = try data.withUnsafeBytes { bytes in
      let (shapes, shape, row) = try CompactForm.parts(of: bytes)
      do throws(ByteFault) {
        return try Value(shapes: shapes, shape: shape, row: row)
      } catch {
        throw CompactForm.damage(error)
      }
    }
  }
}

private enum CompactForm {
  static func parts(
    of bytes: UnsafeRawBufferPointer
  ) throws -> (shapes: [Shape], shape: Int, row: UnsafeRawBufferPointer) {
    do throws(ByteFault) {
      var reader = ByteReader(bytes)
      var shapes: [Shape] = []
      for _ in 0..<(try reader.count()) { shapes.append(try Shape.read(from: &reader)) }
      let shape = try reader.varint()
      guard shape < UInt64(shapes.count) else {
        throw ByteFault.malformed("a shape's number", at: reader.position)
      }
      return (shapes, Int(shape), try reader.take(reader.remaining))
    } catch {
      throw damage(error)
    }
  }

  static func damage(_ fault: ByteFault) -> DecodingError {
    .dataCorrupted(.own([], fault.sentence))
  }
}
