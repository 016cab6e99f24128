import PlayheadFlux
import SampleSupport
import Testing

private struct Note: Action { var text: String }
private struct Add: Action { var amount = 1 }
private struct Remove: Action { var amount = 1 }

private struct Answering: Middleware {
  func handle(_ action: any Action, dispatcher: Dispatcher, next: Next) {
    if !(action is Remove) { next(action) }
    if action is Note { dispatcher.dispatch(Add(amount: 2)) }
  }
}

@Suite struct ActionLoggerTests {
  @Test func `the action logger prints each action's turn, value and cause on one line`() throws {
    let lines = Guarded<[String]>([])
    let dispatcher = Dispatcher(
      middleware: [ActionLogger { line in lines.withLock { $0.append(line) } }, Answering()])
    dispatcher.dispatch(Note(text: "hello"))
    dispatcher.dispatch(Remove())
    dispatcher.dispatch(Remove(), cause: Turn(2))
    #expect(
      lines.withLock { $0 } == [
        "#1 Note(text: \"hello\")", "#2 Add(amount: 2) ← #1", "held back: Remove(amount: 1)",
        "held back: Remove(amount: 1) ← #2",
      ])
  }
}
