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
      Catalogued.AddItem.self,
      "(sku: String, quantity: Int, note: String?, tags: [String], prices: [String: Double])")
    expect(Catalogued.Empty.self, "()")
    expect(Catalogued.Point.self, "(Double, Double)")
    expect(ClosedRange<Int>.self, "(Int, Int)")
  }

  @Test func `enumerations of cases, dates, addresses have placeholders`() {
    expect(
      Catalogued.Draw.self,
      "(tool: Tool, direction: Direction, at: Date, id: UUID, link: URL, zone: TimeZone)")
    expect(Catalogued.Tool.self, "(pen | eraser)")
    expect(Catalogued.Direction.self, "(up | down)")
  }

  @Test func `a type that wraps a value is of its form`() {
    let schema = TypeSchema(of: Catalogued.Identifier.self)
    #expect(schema == TypeSchema("Identifier", .scalar(.int)))
  }

  @Test func `an enumeration with values ends what can be told`() {
    let obstacle = TypeSchema.Obstacle.keysAreFree(type: "Target")
    expect(Catalogued.Target.self, "(…)", obstacle)
    expect(Catalogued.Stroke.self, "(width: Double, target: Target, …)", obstacle)
  }

  @Test func `a type that refuses placeholders ends what can be told`() {
    expect(Catalogued.Paint.self, "(first: Int, color: Sealed, …)", .refused(type: "Sealed"))
  }

  @Test func `what is in a list or optional stops nobody`() {
    expect(Catalogued.Strokes.self, "(strokes: [Stroke], target: Target?, last: Int)")
  }

  @Test func `a type that contains itself is told once`() {
    expect(Catalogued.Node.self, "(name: String, next: Node?, children: [Node])")
    let fields = TypeSchema(of: Catalogued.Node.self).fields
    let inner = TypeSchema("Node", .recursive, obstacle: .recursive(type: "Node"))
    #expect(fields[1].type == TypeSchema("Node?", .optional(inner)))
    #expect(fields[2].type == TypeSchema("[Node]", .list(of: inner)))
    expect(Catalogued.Boxed.self, "(node: Node)")
  }

  @Test func `what is asked by hand is noted, the first time of each key`() {
    expect(
      Catalogued.Handmade.self,
      "(plain: Int, perhaps: Int?, maybe: Bool?, inner: (plain: Int), list: (String))")
  }

  @Test func `a type without end is left`() {
    let schema = TypeSchema(of: Catalogued.Endless.self)
    #expect(schema.obstacle == .tooLarge(type: "Int"))
    guard case .tooLarge = TypeSchema(of: Catalogued.Growing<Int>.self).obstacle else {
      Issue.record("it came to an end")
      return
    }
  }

  @Test func `whoever goes on asking for containers comes to an end`() {
    let schema = TypeSchema(of: Catalogued.Chained.self)
    #expect(schema.obstacle == .tooLarge(type: "Chained"))
    #expect(schema.fieldText.count < 2_000)
    #expect(TypeSchema(of: Catalogued.Greedy.self).fields.isEmpty)
    #expect(TypeSchema(of: Catalogued.Patient.self).obstacle == .tooLarge(type: "Patient"))
  }

  @Test func `parts that trap on placeholders get a value of their own`() {
    expect(
      Catalogued.Search.self, "(address: URLComponents, letters: CharacterSet, limit: Int)")
  }

  @Test func `equal types have equal schemas, and different fields differ`() {
    #expect(TypeSchema(of: Catalogued.Draw.self) == TypeSchema(of: Catalogued.Draw.self))
    #expect(TypeSchema(of: [Int].self) != TypeSchema(of: [UInt].self))
  }
}
