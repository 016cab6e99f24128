import PlayheadCoding
import PlayheadValues
import Testing

@Suite struct ObservedSchemaTests {
  /// The fields of values whose shapes were seen, one after the other.
  private func text(_ values: [(key: String, kind: Kind)]...) throws -> String {
    let shapes = try values.map { fields in
      let entries = fields.map { Shape.Entry(parent: 0, key: $0.key, kind: $0.kind) }
      return try #require(Shape([.init(parent: -1, key: "", kind: .record)] + entries))
    }
    let schemas = shapes.map { TypeSchema(of: $0) }
    return schemas.dropFirst().reduce(schemas[0]) { $0.merged(with: $1) }.fieldText
  }

  @Test func `a shape's fields are told as Swift has them`() throws {
    #expect(
      try text([("a", .int), ("b", .string), ("c", .list), ("d", .map), ("e", .bytes)])
        == "(a: Int, b: String, c: […], d: [String: …], e: Data)")
    #expect(try text([]) == "()")
  }

  @Test func `what only some have is optional, in whatever order they come`() throws {
    #expect(try text([("a", .int)], [("a", .int), ("b", .uuid)]) == "(a: Int, b: UUID?)")
    #expect(try text([("a", .int), ("b", .uuid)], [("a", .int)]) == "(a: Int, b: UUID?)")
    #expect(try text([("a", .null)], [("a", .int)], [("a", .null)]) == "(a: Int?)")
    #expect(try text([("a", .int)], [("a", .null)], [("a", .int)]) == "(a: Int?)")
  }

  @Test func `what differs is anything, and stays so`() throws {
    #expect(try text([("a", .int)], [("a", .string)], [("a", .int)]) == "(a: any)")
    #expect(try text([("a", .int)], [("a", .string)], [("a", .null)]) == "(a: any?)")
  }

  @Test func `records within records are merged field by field`() throws {
    let one = try #require(
      Shape([
        .init(parent: -1, key: "", kind: .record), .init(parent: 0, key: "at", kind: .record),
        .init(parent: 1, key: "x", kind: .int),
      ]))
    let other = try #require(
      Shape([
        .init(parent: -1, key: "", kind: .record), .init(parent: 0, key: "at", kind: .record),
        .init(parent: 1, key: "y", kind: .int),
      ]))
    let schema = TypeSchema(of: one).merged(with: TypeSchema(of: other))
    #expect(schema.fieldText == "(at: (x: Int?, y: Int?))")
  }
}
