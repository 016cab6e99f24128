import PlayheadFlux
import Testing

private func app(
  _ middleware: @escaping @Sendable (any Action, Dispatcher, Next) -> Void
) throws -> (Dispatcher, Store<Int>, JournalTap) {
  let counter = counter()
  let dispatcher = Dispatcher(middleware: [Doing(body: middleware)])
  try dispatcher.register(counter)
  let tap = JournalTap()
  dispatcher.attach(tap)
  return (dispatcher, counter, tap)
}

@Suite struct MiddlewareTests {
  @Test func `an action that a middleware does not pass on reaches no tap, listener or observer`()
    throws
  {
    let (dispatcher, counter, tap) = try app { _, _, _ in }
    let journal = Journal()
    let listening = dispatcher.listen { _, _ in journal.write("heard") }
    let observing = counter.observe { journal.write("observed \($0)") }
    dispatcher.dispatch(Add())
    listening.cancel()
    observing.cancel()
    #expect(dispatcher.lastTurn == .start && tap.journal.entries == ["attached after 0"])
    #expect(journal.entries == ["observed 0"])
  }

  @Test func `a middleware can pass on another action`() throws {
    let (dispatcher, counter, _) = try app { action, _, next in
      next((action as? Add).map { Remove(amount: $0.amount) } ?? action)
    }
    dispatcher.dispatch(Add(amount: 4))
    #expect(counter.state == -4)
  }

  @Test func `middleware runs in order, around the stores`() throws {
    let journal = Journal()
    let counter = counter()
    func layer(_ name: String) -> Doing {
      Doing { action, _, next in
        journal.write("\(name) in \(counter.state)")
        journal.write("\(name) out \(next(action)?.number ?? 0)")
      }
    }
    let dispatcher = Dispatcher(middleware: [layer("a"), layer("b")])
    try dispatcher.register(counter)
    dispatcher.dispatch(Add())
    #expect(journal.entries == ["a in 0", "b in 0", "b out 1", "a out 1"])
  }
}
