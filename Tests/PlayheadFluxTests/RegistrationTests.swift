import PlayheadFlux
import Testing

@Suite struct RegistrationTests {
  @Test func `stores run in registration order, each after its dependencies`() throws {
    let late = Store("late", 0)
    let a = Store("a", 0, after: [late])
    let b = Store("b", 0)
    let dispatcher = Dispatcher()
    try dispatcher.register(b, a, late)
    #expect(dispatcher.stores.map(\.name) == ["b", "late", "a"])
  }

  @Test func `a cycle of stores is an error that names each store`() {
    let a = Store("a", 0)
    let b = Store("b", 0, after: [a])
    let c = Store("c", 0, after: [b])
    a.run(after: c)
    let error = #expect(throws: RegistrationError.self) { try Dispatcher().register(b, a, c) }
    #expect(error == .cycle(["b", "a", "c", "b"]))
    #expect(error?.description == "stores wait for each other: b → a → c → b")
  }

  @Test func `a failed registration changes nothing`() throws {
    let dispatcher = try dispatcher(counter("a"))
    let b = counter("b")
    #expect(throws: RegistrationError.duplicateName("a")) {
      try dispatcher.register(b, counter("a"))
    }
    #expect(dispatcher.stores.map(\.name) == ["a"])
    try dispatcher.register(b)
    #expect(dispatcher.stores.map(\.name) == ["a", "b"])
  }

  @Test(arguments: [
    (
      RegistrationError.duplicateName("cart"),
      "two stores are called 'cart'; give each store of a dispatcher a name of its own"
    ),
    (
      .unregisteredDependency(store: "sum", dependency: "cart"),
      "store 'sum' runs after store 'cart', which is not registered; register both in one call, "
        + "or 'cart' first"
    ),
    (
      .alreadyRegistered("cart"),
      "store 'cart' is registered already; a store belongs to one dispatcher"
    ),
    (
      .notRegistered("cart"),
      "store 'cart' is not registered with this dispatcher, so it cannot be unregistered"
    ),
    (
      .stillNeeded(store: "cart", dependents: ["sum", "tax"]),
      "store 'cart' cannot be unregistered while others run after it: 'sum', 'tax'; unregister them "
        + "in the same call, or first"
    ),
    (.notAStore(name: "x", type: "X"), "'x' is a X; only a Store can be registered"),
  ]) func `a RegistrationError's description says what is wrong`(
    error: RegistrationError, sentence: String
  ) {
    #expect(error.description == sentence)
  }
}
