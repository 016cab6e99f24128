import PlayheadFlux
import Testing

/// Something that is held on to.
private final class Thing: Sendable {}

@Suite struct ListeningTests {
  private let journal = Journal()

  private func listen(to dispatcher: Dispatcher) -> SubscriptionToken {
    dispatcher.listen { [journal] action, turn in
      journal.write("\(type(of: action)) \(turn.number)")
    }
  }

  @Test func `a listener receives every action from its start until its token is canceled`() throws
  {
    let dispatcher = try dispatcher(counter())
    dispatcher.dispatch(Add())
    let subscription = listen(to: dispatcher)
    dispatcher.dispatch(Add())
    dispatcher.dispatch(Note(text: "no store takes this"))
    subscription.cancel()
    dispatcher.dispatch(Add())
    #expect(journal.entries == ["Add 2", "Note 3"])
  }

  @Test func `a listener for one action type receives only that type`() throws {
    let dispatcher = try dispatcher(counter())
    let subscription = dispatcher.listen(to: Note.self) { [journal] note, _ in
      journal.write(note.text)
    }
    dispatcher.dispatch(Add())
    dispatcher.dispatch(Note(text: "hello"))
    subscription.cancel()
    #expect(journal.entries == ["hello"])
  }

  @Test func `a listener is called after the stores and before the observers`() throws {
    let counter = counter()
    let dispatcher = try dispatcher(counter)
    let observing = counter.observe { [journal] in journal.write("observer \($0)") }
    let listening = dispatcher.listen { [journal] _, _ in
      journal.write("listener \(counter.state)")
    }
    dispatcher.dispatch(Add())
    observing.cancel()
    listening.cancel()
    #expect(journal.entries == ["observer 0", "listener 1", "observer 1"])
  }

  @Test func `a tap that is attached twice is called once per action until it is detached`() throws
  {
    let tap = JournalTap()
    let dispatcher = try dispatcher(counter())
    dispatcher.attach(tap)
    dispatcher.attach(tap)
    dispatcher.dispatch(Add())
    #expect(tap.outcomes.withLock { $0.count } == 1)
    dispatcher.detach(tap)
    dispatcher.dispatch(Add())
    #expect(tap.outcomes.withLock { $0.count } == 1)
  }

  @Test func `a listener that a handler adds starts with the next action`() throws {
    let dispatcher = Dispatcher()
    let token = Retained<SubscriptionToken>()
    let store = Store("store", 0).on(Add.self) { [journal] _, _ in
      guard token.value == nil else { return }
      token.value = dispatcher.listen { _, turn in journal.write("\(turn.number)") }
    }
    try dispatcher.register(store)
    for _ in 0..<3 { dispatcher.dispatch(Add()) }
    #expect(journal.entries == ["2", "3"])
  }

  @Test func `a listener that a handler cancels does not receive the current action`() throws {
    let dispatcher = Dispatcher()
    let token = Retained<SubscriptionToken>()
    let store = Store("store", 0).on(Add.self) { _, _ in token.value = nil }
    try dispatcher.register(store)
    token.value = listen(to: dispatcher)
    dispatcher.dispatch(Add())
    #expect(journal.entries == [])
  }

  @Test func `a canceled listener releases its captured objects at once`() throws {
    let dispatcher = try dispatcher(counter())
    var thing: Thing? = Thing()
    weak let gone = thing
    let subscription = dispatcher.listen { [thing] _, _ in withExtendedLifetime(thing) {} }
    thing = nil
    #expect(gone != nil)
    subscription.cancel()
    #expect(gone == nil)
  }
}
