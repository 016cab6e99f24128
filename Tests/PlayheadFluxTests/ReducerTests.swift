import PlayheadFlux
import Synchronization
import Testing

private struct Shop: Codable, Sendable, Equatable {
  var count = 0
  var notes: [String] = []
}

@Suite struct ReducerTests {
  private let count = Reducer<Int>()
    .on(Add.self) { count, action, _ in count += action.amount }
    .on(Remove.self) { count, action, _ in count -= action.amount }
  private let notes = Reducer<[String]>()
    .on(Note.self) { notes, action, _ in notes.append(action.text) }

  @Test func `reducers of two properties combine into a reducer of the whole state`() throws {
    let whole = count.pullback(\Shop.count).then(notes.pullback(\Shop.notes))
    let shop = Store("shop", Shop(), reducer: whole)
    let dispatcher = try dispatcher(shop)
    dispatcher.dispatch(Add())
    dispatcher.dispatch(Note(text: "hello"))
    #expect(shop.state == Shop(count: 1, notes: ["hello"]))
    #expect(dispatcher.actionTypes.map { "\($0)" } == ["Add", "Remove", "Note"])
  }

  @Test func `combined reducers run in order`() throws {
    let twice = Reducer<Int>().on(Add.self) { count, _, _ in count *= 10 }
    let store = Store("count", 1, reducer: count.then(twice))
    try dispatcher(store).dispatch(Add())
    #expect(store.state == 20)
  }

  @Test func `a handler for several action types handles each action once`() throws {
    let either = Reducer<Int>()
      .on(anyOf: Add.self, Remove.self, Add.self) { count, _, _ in count += 1 }
      .on(anyOf: Note.self, Remove.self) { count, _, _ in count += 10 }
    let store = Store("store", 0, reducer: either)
      .on(anyOf: Add.self, Note.self) { count, _, _ in count += 100 }
    let dispatcher = try dispatcher(store)
    var states: [Int] = []
    for action in [Add(), Remove(), Note(text: "")] as [any Action] {
      dispatcher.dispatch(action)
      states.append(store.state)
    }
    #expect(states == [101, 112, 222])
    #expect(dispatcher.actionTypes.map { "\($0)" } == ["Add", "Remove", "Note"])
  }

  @Test func `a reducer that receives every action declares the types it handles`() throws {
    let any = Reducer<Int>(
      { count, action, context in
        guard let action = action as? Add else { return context.leaveUnchanged() }
        count += action.amount
      }, types: [Add.self])
    let store = Store("count", 0, reducer: any.pullback(\.self))
    let dispatcher = try dispatcher(store)
    let tap = JournalTap()
    dispatcher.attach(tap)
    dispatcher.dispatch(Note(text: ""))
    dispatcher.dispatch(Add())
    #expect(store.state == 1)
    #expect(tap.outcomes.withLock { $0.map(\.changed) } == [[], [0]])
    #expect(dispatcher.actionTypes.map { "\($0)" } == ["Add"])
  }
}
