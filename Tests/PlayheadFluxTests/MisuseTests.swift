import PlayheadFlux
import Synchronization
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
        "Cannot dispatch 'PlayheadFluxTests.Note' while another action is being handled"))
  }

  @Test func `a strict dispatcher takes one dispatch after another`() throws {
    let counter = counter()
    let dispatcher = Dispatcher(reentrancy: .strict)
    try dispatcher.register(counter)
    dispatcher.dispatch(Add())
    dispatcher.dispatch(Add())
    #expect(counter.state == 2)
  }

  @Test func `a handler that reads its own store is stopped, not deadlocked`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let store = Store("cart", 0)
      store.on(Add.self) { count, _ in count = store.state }
      let dispatcher = Dispatcher()
      try dispatcher.register(store)
      dispatcher.dispatch(Add())
    }
    #expect(sentence(result).contains("A handler of store 'cart' used the store itself"))
  }

  @Test func `handlers cannot be added after registration`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let store = counter("cart")
      try Dispatcher().register(store)
      store.on(Note.self) { _, _ in }
    }
    #expect(sentence(result).contains("Store 'cart' is registered already"))
  }

  @Test func `a context cannot outlive its action`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let escaped = Mutex(Escaped())
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

  @Test func `a next cannot outlive its middleware`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Dispatcher(middleware: [Late()]).dispatch(Add())
    }
    #expect(sentence(result).contains("A middleware called 'next' after it had returned"))
  }

  @Test func `replay does not start within an action`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let dispatcher = Dispatcher()
      let store = Store("store", 0).on(Add.self) { _, _ in dispatcher.apply(Add(), draws: []) }
      try dispatcher.register(store)
      dispatcher.dispatch(Add())
    }
    #expect(sentence(result).contains("Cannot apply an action while another is being handled"))
  }
}
