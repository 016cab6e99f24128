import PlayheadCoding
import Testing

/// An encoder keeps what values write their members with.
@Suite struct MemberContainersTests {
  private struct Point: Encodable { var x = 1, y = 2 }
  private struct Line: Encodable { var from = Point(), to = Point(), name = "" }
  private enum Edit: Encodable { case insert(at: Int, text: String), remove(at: Int) }

  private func row(_ value: some Encodable, _ encoding: RowEncoding) throws -> [UInt8] {
    let shape = try encoding.encode(value)
    return Array("\(encoding.shapes[shape])".utf8) + encoding.bytes.array
  }

  @Test func `rows of several types from one encoder equal those of separate encoders`() throws {
    let encoding = RowEncoding()
    // No lists: their elements have the numbers that shapes got.
    let values: [any Encodable] = [
      Point(), Line(), Edit.insert(at: 1, text: "a"), Edit.remove(at: 2),
    ]
    for _ in 0..<3 {
      for value in values { #expect(try row(value, encoding) == row(value, RowEncoding())) }
    }
  }

  @Test func `an encoder that is no longer used frees its memory`() throws {
    weak var table: ShapeTable?
    try {
      let encoding = RowEncoding()
      table = encoding.table
      _ = try (encoding.encode(Line()), encoding.encode(Edit.remove(at: 1)))
    }()
    #expect(table == nil)
  }

  @Test func `an encoder that is kept after encoding gives containers that write nothing`() throws {
    final class Keeper: Encodable {
      var encoder: (any Encoder)?
      func encode(to encoder: any Encoder) throws {
        self.encoder = encoder
        try Point().encode(to: encoder)
      }
    }
    let keeper = Keeper()
    try { _ = try RowEncoding().encode(keeper) }()
    let encoder = try #require(keeper.encoder)
    try Point().encode(to: encoder)
    #expect(encoder.codingPath.isEmpty)
  }
}
