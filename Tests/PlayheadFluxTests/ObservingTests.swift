import Dispatch
import FluxTesting
import Foundation
import PlayheadFlux
import PlayheadReplay
import Testing

/// Somebody who writes down what is shown.
private final class Screen: Sendable {
  let journal: Journal
  init(_ journal: Journal) { self.journal = journal }
  func show(_ text: String) { journal.write(text) }
}

private struct Page: Codable, Sendable {
  var title = "a"
  var visits = 0
}

private func pageStore() -> Store<Page> {
  Store("page", Page())
    .on(Note.self) { $0.title = $1.text }
    .on(Add.self) { $0.visits += $1.amount }
}

@Suite struct ObservingTests {
  private let journal = Journal()

  @Test func `an observer with an owner is called until the owner is deallocated`() throws {
    let counter = counter()
    let dispatcher = try dispatcher(counter)
    var screen: Screen? = Screen(journal)
    weak let gone = screen
    if let screen { counter.observe(with: screen) { $0.show("\($1)") } }
    dispatcher.dispatch(Add())
    screen = nil
    #expect(gone == nil)
    dispatcher.dispatch(Add())
    #expect(journal.entries == ["0", "1"])
  }

  @Test func `an observer whose owner is gone is released at the next change`() throws {
    let counter = counter()
    let dispatcher = try dispatcher(counter)
    weak var held: Screen?
    do {
      let (owner, captured) = (Screen(journal), Screen(journal))
      held = captured
      counter.observe(with: owner) { [captured] _, _ in captured.show("") }
    }
    #expect(held != nil)
    dispatcher.dispatch(Add())
    #expect(held == nil)
  }

  @Test func `an observer of one property of a state is called only when that property changes`()
    throws
  {
    let page = pageStore()
    let dispatcher = try dispatcher(page)
    let screen = Screen(journal)
    let token = page.observe(\.title) { [journal] in journal.write("token \($0)") }
    page.observe(\.title, with: screen) { $0.show("owner \($1)") }
    dispatcher.dispatch(Add())
    dispatcher.dispatch(Note(text: "a"))
    dispatcher.dispatch(Note(text: "b"))
    token.cancel()
    dispatcher.dispatch(Note(text: "c"))
    #expect(journal.entries == ["token a", "owner a", "token b", "owner b", "owner c"])
  }

  @Test func `an observer that another observer cancels is not called for the current change`()
    throws
  {
    let counter = counter()
    let dispatcher = try dispatcher(counter)
    let second = Retained<SubscriptionToken>()
    let first = counter.observe { if $0 == 1 { second.value = nil } }
    second.value = counter.observe { [journal] in journal.write("\($0)") }
    dispatcher.dispatch(Add())
    first.cancel()
    #expect(journal.entries == ["0"])
  }

  @Test func `an observer that cancels itself does not receive a state that is already pending`()
    throws
  {
    let counter = counter()
    let token = Retained<SubscriptionToken>()
    token.value = counter.observe { [journal] count in
      journal.write("\(count)")
      guard count == 1 else { return }
      #expect(throws: Never.self) { try counter.replace(any: 2) }
      counter.notifyObservers()
      token.value = nil
    }
    try counter.replace(any: 1)
    counter.notifyObservers()
    #expect(journal.entries == ["0", "1"])
  }
}

@Suite struct JointObservingTests {
  private let journal = Journal()
  private let a = counter("a")
  private let b = counter("b")
  private let page = pageStore()
  private let dispatcher: Dispatcher

  init() throws { dispatcher = try PlayheadFluxTests.dispatcher(a, b, page) }

  private func observe() -> SubscriptionToken {
    dispatcher.observe(a, b) { [journal] a, b in journal.write("\(a) \(b)") }
  }

  @Test func `a joint observer is called once per action, with the new states of all stores`() {
    let token = observe()
    dispatcher.dispatch(Add())
    dispatcher.dispatch(Note(text: "neither store"))
    dispatcher.dispatch(Add())
    token.cancel()
    dispatcher.dispatch(Add())
    #expect(journal.entries == ["0 0", "1 1", "2 2"])
  }

  @Test func `a joint observer is called when only one of its stores changes`() {
    let token = dispatcher.observe(a, page) { [journal] count, page in
      journal.write("\(count) \(page.title)")
    }
    dispatcher.dispatch(Note(text: "b"))
    token.cancel()
    #expect(journal.entries == ["0 a", "0 b"])
  }

  @Test func `observers of one store are called before joint observers`() {
    let joint = observe()
    let single = b.observe { [journal] in journal.write("single \($0)") }
    dispatcher.dispatch(Add())
    joint.cancel()
    single.cancel()
    #expect(journal.entries == ["0 0", "single 0", "single 1", "1 1"])
  }

  @Test func `a joint observer is called until its owner is deallocated`() {
    var screen: Screen? = Screen(journal)
    if let screen {
      dispatcher.observe(a, b, page, with: screen) { $0.show("\($1) \($2) \($3.visits)") }
    }
    dispatcher.dispatch(Add())
    screen = nil
    dispatcher.dispatch(Add())
    #expect(journal.entries == ["0 0 0", "1 1 1"])
  }

  @Test(.timeLimit(.minutes(15)))
  func `a restore from another thread during an action reaches observers without a torn state`()
    throws
  {
    let (first, last) = (counter("first"), counter("last"))
    let middle = DispatchSemaphore(value: 0)
    let slow = Store("slow", 0).on(Add.self) { _, _ in
      middle.signal()
      Thread.sleep(forTimeInterval: 0.05)
    }
    let other = Store("other", 0)
    let dispatcher = try PlayheadFluxTests.dispatcher(first, slow, last, other)
    let token = dispatcher.observe(first, last, other) { [journal] first, last, other in
      journal.write("\(first) \(last) \(other)")
    }
    onThreads(2) { thread in
      if thread == 0 { return dispatcher.dispatch(Add()) }
      middle.wait()
      try? dispatcher.restore([7], of: [other])
    }
    token.cancel()
    #expect(!journal.entries.contains("1 0 7"))
    #expect(journal.entries.last == "1 1 7")
  }

  @Test(.timeLimit(.minutes(15)))
  func `a handler can cancel observers while another thread restores its store`() throws {
    let tokens = Retained<[SubscriptionToken]>()
    let store = Store("store", 0).on(Add.self) { _, _ in tokens.value = nil }
    let dispatcher = try PlayheadFluxTests.dispatcher(store)
    for _ in 0..<(Soak.isOn ? 500 : 100) {
      tokens.value = (0..<20).map { _ in store.observe { _ in } }
      onThreads(2) { thread in
        if thread == 0 { return dispatcher.dispatch(Add()) }
        for _ in 0..<3 { try? dispatcher.restore([7], of: [store]) }
      }
    }
    #expect(store.state == 7)
  }

  @Test func `after a restore, observers are called once, when all stores have their state`() throws
  {
    let joint = observe()
    let single = a.observe { [b, journal] in journal.write("single \($0) \(b.state)") }
    try dispatcher.restore([41, 42], of: [a, b])
    joint.cancel()
    single.cancel()
    #expect(journal.entries == ["0 0", "single 0 0", "single 41 42", "41 42"])
  }

  @Test func `observers are not called when a restore fails`() throws {
    let joint = observe()
    let single = a.observe { [journal] in journal.write("single \($0)") }
    #expect(
      throws: StoreError.wrongState(store: "b", expected: "Swift.Int", found: "Swift.String")
    ) {
      try dispatcher.restore([41, "42"], of: [a, b])
    }
    #expect(journal.take() == ["0 0", "single 0"])
    dispatcher.dispatch(Add())
    joint.cancel()
    single.cancel()
    #expect(journal.entries == ["single 42", "42 1"])
  }

  @Test func `actions and stores that observers add during a restore are ignored`() throws {
    let token = dispatcher.observe(a, b) { [dispatcher] a, _ in
      guard a > 0 else { return }
      dispatcher.dispatch(Note(text: "again"))
      try? dispatcher.register(counter("guest"))
    }
    try dispatcher.restore([41, 42], of: [a, b])
    token.cancel()
    dispatcher.dispatch(Add())
    #expect(page.state.title == "a" && a.state == 42)
    #expect(dispatcher.stores.map(\.name) == ["a", "b", "page"])
  }

  @Test
  func `after 'disableObservers', observers are called for live actions but not for replayed ones`()
    throws
  {
    let joint = observe()
    let single = a.observe { [journal] in journal.write("single \($0)") }
    #expect(journal.take() == ["0 0", "single 0"])
    dispatcher.disableObservers()
    try dispatcher.restore([41, 42], of: [a, b])
    dispatcher.apply(Add(), draws: [])
    #expect(journal.entries == [] && a.state == 42 && b.state == 43)
    dispatcher.dispatch(Add())
    joint.cancel()
    single.cancel()
    #expect(journal.entries == ["single 43", "43 44"])
  }

  @Test
  func `a joint observer that an observer adds receives the current action once, also on replay`() {
    let inner = Retained<SubscriptionToken>()
    let outer = a.observe { count in
      guard count > 0, inner.value == nil else { return }
      inner.value = observe()
    }
    dispatcher.apply(Add(), draws: [])
    dispatcher.dispatch(Add())
    outer.cancel()
    inner.value = nil
    #expect(journal.entries == ["1 1", "2 2"])
  }

  @Test(arguments: [true, false])
  func `a joint observer that a handler adds is first called when the action is done`(live: Bool)
    throws
  {
    let token = Retained<SubscriptionToken>()
    let opening = Store("opening", 0).on(Note.self) { _, _ in token.value = observe() }
    try dispatcher.register(opening)
    if live {
      dispatcher.dispatch(Note(text: ""))
    } else {
      dispatcher.apply(Note(text: ""), draws: [])
    }
    dispatcher.dispatch(Add())
    token.value = nil
    #expect(journal.entries == ["0 0", "1 1"])
  }

  @Test func `a joint observer is no longer called once one of its stores is gone`() {
    var extra: Store<Int>? = counter("extra")
    weak let gone = extra
    let token = extra.map { extra in
      dispatcher.observe(a, extra) { [journal] a, _ in journal.write("\(a)") }
    }
    extra = nil
    #expect(gone == nil)
    dispatcher.dispatch(Add())
    token?.cancel()
    #expect(journal.entries == ["0"])
  }
}
