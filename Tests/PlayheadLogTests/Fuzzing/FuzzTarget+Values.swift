import Foundation
import PlayheadCoding
import PlayheadValues

extension FuzzTarget {
  /// A table of shapes, a shape's number and a row: as a tree, and the tree's parts.
  static let value = FuzzTarget("value") {
    try samples.map { try $0.row() }
  } read: { bytes in
    var reader = ByteReader(bytes)
    let (shapes, shape) = try shapes(from: &reader)
    let row = try reader.take(reader.remaining)
    _ = try Value(shapes: shapes, shape: shape, row: row)
  }

  /// The same as a value of an app's type, whose number is the first byte.
  static let codable = FuzzTarget("codable") {
    try samples.enumerated().map { number, sample in [UInt8(number)] + (try sample.row()) }
  } read: { bytes in
    var reader = ByteReader(bytes)
    let sample = samples[Int(try reader.byte()) % samples.count]
    let (shapes, shape) = try shapes(from: &reader)
    let row = try reader.take(reader.remaining)
    try sample.decode(RowDecoding(shapes: shapes), shape, row)
  }

  private struct Sample: Sendable {
    let row: @Sendable () throws -> [UInt8]
    let decode: @Sendable (RowDecoding, Int, UnsafeRawBufferPointer) throws -> Void

    init<T: Codable & Sendable>(_ value: T) {
      row = { try FuzzTarget.row(of: value) }
      decode = { decoding, shape, row in _ = try decoding.decode(T.self, shape: shape, row: row) }
    }
  }

  /// Types whose decoding goes through every kind of container.
  private static let samples = [
    Sample(Everything()), Sample(Insert(position: 5, text: "!")), Sample([1, 2, 3]),
    Sample(["a": Set([1, 2]), "b": []]), Sample([1: ["x"], 2: []]),
    Sample(Tree(label: "root", children: [Tree(label: "leaf", children: [Tree(label: "")])])),
    Sample([[[Int?]]]([[[1, nil]]])), Sample([Decimal(1), Decimal(-2)]), Sample(Data([1, 2, 3])),
    Sample(URL(string: "https://example.org/a?b#c")), Sample([Range(1...3)]),
    Sample(["k": ["l": ["m": Everything?.none]]]),
  ]

  private static func row(of value: some Encodable) throws -> [UInt8] {
    let rows = RowEncoding()
    let shape = try rows.encode(value)
    let bytes = ByteBuffer()
    bytes.append(varint: rows.shapes.count)
    for shape in rows.shapes { shape.encode(to: bytes) }
    bytes.append(varint: shape)
    bytes.append(rows.bytes.bytes)
    return bytes.array
  }

  private static func shapes(
    from reader: inout ByteReader
  ) throws(ByteFault) -> (shapes: [Shape], shape: Int) {
    var shapes: [Shape] = []
    for _ in 0..<(try reader.count()) { shapes.append(try Shape.read(from: &reader)) }
    return (shapes, Int(clamping: try reader.varint()))
  }
}
