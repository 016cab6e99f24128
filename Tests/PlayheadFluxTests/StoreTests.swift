import Foundation
import Observation
import PlayheadFlux
import Testing

@Suite struct StoreTests {
  @Test func `an observer receives the current state and then each change`() throws {
    let counter = counter()
    let dispatcher = try dispatcher(counter)
    let journal = Journal()
    let subscription = counter.observe { journal.write("\($0)") }
    dispatcher.dispatch(Add())
    dispatcher.dispatch(Note(text: "no change"))
    dispatcher.dispatch(Add())
    subscription.cancel()
    dispatcher.dispatch(Add())
    #expect(journal.entries == ["0", "1", "2"])
  }

  @Test func `an observer is canceled when its token is released`() throws {
    let counter = counter()
    let dispatcher = try dispatcher(counter)
    let journal = Journal()
    do { _ = counter.observe { journal.write("\($0)") } }
    dispatcher.dispatch(Add())
    #expect(journal.entries == ["0"])
  }

  @Test func `a store whose handler calls 'leaveUnchanged' does not count as changed`() throws {
    let store = Store("store", 0).on(Add.self) { _, _, context in context.leaveUnchanged() }
    let dispatcher = try dispatcher(store)
    let tap = JournalTap()
    let journal = Journal()
    let subscription = store.observe { journal.write("\($0)") }
    dispatcher.attach(tap)
    dispatcher.dispatch(Add())
    subscription.cancel()
    #expect(tap.outcomes.withLock { $0.map(\.changed) } == [[]])
    #expect(journal.entries == ["0"])
  }

  @Test func `a store counts as changed if one of its two handlers changes it`() throws {
    let store = Store("store", 0)
      .on(Add.self) { $0 += $1.amount }
      .onAny { _, _, context in context.leaveUnchanged() }
    let dispatcher = try dispatcher(store)
    let tap = JournalTap()
    dispatcher.attach(tap)
    dispatcher.dispatch(Add())
    dispatcher.dispatch(Note(text: ""))
    #expect(tap.outcomes.withLock { $0.map(\.changed) } == [[0], []])
  }

  @Test func `handlers change the state in place`() throws {
    let addresses = Guarded<Set<UInt>>([])
    let store = Store("store", [Int](repeating: 0, count: 1000)).on(Add.self) { list, action in
      list[0] += action.amount
      let address = list.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
      addresses.withLock { _ = $0.insert(address) }
    }
    let dispatcher = try dispatcher(store)
    for _ in 0..<100 { dispatcher.dispatch(Add()) }
    // At most two: the first change may copy what the initial value shares with its maker.
    #expect(addresses.withLock { $0.count } <= 2)
    #expect(store.state[0] == 100)
  }

  @Test func `a store's stream gives every state in order`() async throws {
    let counter = counter()
    let dispatcher = try dispatcher(counter)
    let states = counter.states()
    for _ in 1...100 { dispatcher.dispatch(Add()) }
    var seen: [Int] = []
    for await state in states {
      seen.append(state)
      if state == 100 { break }
    }
    #expect(seen == Array(0...100))
  }

  @Test func `a stream ends when its store is deallocated`() async throws {
    var store: Store<Int>? = counter()
    let states = try #require(store?.states())
    store = nil
    var seen: [Int] = []
    for await state in states { seen.append(state) }
    #expect(seen == [0])
  }

  @Test func `observation tracking reports a change of a store's state`() throws {
    let counter = counter()
    let dispatcher = try dispatcher(counter)
    let changes = Guarded(0)
    withObservationTracking {
      _ = counter.state
    } onChange: {
      changes.withLock { $0 += 1 }
    }
    dispatcher.dispatch(Note(text: ""))
    #expect(changes.withLock { $0 } == 0)
    dispatcher.dispatch(Add())
    #expect(changes.withLock { $0 } == 1)
  }

  @Test
  func
    `an observer added while another thread dispatches receives states in order, up to the last`()
    async throws
  {
    let counter = counter()
    let dispatcher = try dispatcher(counter)
    let worker = Task.detached { for _ in 0..<5000 { dispatcher.dispatch(Add()) } }
    let heard = Guarded<[Int]>([])
    let subscription = counter.observe { state in heard.withLock { $0.append(state) } }
    await worker.value
    subscription.cancel()
    let states = heard.withLock { $0 }
    #expect(states == states.sorted())
    #expect(states.last == 5000)
  }

  @Test func `restoring a state of another type is an error that names both types`() throws {
    let error = #expect(throws: StoreError.self) { try counter().replace(any: "text") }
    #expect(
      error?.description
        == "store 'counter' holds a state of type Swift.Int and cannot take one of type Swift.String"
    )
  }
}
