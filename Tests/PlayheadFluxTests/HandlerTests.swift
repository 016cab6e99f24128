import PlayheadFlux
import Testing

@Suite struct HandlerTests {
  private func handlers(_ stores: any AnyStore...) throws -> (any Action.Type) -> [String] {
    let dispatcher = Dispatcher(inputs: .seeded())
    try dispatcher.register(stores)
    return { dispatcher.handlers(of: $0).map { $0.store.name + ($0.isCatchAll ? " (any)" : "") } }
  }

  @Test func `an action's handlers are told in the order in which they run`() throws {
    let prices = counter("prices")
    let notes = Store("notes", 0).on(Note.self) { _, _ in }
    let handlers = try handlers(counter("cart", after: [prices]), prices, notes)
    #expect(handlers(Add.self) == ["prices", "cart"])
    #expect(handlers(Note.self) == ["notes"])
  }

  @Test func `who is asked about every action is marked, unless it names the type`() throws {
    let journal = Store("journal", 0).onAny { _, _, _ in }
    let root = Store("root", 0, reducer: Reducer({ _, _, _ in }, types: [Add.self]))
    let handlers = try handlers(journal, root)
    #expect(handlers(Add.self) == ["journal (any)", "root"])
    #expect(handlers(Note.self) == ["journal (any)", "root (any)"])
  }

  @Test func `an action that nobody takes has no handlers`() throws {
    #expect(try handlers(counter())(Note.self) == [])
  }
}
