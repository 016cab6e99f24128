import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadValues
import Testing

/// Any value in one type, as AnyCodable and its kin have it: it writes what it has, and reads what JSON has.
private struct AnyWrapper: Codable {
  var value: Any?

  init(_ value: Any?) { self.value = value }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      value = nil
    } else if let flag = try? container.decode(Bool.self) {
      value = flag
    } else if let number = try? container.decode(Int.self) {
      value = number
    } else if let number = try? container.decode(UInt.self) {
      value = number
    } else if let number = try? container.decode(Double.self) {
      value = number
    } else if let text = try? container.decode(String.self) {
      value = text
    } else if let list = try? container.decode([AnyWrapper].self) {
      value = list
    } else if let table = try? container.decode([String: AnyWrapper].self) {
      value = table
    } else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no value")
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let value = value as? any Encodable {
      try container.encode(value)
    } else {
      try container.encodeNil()
    }
  }
}

/// A wrapper of any value reads from a log what it would read from JSON.
@Suite struct AnyWrapperTests {
  private static let values: [any Codable & Sendable] = [
    true, -3, UInt.max, 0.5, Float(0.5), "text", Date(timeIntervalSinceReferenceDate: 0.5), UUID(),
    Decimal(string: "9.99") ?? 0, Decimal(12), Data([1, 2, 3]), [1, 2],
    ["a": 1],
  ]

  /// What `JSONDecoder` makes of the value, with data in Base64.
  private func throughJSON(_ wrapper: some Codable) throws -> String {
    let data = try JSONEncoder().encode(wrapper)
    return try text(of: JSONDecoder().decode(type(of: wrapper), from: data))
  }

  private func text(of wrapper: some Codable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(wrapper), as: UTF8.self)
  }

  private func expectSame<T: Codable>(_ wrapper: T) throws {
    let rows = RowEncoding()
    let shape = try rows.encode(wrapper)
    let fromRow = try RowDecoding(shapes: rows.shapes).decode(
      T.self, shape: shape, row: rows.bytes.bytes)
    let fromTree = try ValueDecoder(Value(encoding: wrapper)).decode(T.self)
    let expected = try throughJSON(wrapper)
    #expect(try text(of: fromRow) == expected)
    #expect(try text(of: fromTree) == expected)
  }

  @Test(arguments: values.indices)
  func `a type such as AnyCodable decodes the same value from a log as from JSON`(index: Int) throws
  {
    let wrapper = AnyWrapper(Self.values[index])
    try expectSame(wrapper)
    try expectSame([wrapper, AnyWrapper(nil)])
    try expectSame(["a": wrapper])
  }
}
