import Dispatch
import FluxTesting
import PlayheadFlux
import Testing

/// A view: it is the main actor's, and writes down what it shows.
@MainActor private final class Screen {
  var shown: [String] = []
}

@Suite struct `Observers on the main actor` {
  /// Dispatches an action where the main actor is not.
  private func dispatchElsewhere(_ action: Add = Add(), to dispatcher: Dispatcher) {
    DispatchQueue(label: "elsewhere").sync { dispatcher.dispatch(action) }
  }

  /// Waits until the main actor has done what it was asked to do before.
  private func whatIsOnItsWay() async { await Task { @MainActor in }.value }

  @Test @MainActor
  func `a main-actor observer is called during the action that the main actor handles`()
    async throws
  {
    let counter = counter()
    let dispatcher = Dispatcher(executor: .mainActor)
    try dispatcher.register(counter)
    let screen = Screen()
    counter.observeOnMainActor(with: screen) { $0.shown.append("\($1)") }
    #expect(screen.shown == ["0"])
    let (stream, continuation) = AsyncStream<[String]>.makeStream()
    let token = counter.observe { count in
      // Told after the other, in the same action.
      if count == 1 { continuation.yield(MainActor.assumeIsolated { screen.shown }) }
    }
    dispatcher.dispatch(Add())
    for await shown in stream {
      #expect(shown == ["0", "1"])
      break
    }
    token.cancel()
  }

  @Test @MainActor
  func `an action dispatched on the main actor has reached observers when 'dispatch' returns`()
    throws
  {
    let counter = counter()
    let dispatcher = try dispatcher(counter)
    let screen = Screen()
    counter.observeOnMainActor(with: screen) { $0.shown.append("\($1)") }
    dispatcher.dispatch(Add())
    #expect(screen.shown == ["0", "1"])
  }

  @Test func `every change made by other threads reaches the main-actor observer in order`()
    async throws
  {
    let counter = counter()
    let dispatcher = try dispatcher(counter)
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let token = counter.observeOnMainActor { count in
      MainActor.assertIsolated()
      continuation.yield(count)
    }
    for _ in 0..<500 { dispatchElsewhere(to: dispatcher) }
    var told: [Int] = []
    for await count in stream {
      told.append(count)
      if count == 500 { break }
    }
    // The first may come twice, as 'observe' says.
    #expect(told.drop { $0 == 0 } == Array(1...500)[...])
    token.cancel()
  }

  @Test @MainActor
  func `a canceled main-actor observer does not receive a change that is still pending`()
    async throws
  {
    let counter = counter()
    let dispatcher = try dispatcher(counter)
    let screen = Screen()
    let token = counter.observeOnMainActor { screen.shown.append("\($0)") }
    dispatchElsewhere(to: dispatcher)
    await whatIsOnItsWay()
    #expect(screen.shown == ["0", "1"])
    dispatchElsewhere(to: dispatcher)
    token.cancel()
    await whatIsOnItsWay()
    #expect(screen.shown == ["0", "1"])
  }

  @Test @MainActor func `a change made on the main actor is delivered after pending changes`()
    async throws
  {
    let counter = counter()
    let dispatcher = try dispatcher(counter)
    let screen = Screen()
    counter.observeOnMainActor(with: screen) { $0.shown.append("\($1)") }
    dispatchElsewhere(to: dispatcher)
    dispatcher.dispatch(Add())
    await whatIsOnItsWay()
    #expect(screen.shown == ["0", "1", "2"])
  }
}
