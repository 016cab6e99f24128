import Dispatch
import Foundation
import PlayheadFlux
import Synchronization
import Testing

private struct Hidden: Action {}

private enum Room { struct Enter: Action {} }

@Suite struct DispatchTests {
  @Test func `an action's name is its module and type, the same in every run`() {
    struct Local: Action {}
    #expect(Add.actionName == "PlayheadFluxTests.Add")
    #expect(Hidden.actionName == "PlayheadFluxTests.Hidden")
    #expect(Room.Enter.actionName == "PlayheadFluxTests.Room.Enter")
    #expect(!Local.actionName.contains("$"))
    #expect(Local.actionName.hasSuffix("Local"))
  }

  @Test func `an action is released once every store and listener has handled it`() throws {
    let counter = Store("counter", 0).on(Ship.self) { count, _ in count += 1 }
    let dispatcher = try dispatcher(counter)
    let listening = dispatcher.listen { _, _ in }
    weak var cargo: Cargo?
    do {
      let ship = Ship(cargo: Cargo())
      cargo = ship.cargo
      dispatcher.dispatch(ship)
    }
    #expect(counter.state == 1)
    #expect(cargo == nil)
    listening.cancel()
  }

  @Test func `actions dispatched while another is handled follow in order, with it as their cause`()
    throws
  {
    let counter = counter()
    let dispatcher = try dispatcher(counter)
    let tap = JournalTap()
    let subscription = counter.observe { count in
      guard count == 1 else { return }
      dispatcher.dispatch(Add(amount: 10))
      dispatcher.dispatch(Note(text: "later"), cause: Turn(77))
    }
    dispatcher.attach(tap)
    dispatcher.dispatch(Add())
    subscription.cancel()
    #expect(
      tap.journal.entries == [
        "attached after 0", "1: Add because of 0", "1: changed [0]",
        "2: Add because of 1", "2: changed [0]", "3: Note because of 77", "3: changed []",
      ])
  }

  @Test
  func `an action that a handler dispatches waits until all stores have handled the current one`()
    throws
  {
    let journal = Journal()
    let dispatcher = Dispatcher()
    let first = Store("first", 0).on(Add.self) { _, action in
      journal.write("first \(action.amount)")
      if action.amount < 3 { dispatcher.dispatch(Add(amount: action.amount + 1)) }
    }
    let second = Store("second", 0).on(Add.self) { journal.write("second \($1.amount)") }
    try dispatcher.register(first, second)
    dispatcher.dispatch(Add())
    #expect(
      journal.entries == ["first 1", "second 1", "first 2", "second 2", "first 3", "second 3"])
  }

  @Test func `actions that a handler dispatches run before actions of other threads`() throws {
    let order = Store("order", [Int]())
    let dispatcher = Dispatcher()
    order.on(Add.self) { order, action in
      order.append(action.amount)
      if action.amount > 0 { dispatcher.dispatch(Add(amount: -action.amount)) }
    }
    try dispatcher.register(order)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for number in 1...200 { dispatcher.dispatch(Add(amount: thread * 200 + number)) }
    }
    let pairs = order.state
    #expect(pairs.count == 3200)
    for index in stride(from: 0, to: pairs.count, by: 2) {
      #expect(pairs[index] == -pairs[index + 1])
    }
  }

  @Test(arguments: [false, true])
  func `a dispatcher on a queue handles actions in the order of dispatch`(concurrent: Bool) throws {
    let queue = DispatchQueue(label: "actions", attributes: concurrent ? .concurrent : [])
    let dispatcher = Dispatcher(executor: .queue(queue))
    let order = Store("order", [Int]()).on(Add.self) { $0.append($1.amount) }
    try dispatcher.register(order)
    for number in 0..<5_000 {
      // One that is suspended has many to handle at once.
      if number == 500 { queue.suspend() }
      dispatcher.dispatch(Add(amount: number))
    }
    queue.resume()
    queue.sync(flags: .barrier) {}
    #expect(order.state == Array(0..<5_000))
  }

  @Test func `actions dispatched between actions are also handled on the dispatcher's queue`()
    throws
  {
    let key = DispatchSpecificKey<Bool>()
    let queue = DispatchQueue(label: "actions")
    queue.setSpecific(key: key, value: true)
    let dispatcher = Dispatcher(executor: .queue(queue))
    let onQueue = Store("onQueue", [Bool]())
      .on(Add.self) { state, _ in state.append(DispatchQueue.getSpecific(key: key) ?? false) }
    try dispatcher.register(onQueue)
    dispatcher.betweenActions { dispatcher.dispatch(Add()) }
    dispatcher.exclusively { dispatcher.dispatch(Add()) }
    dispatcher.dispatch(Add())
    queue.sync {}
    #expect(onQueue.state == [true, true, true])
  }

  @Test func `a dispatcher on the main actor handles actions on the main queue`() async throws {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    let dispatcher = Dispatcher(executor: .mainActor)
    let onMain = Store("onMain", [Bool]()).on(Add.self) { state, _ in
      state.append(DispatchQueue.getSpecific(key: key) ?? false)
    }
    try dispatcher.register(onMain)
    dispatcher.dispatch(Add())
    for await state in onMain.states() where !state.isEmpty {
      #expect(state == [true])
      break
    }
  }

  @Test func `'betweenActions' runs after the current action and before the next one`() throws {
    let journal = Journal()
    let dispatcher = Dispatcher()
    let store = Store("store", 0).on(Add.self) { _, action in
      journal.write("begin \(action.amount)")
      if action.amount == 1 {
        dispatcher.dispatch(Add(amount: 2))
        dispatcher.betweenActions { journal.write("between") }
      }
      journal.write("end \(action.amount)")
    }
    try dispatcher.register(store)
    dispatcher.betweenActions { journal.write("idle") }
    dispatcher.dispatch(Add())
    #expect(journal.entries == ["idle", "begin 1", "end 1", "between", "begin 2", "end 2"])
  }

  @Test func `a tap attached while an action is handled starts with the next action`() throws {
    let tap = JournalTap()
    let dispatcher = Dispatcher()
    let store = Store("store", 0).on(Add.self) { _, action in
      if action.amount == 1 { dispatcher.attach(tap) }
    }
    try dispatcher.register(store)
    dispatcher.dispatch(Add())
    dispatcher.dispatch(Add(amount: 2))
    #expect(
      tap.journal.entries == ["attached after 1", "2: Add because of 0", "2: changed [0]"])
  }
}

/// Something that shows by its life for how long an action is kept.
private final class Cargo: Codable, Sendable {}

private struct Ship: Action {
  let cargo: Cargo
}
