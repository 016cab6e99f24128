import Foundation
import PlayheadCoding
import PlayheadValues
import Testing

@Suite struct DecodingNotesTests {
  private func notes<T: Decodable>(of values: [some Encodable], as type: T.Type) throws
    -> DecodingNotes
  {
    let notes = DecodingNotes()
    for value in values {
      let rows = RowEncoding()
      let shape = try rows.encode(value)
      let own = DecodingNotes()
      _ = try RowDecoding(shapes: rows.shapes, notes: own)
        .decode(type, shape: shape, row: rows.bytes.bytes)
      notes.add(own)
    }
    return notes
  }

  @Test func `DecodingNotes lists a date that is read as a number as converted`() throws {
    struct Written: Encodable { var at = Date(timeIntervalSinceReferenceDate: 5) }
    struct Wrapper: Decodable {
      let number: Double
      init(from decoder: any Decoder) throws {
        number = try decoder.singleValueContainer().decode(Double.self)
      }
    }
    struct Read: Decodable { var at: Wrapper }
    let notes = try notes(of: [Written()], as: Read.self)
    #expect(notes.converted.map { "\($0.place) \($0.kind) \($0.type)" } == ["at date Double"])
  }

  @Test func `DecodingNotes names the innermost type that fails to decode`() throws {
    struct Tag: Decodable {
      init(from decoder: any Decoder) throws { throw CocoaError(.coderInvalidValue) }
    }
    struct Tags: Decodable { var sku: [String: Tag]? }
    struct Outer: Decodable { var first: Tags }
    let rows = RowEncoding()
    let shape = try rows.encode(["first": ["sku": ["a": 1]]])
    let notes = DecodingNotes()
    #expect(throws: CocoaError.self) {
      try RowDecoding(shapes: rows.shapes, notes: notes)
        .decode(Outer.self, shape: shape, row: rows.bytes.bytes)
    }
    #expect(notes.refusing == "Tag")
  }
}
