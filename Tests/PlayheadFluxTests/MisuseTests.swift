import PlayheadFlux
import Testing

/// The sentence with which `result`'s process ended.
func sentence(_ result: ExitTest.Result?) -> String {
  String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
}

private struct Late: Middleware {
  func handle(_ action: any Action, dispatcher: Dispatcher, next: Next) {
    nonisolated(unsafe) let next = next
    dispatcher.betweenActions { next(Add()) }
  }
}

private struct Escaped: @unchecked Sendable { var context: Context? }

@Suite struct MisuseTests {
  @Test func `a strict dispatcher stops a dispatch within a dispatch`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let dispatcher = Dispatcher(reentrancy: .strict)
      let store = Store("store", 0).on(Add.self) { _, _ in dispatcher.dispatch(Note(text: "")) }
      try dispatcher.register(store)
      dispatcher.dispatch(Add())
    }
    #expect(
      sentence(result).contains(
        "Cannot dispatch 'PlayheadFluxTests.Note' while 'PlayheadFluxTests.Add' is being handled"))
  }

  @Test func `a strict dispatcher accepts one dispatch after another`() throws {
    let counter = counter()
    let dispatcher = Dispatcher(reentrancy: .strict)
    try dispatcher.register(counter)
    dispatcher.dispatch(Add())
    dispatcher.dispatch(Add())
    #expect(counter.state == 2)
  }

  @Test func `a handler that reads its own store stops the app instead of blocking it`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let store = Store("cart", 0)
      store.on(Add.self) { count, _ in count = store.state }
      let dispatcher = Dispatcher()
      try dispatcher.register(store)
      dispatcher.dispatch(Add())
    }
    #expect(sentence(result).contains("Store 'cart' was used while it handles an action"))
  }

  @Test func `waiting for a store outside a dispatch stops the app`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let escaped = Guarded(Escaped())
      let prices = counter("prices")
      let store = Store("store", 0).on(Add.self) { _, _, context in
        nonisolated(unsafe) let context = context
        escaped.withLock { $0.context = context }
      }
      try dispatcher(prices, store).dispatch(Add())
      escaped.withLock { $0.context?.waitFor(prices) }
    }
    #expect(sentence(result).contains("Cannot wait for store 'prices' outside a dispatch"))
  }

  @Test func `stores that wait for each other stop the app with the name of each store`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let stores = ["a", "b", "c"].map { Store($0, 0) }
      for (index, store) in stores.enumerated() {
        store.on(Add.self) { _, _, context in context.waitFor(stores[(index + 1) % 3]) }
      }
      let dispatcher = Dispatcher()
      try dispatcher.register(stores)
      dispatcher.dispatch(Add())
    }
    #expect(sentence(result).contains("Stores wait for each other in a circle: a → b → c → a;"))
  }

  @Test func `a store that waits for a store that runs after it stops the app`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let first = Store("first", 0)
      let second = counter("second", after: [first])
      first.on(Add.self) { _, _, context in context.waitFor(second) }
      try dispatcher(first, second).dispatch(Add())
    }
    #expect(sentence(result).contains("in a circle: first → second → first;"))
  }

  @Test func `a store that waits for itself stops the app`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let cart = Store("cart", 0)
      cart.on(Add.self) { _, _, context in context.waitFor(cart) }
      try dispatcher(cart).dispatch(Add())
    }
    #expect(sentence(result).contains("Store 'cart' waits for itself"))
  }

  @Test func `waiting for another dispatcher's store stops the app with both names`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let stranger = counter("stranger")
      _ = try dispatcher(stranger)
      let cart = Store("cart", 0).on(Add.self) { _, _, context in context.waitFor(stranger) }
      try dispatcher(cart).dispatch(Add())
    }
    #expect(
      sentence(result).contains(
        "Store 'cart' waits for store 'stranger', which is not registered with its dispatcher"))
  }

  @Test func `reading a store while it waits for the reader stops the app`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let waiting = Store("waiting", 0)
      let other = Store("other", 0).on(Add.self) { other, _ in other = waiting.state }
      waiting.on(Add.self) { _, _, context in context.waitFor(other) }
      try dispatcher(waiting, other).dispatch(Add())
    }
    #expect(sentence(result).contains("Store 'waiting' was used while it handles an action"))
  }

  @Test func `adding a handler to a registered store stops the app`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let store = counter("cart")
      try Dispatcher().register(store)
      store.on(Note.self) { _, _ in }
    }
    #expect(sentence(result).contains("Store 'cart' is registered already"))
  }

  @Test func `a context that is used after its action stops the app`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let escaped = Guarded(Escaped())
      let store = Store("store", 0).on(Add.self) { _, _, context in
        nonisolated(unsafe) let context = context
        escaped.withLock { $0.context = context }
      }
      let dispatcher = Dispatcher()
      try dispatcher.register(store)
      dispatcher.dispatch(Add())
      _ = escaped.withLock { $0.context?.uuid() }
    }
    #expect(sentence(result).contains("A Context was used after its handler had returned"))
  }

  @Test func `a context that is used during a later action stops the app`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let escaped = Guarded(Escaped())
      let store = Store("store", 0).on(Add.self) { _, _, context in
        nonisolated(unsafe) let context = context
        escaped.withLock { kept in
          if kept.context == nil { kept.context = context } else { _ = kept.context?.uuid() }
        }
      }
      let dispatcher = Dispatcher()
      try dispatcher.register(store)
      for _ in 0..<2 { dispatcher.dispatch(Add()) }
    }
    #expect(sentence(result).contains("A Context was used after its handler had returned"))
  }

  @Test func `a middleware that calls 'next' after it has returned stops the app`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Dispatcher(middleware: [Late()]).dispatch(Add())
    }
    #expect(sentence(result).contains("A middleware called 'next' after it had returned"))
  }

  @Test func `applying an action while another one is handled stops the app`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let dispatcher = Dispatcher()
      let store = Store("store", 0).on(Add.self) { _, _ in dispatcher.apply(Add(), draws: []) }
      try dispatcher.register(store)
      dispatcher.dispatch(Add())
    }
    #expect(sentence(result).contains("Cannot apply an action while another is being handled"))
  }
}
