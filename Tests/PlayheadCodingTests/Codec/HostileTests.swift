import FluxTesting
import Foundation
import PlayheadFlux
import PlayheadCoding
import PlayheadValues
import Testing

/// Damaged and invented bytes give errors or values: never a trap, a hang, or a flood of memory.
@Suite struct `Hostile bytes` {
  /// A small value with every kind of field.
  private struct Sample: Codable {
    var text: String? = "ab"
    var list: [Expression] = [.number(1), .sum(.none, .list([.none])), .table(["k": .number(2)])]
    var set: Set<Int> = [1, 2]
    var pairs: [Point: [UInt8]] = [Point(x: 1, y: 2): [1]]
    var map: [String: Int?] = ["x": 1, "y": nil]
    var date = Date(timeIntervalSinceReferenceDate: 1)
    var uuid = UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 1, 1, 1, 1, 1))
    var decimal = Decimal(10)
    var wide = Int128.max
    var float = Float(1)
    var chain = Link.chain(3)
    var loose = Loose.object(["a": .list([.null, .text("t")])])
    var layers: Int?? = .some(nil)
  }

  /// Reads the bytes in every way there is.
  private func read(_ data: Data) {
    _ = try? CompactDecoder().decode(Sample.self, from: data)
    _ = try? CompactDecoder().decode(Loose.self, from: data)
    _ = try? Value(compact: data)
  }

  @Test func `decoding a value whose bytes are cut off at any length is an error`() throws {
    let data = try CompactEncoder().encode(Sample())
    for length in 0..<data.count {
      #expect(throws: DecodingError.self) {
        try CompactDecoder().decode(Sample.self, from: data.prefix(length))
      }
      read(data.prefix(length))
    }
  }

  @Test func `decoding a value with any changed byte does not crash`() throws {
    let data = try CompactEncoder().encode(Sample())
    for position in data.indices {
      for value in [0, 0x7F, 0x80, 0xFF, data[position] ^ 1] as [UInt8] {
        var changed = data
        changed[position] = value
        read(changed)
      }
    }
  }

  @Test func `decoding random bytes does not crash`() {
    var source = Seeded(1)
    for _ in 0..<(Soak.isOn ? 100_000 : 15_000) {
      let length = source.count(to: 40)
      let small = source.chance(70)
      let bytes = (0..<length).map { _ in
        UInt8(truncatingIfNeeded: small ? source.next() % 20 : source.next())
      }
      _ = try? Value(compact: Data(bytes))
      _ = try? CompactDecoder().decode(Expression.self, from: Data(bytes))
    }
  }

  @Test func `decoding random rows of valid shapes does not crash`() throws {
    let rows = RowEncoding()
    let shape = try rows.encode(Sample())
    let honest = rows.bytes.array
    var source = Seeded(2)
    for _ in 0..<(Soak.isOn ? 20_000 : 3_000) {
      var row = honest
      for _ in 0...source.count(to: 3) {
        let position = Int.random(in: row.indices, using: &source)
        row[position] = source.chance(50) ? UInt8(source.count(to: 8)) : .extreme(&source)
      }
      row.withUnsafeBytes { row in
        let decoding = RowDecoding(shapes: rows.shapes)
        _ = try? decoding.decode(Sample.self, shape: shape, row: row)
        _ = try? Value(shapes: rows.shapes, shape: shape, row: row)
      }
    }
  }

  @Test func `shapes that cannot describe a value are refused`() {
    func entry(_ parent: Int32, _ key: String, _ kind: Kind) -> Shape.Entry {
      Shape.Entry(parent: parent, key: key, kind: kind)
    }
    #expect(Shape([]) == nil)
    #expect(Shape([entry(-1, "", .int), entry(-1, "", .int)]) == nil)
    #expect(Shape([entry(0, "", .record)]) == nil)
    #expect(Shape([entry(-1, "", .record), entry(1, "", .int)]) == nil)
    #expect(Shape([entry(-2, "", .int)]) == nil)
    let ladder = (0..<257).map { entry(Int32($0) - 1, "k", .record) }
    #expect(Shape(ladder) == nil)
    #expect(Shape(ladder.dropLast()) != nil)
  }
}
