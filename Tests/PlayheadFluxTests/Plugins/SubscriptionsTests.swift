import PlayheadFlux
import PlayheadPlugins
import Testing

@Suite struct SubscriptionsTests {
  @Test func `Subscriptions.cancelAll cancels the subscriptions that it keeps`() throws {
    let journal = Journal()
    let (a, b) = (counter("a"), counter("b"))
    let dispatcher = try dispatcher(a, b)
    let kept = Subscriptions()
    for store in [a, b] { kept.keep(store.observe { journal.write("\(store.name) \($0)") }) }
    dispatcher.dispatch(Add())
    kept.cancelAll()
    dispatcher.dispatch(Add())
    #expect(journal.entries == ["a 0", "b 0", "a 1", "b 1"])
    kept.keep(a.observe { journal.write("again \($0)") })
    #expect(journal.entries.last == "again 2")
  }
}
