import PlayheadFlux
import PlayheadReplay
import Synchronization
import Testing

/// A store that writes down that it handles an action, before and after it waits for `stores`.
private func waiting(
  _ name: String, for stores: any AnyStore..., after dependencies: [any AnyStore] = [],
  writing journal: Journal
) -> Store<Int> {
  Store(name, 0, after: dependencies).on(Add.self) { count, action, context in
    journal.write("\(name) begins")
    for store in stores { context.waitFor(store) }
    count += action.amount
    journal.write("\(name) ends")
  }
}

/// A dispatcher whose first store waits for the second, and that one for the third.
private struct Chain {
  let third = Store("third", [Int]()).on(Add.self) { rolls, _, context in
    rolls.append(context.random(in: 0...999))
  }
  let second: Store<[Int]>
  let first: Store<[Int]>
  let dispatcher: Dispatcher

  init(seed: UInt64 = 0) throws {
    let third = third
    let second = Store("second", [Int]()).on(Add.self) { rolls, _, context in
      context.waitFor(third)
      rolls.append(contentsOf: third.state.suffix(1) + [context.random(in: 0...999)])
    }
    first = Store("first", [Int]()).on(Add.self) { rolls, _, context in
      let own = context.random(in: 0...999)
      context.waitFor(second)
      rolls = [own] + second.state + third.state
    }
    self.second = second
    dispatcher = Dispatcher(inputs: .seeded(seed))
    try dispatcher.register(first, second, third)
  }

  var states: [[Int]] { [first.state, second.state, third.state] }
}

@Suite struct WaitForTests {
  @Test func `a store that another store waits for handles the action at once and only once`()
    throws
  {
    let journal = Journal()
    let c = waiting("c", writing: journal)
    let b = waiting("b", for: c, writing: journal)
    let a = waiting("a", for: b, writing: journal)
    let dispatcher = try dispatcher(a, b, c)
    for _ in 0..<2 {
      dispatcher.dispatch(Add())
    }
    let once = ["a begins", "b begins", "c begins", "c ends", "b ends", "a ends"]
    #expect(journal.entries == once + once)
    #expect([a, b, c].map(\.state) == [2, 2, 2])
  }

  @Test func `on replay, waiting for a store that is not registered does nothing`() throws {
    let journal = Journal()
    let missing = waiting("missing", writing: journal)
    let present = waiting("present", writing: journal)
    let asking = waiting("asking", for: missing, present, writing: journal)
    let dispatcher = try dispatcher(asking, present)
    #expect(dispatcher.apply(Add(), draws: []).mismatch == nil)
    #expect(journal.entries == ["asking begins", "present begins", "present ends", "asking ends"])
    #expect(missing.state == 0)
  }

  @Test
  func `waiting for a store that has handled the action, or does not handle it, does nothing`()
    throws
  {
    let journal = Journal()
    let early = waiting("early", writing: journal)
    let idle = Store("idle", 0).on(Note.self) { _, _ in }
    let late = waiting("late", for: early, idle, early, writing: journal)
    try dispatcher(early, late, idle).dispatch(Add())
    #expect(journal.entries == ["early begins", "early ends", "late begins", "late ends"])
  }

  @Test func `waiting for a store also runs the stores that it is declared to run after`() throws {
    let journal = Journal()
    let base = waiting("base", writing: journal)
    let idle = Store("idle", 0, after: [base])
    let top = waiting("top", after: [idle], writing: journal)
    let asking = waiting("asking", for: top, writing: journal)
    try dispatcher(asking, base, idle, top).dispatch(Add())
    #expect(
      journal.entries
        == ["asking begins", "base begins", "base ends", "top begins", "top ends", "asking ends"])
  }

  @Test func `waiting for another store does not decide whether the waiting store changed`() throws
  {
    let quiet = Store("quiet", 0).on(Add.self) { _, _, context in context.leaveUnchanged() }
    let loud = counter("loud")
    let a = Store("a", 0).on(Add.self) { _, _, context in
      context.leaveUnchanged()
      context.waitFor(loud)
    }
    let b = Store("b", 0).on(Add.self) { count, _, context in
      context.waitFor(quiet)
      count += 1
    }
    let dispatcher = try dispatcher(a, b, loud, quiet)
    let tap = JournalTap()
    dispatcher.attach(tap)
    dispatcher.dispatch(Add())
    #expect(dispatcher.apply(Add(), draws: []).changed == [1, 2])
    #expect(tap.outcomes.withLock { $0.map(\.changed) } == [[1, 2]])
  }

  @Test func `inputs of stores that wait are recorded in order and give the same states on replay`()
    throws
  {
    let live = try Chain(seed: 7)
    let tap = JournalTap()
    live.dispatcher.attach(tap)
    for _ in 0..<3 { live.dispatcher.dispatch(Add()) }
    let replayed = try Chain()
    for outcome in tap.outcomes.withLock({ $0 }) {
      let result = replayed.dispatcher.apply(Add(), draws: outcome.draws)
      #expect(outcome.draws.count == 3 && outcome.changed == [0, 1, 2])
      #expect(result.changed == outcome.changed && result.mismatch == nil)
    }
    #expect(replayed.states == live.states)
  }
}
