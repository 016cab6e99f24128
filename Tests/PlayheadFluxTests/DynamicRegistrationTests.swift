import Dispatch
import PlayheadFlux
import PlayheadReplay
import Testing

/// Does something once: where from is what the tests are about.
private final class Once: Middleware, Tap {
  private let body = Guarded<(@Sendable () -> Void)?>(nil)

  init(_ body: @escaping @Sendable () -> Void = {}) { self.body.withLock { $0 = body } }

  func run() { body.withLock { $0.take() }?() }

  func handle(_ action: any Action, dispatcher: Dispatcher, next: Next) {
    run()
    next(action)
  }

  func didAttach(to dispatcher: Dispatcher, after turn: Turn) {}
  func willHandle(_ action: any Action, turn: Turn, cause: Turn?) { run() }
  func didHandle(turn: Turn, outcome: Outcome) {}
}

/// Where a change of the stores may come from, while an action is being handled.
private enum Place: CaseIterable {
  case handler, observer, middleware, tap
}

/// A dispatcher with a counter "first", in which `body` runs at `place` in the first action.
private func acting(
  at place: Place, _ body: @escaping @Sendable (Dispatcher) -> Void
) throws -> Dispatcher {
  let box = Guarded<Dispatcher?>(nil)
  let once = Once { box.withLock { $0 }.map(body) }
  let dispatcher = Dispatcher(middleware: place == .middleware ? [once] : [])
  let first = counter("first")
  if place == .handler { first.on(Add.self) { _, _ in once.run() } }
  try dispatcher.register(first)
  if place == .tap { dispatcher.attach(once) }
  if place == .observer {
    first.observe(with: dispatcher) { _, count in if count > 0 { once.run() } }
  }
  box.withLock { $0 = dispatcher }
  return dispatcher
}

@Suite struct DynamicRegistrationTests {
  @Test(arguments: Place.allCases)
  fileprivate func `a store registered while an action is handled joins right after that action`(
    at place: Place
  ) throws {
    let guest = counter("guest")
    let seen = Guarded<[[String]]>([])
    let dispatcher = try acting(at: place) { dispatcher in
      try? dispatcher.register(guest)
      // What is dispatched meanwhile comes behind the change.
      dispatcher.dispatch(Remove(amount: 10))
      seen.withLock { $0.append(dispatcher.stores.map(\.name)) }
    }
    dispatcher.dispatch(Add())
    #expect(guest.state == -10)
    #expect(seen.withLock { $0 } == [["first"]])
    #expect(dispatcher.stores.map(\.name) == ["first", "guest"])
  }

  @Test(arguments: Place.allCases)
  fileprivate func `a store unregistered while an action is handled still handles that action`(
    at place: Place
  ) throws {
    let guest = counter("guest")
    let dispatcher = try acting(at: place) { dispatcher in
      try? dispatcher.unregister(guest)
      dispatcher.dispatch(Remove(amount: 10))
    }
    try dispatcher.register(guest)
    dispatcher.dispatch(Add())
    #expect(guest.state == 1)
    #expect(dispatcher.stores.map(\.name) == ["first"])
  }

  @Test func `between actions, registering a store takes effect at once`() throws {
    let (first, guest) = (counter("first"), counter("guest"))
    let dispatcher = try dispatcher(first)
    dispatcher.betweenActions {
      try? dispatcher.register(guest)
      #expect(dispatcher.stores.count == 2)
    }
    try dispatcher.unregister([first, guest])
    #expect(dispatcher.stores.isEmpty)
    dispatcher.dispatch(Add())
    #expect(first.state == 0 && guest.state == 0)
  }

  @Test func `several registrations within one action take effect together after it`() throws {
    let base = counter("base")
    let dependent = counter("dependent", after: [base])
    let errors = Guarded<[String]>([])
    let tap = StoresTap()
    let dispatcher = try acting(at: .handler) { dispatcher in
      func attempt(_ body: () throws -> Void) {
        do { try body() } catch { errors.withLock { $0.append("\(error)") } }
      }
      attempt { try dispatcher.register(dependent) }
      attempt { try dispatcher.register(base) }
      attempt { try dispatcher.register(dependent) }
      attempt { try dispatcher.register(base) }
      attempt { try dispatcher.unregister(base) }
      attempt { try dispatcher.unregister(dependent) }
      attempt { try dispatcher.unregister(dependent) }
      attempt { try dispatcher.register(counter("dependent")) }
    }
    dispatcher.attach(tap)
    dispatcher.dispatch(Add())
    #expect(dispatcher.stores.map(\.name) == ["first", "base", "dependent"])
    #expect(dispatcher.stores.last !== dependent)
    #expect(
      errors.withLock { $0 }
        == [
          RegistrationError.unregisteredDependency(store: "dependent", dependency: "base"),
          .alreadyRegistered("base"), .stillNeeded(store: "base", dependents: ["dependent"]),
          .notRegistered("dependent"),
        ].map(\.description))
    #expect(tap.told == ["1: first", "after 1: first base dependent"])
  }

  @Test func `an unregistered store keeps its state and observers and can be registered again`()
    throws
  {
    let (first, guest) = (counter("first"), counter("guest"))
    let journal = Journal()
    guest.observe(with: journal) { journal, count in journal.write("\(count)") }
    let dispatcher = try dispatcher(guest, first)
    dispatcher.dispatch(Add())
    try dispatcher.unregister(guest)
    dispatcher.dispatch(Add())
    #expect(guest.state == 1)
    try dispatcher.register(guest)
    dispatcher.dispatch(Add())
    #expect(guest.state == 2 && first.state == 3)
    #expect(journal.entries == ["0", "1", "2"])
    // It comes back behind those that stayed.
    #expect(dispatcher.stores.map(\.name) == ["first", "guest"])
  }

  @Test func `an unregistered store cannot join another dispatcher, and its name can be reused`()
    throws
  {
    let guest = counter("guest")
    let dispatcher = try dispatcher(guest)
    try dispatcher.unregister(guest)
    #expect(throws: RegistrationError.alreadyRegistered("guest")) {
      try Dispatcher().register(guest)
    }
    try dispatcher.register(counter("guest"))
    #expect(throws: RegistrationError.duplicateName("guest")) { try dispatcher.register(guest) }
    #expect(throws: RegistrationError.notRegistered("guest")) { try dispatcher.unregister(guest) }
  }

  @Test func `the positions of changed stores refer to the store list that the tap received last`()
    throws
  {
    let (a, b, c) = (counter("a"), counter("b"), counter("c"))
    let tap = StoresTap()
    let dispatcher = try dispatcher(a, b, c)
    dispatcher.attach(tap)
    dispatcher.dispatch(Add())
    try dispatcher.unregister(a)
    dispatcher.dispatch(Add())
    try dispatcher.register(a)
    dispatcher.dispatch(Add())
    #expect(
      tap.told == [
        "1: a b c", "after 1: b c", "2: b c", "after 2: b c a", "3: b c a",
      ])
  }

  @Test func `after a replay, taps receive the store list that the replay left`() throws {
    let (a, b) = (counter("a"), counter("b"))
    let tap = StoresTap()
    let dispatcher = try dispatcher(a, b)
    dispatcher.attach(tap)
    dispatcher.replay(with: [b])
    dispatcher.apply(Add(), draws: [])
    dispatcher.replay(with: [b, a])
    #expect(tap.told == [] && a.state == 0 && b.state == 1)
    dispatcher.dispatch(Add())
    #expect(tap.told == ["after 1: b a", "2: b a"])
  }

  @Test func `threads can register and unregister stores while other threads dispatch`() throws {
    let steady = counter("steady")
    let dispatcher = try dispatcher(steady)
    let tap = StoresTap()
    dispatcher.attach(tap)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for number in 0..<200 {
        let guest = counter("guest \(thread)")
        try? dispatcher.register(guest)
        dispatcher.dispatch(Add())
        try? dispatcher.unregister(guest)
        if guest.state < 1 { Issue.record("guest \(thread) missed action \(number)") }
      }
    }
    #expect(steady.state == 1_600 && dispatcher.stores.count == 1)
    #expect(tap.told.count == 3 * 1_600)
  }
}

/// Writes down the stores as it is told of them, and those that an outcome's positions mean.
private final class StoresTap: Tap {
  private let journal = Journal()
  private let names = Guarded<[String]>([])
  var told: [String] { journal.entries }

  func didAttach(to dispatcher: Dispatcher, after turn: Turn) { look(at: dispatcher) }
  func willHandle(_ action: any Action, turn: Turn, cause: Turn?) {}

  func didHandle(turn: Turn, outcome: Outcome) {
    let changed = names.withLock { names in outcome.changed.map { names[$0] } }
    journal.write("\(turn.number): \(changed.joined(separator: " "))")
  }

  func didChangeStores(of dispatcher: Dispatcher, after turn: Turn) {
    look(at: dispatcher)
    let now = names.withLock { $0.joined(separator: " ") }
    journal.write("after \(turn.number): \(now)")
  }

  private func look(at dispatcher: Dispatcher) {
    names.withLock { $0 = dispatcher.stores.map(\.name) }
  }
}
