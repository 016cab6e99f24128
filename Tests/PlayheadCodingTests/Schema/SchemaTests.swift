import PlayheadCoding
import PlayheadValues
import Testing

@Suite struct SchemaTests {
  private func text(_ type: any Decodable.Type) -> String { TypeSchema(of: type).fieldText }

  private func expect(
    _ type: any Decodable.Type, _ text: String, _ obstacle: TypeSchema.Obstacle? = nil,
    _ at: SourceLocation = #_sourceLocation
  ) {
    let schema = TypeSchema(of: type)
    #expect(schema.fieldText == text, sourceLocation: at)
    #expect(schema.obstacle == obstacle, sourceLocation: at)
  }

  @Test func `fields are told in order with their types`() {
    expect(
      Cataloged.AddItem.self,
      "(sku: String, quantity: Int, note: String?, tags: [String], prices: [String: Double])")
    expect(Cataloged.Empty.self, "()")
    expect(Cataloged.Point.self, "(Double, Double)")
    expect(ClosedRange<Int>.self, "(Int, Int)")
  }

  @Test func `enumerations of cases, dates, addresses have placeholders`() {
    expect(
      Cataloged.Draw.self,
      "(tool: Tool, direction: Direction, at: Date, id: UUID, link: URL, zone: TimeZone)")
    expect(Cataloged.Tool.self, "(pen | eraser)")
    expect(Cataloged.Direction.self, "(up | down)")
  }

  @Test func `a type that wraps a value is of its form`() {
    let schema = TypeSchema(of: Cataloged.Identifier.self)
    #expect(schema == TypeSchema("Identifier", .scalar(.int)))
  }

  @Test func `an enumeration with values ends what can be told`() {
    let obstacle = TypeSchema.Obstacle.keysAreFree(type: "Target")
    expect(Cataloged.Target.self, "(…)", obstacle)
    expect(Cataloged.Stroke.self, "(width: Double, target: Target, …)", obstacle)
  }

  @Test func `a type that refuses placeholders ends what can be told`() {
    expect(Cataloged.Paint.self, "(first: Int, color: Sealed, …)", .refused(type: "Sealed"))
  }

  @Test func `what is in a list or optional stops nobody`() {
    expect(Cataloged.Strokes.self, "(strokes: [Stroke], target: Target?, last: Int)")
  }

  @Test func `a type that contains itself is told once`() {
    expect(Cataloged.Node.self, "(name: String, next: Node?, children: [Node])")
    let fields = TypeSchema(of: Cataloged.Node.self).fields
    let inner = TypeSchema("Node", .recursive, obstacle: .recursive(type: "Node"))
    #expect(fields[1].type == TypeSchema("Node?", .optional(inner)))
    #expect(fields[2].type == TypeSchema("[Node]", .list(of: inner)))
    expect(Cataloged.Boxed.self, "(node: Node)")
  }

  @Test func `what is asked by hand is noted, the first time of each key`() {
    expect(
      Cataloged.Handmade.self,
      "(plain: Int, perhaps: Int?, maybe: Bool?, inner: (plain: Int), list: (String))")
  }

  @Test func `a type without end is left`() {
    let schema = TypeSchema(of: Cataloged.Endless.self)
    #expect(schema.obstacle == .tooLarge(type: "Int"))
    guard case .tooLarge = TypeSchema(of: Cataloged.Growing<Int>.self).obstacle else {
      Issue.record("it came to an end")
      return
    }
  }

  @Test func `whoever goes on asking for containers comes to an end`() {
    let schema = TypeSchema(of: Cataloged.Chained.self)
    #expect(schema.obstacle == .tooLarge(type: "Chained"))
    #expect(schema.fieldText.count < 2_000)
    #expect(TypeSchema(of: Cataloged.Greedy.self).fields.isEmpty)
    #expect(TypeSchema(of: Cataloged.Patient.self).obstacle == .tooLarge(type: "Patient"))
  }

  @Test func `parts that trap on placeholders get a value of their own`() {
    expect(
      Cataloged.Search.self, "(address: URLComponents, letters: CharacterSet, limit: Int)")
  }

  @Test func `equal types have equal schemas, and different fields differ`() {
    #expect(TypeSchema(of: Cataloged.Draw.self) == TypeSchema(of: Cataloged.Draw.self))
    #expect(TypeSchema(of: [Int].self) != TypeSchema(of: [UInt].self))
  }
}
