import Dispatch
import FluxTesting
import Foundation
import PlayheadFlux
import Testing

/// What an effect waits at until the test lets it go on.
private final class Gate: Sendable {
  private let state = Guarded<(isOpen: Bool, waiting: [AsyncStream<Never>.Continuation])>(
    (false, []))

  func open() {
    state.withLock { state in
      state.isOpen = true
      for waiting in state.waiting { waiting.finish() }
    }
  }

  /// Returns when the gate opens, or the task is cancelled.
  func pass() async {
    let (stream, continuation) = AsyncStream<Never>.makeStream()
    state.withLock { state in
      if state.isOpen { continuation.finish() } else { state.waiting.append(continuation) }
    }
    for await _ in stream {}
  }
}

/// An app that starts an effect for each `Note`, which waits at a gate and then adds.
private struct Notebook {
  let effects = Effects()
  let gate = Gate()
  let journal = Journal()
  let tap = JournalTap()
  let counter = PlayheadFluxTests.counter()
  let dispatcher: Dispatcher

  init(names: Bool = true) throws {
    let (effects, gate, journal) = (effects, gate, journal)
    dispatcher = Dispatcher(
      middleware: [
        Doing { action, dispatcher, next in
          let turn = next(action)
          guard let note = action as? Note else { return }
          let work: @Sendable (Effects.Dispatch) async -> Void = { dispatch in
            await gate.pass()
            journal.write(Task.isCancelled ? "\(note.text) cancelled" : "\(note.text) done")
            dispatch(Add(amount: note.text.count))
          }
          if names {
            effects.start("note", from: dispatcher, cause: turn, work)
          } else {
            effects.start(from: dispatcher, cause: turn, work)
          }
        }
      ])
    try dispatcher.register(counter)
    dispatcher.attach(tap)
  }
}

@Suite struct EffectsTests {
  @Test func `an effect's action has the action that started the effect as its cause`() async throws
  {
    let book = try Notebook()
    book.dispatcher.dispatch(Add())
    book.dispatcher.dispatch(Note(text: "four"))
    #expect(book.effects.count == 1 && book.counter.state == 1)
    book.gate.open()
    await book.effects.finish()
    #expect(book.effects.count == 0 && book.counter.state == 5)
    #expect(book.tap.causes.withLock { $0 } == [nil, nil, Turn(2)])
  }

  @Test func `a new effect cancels a running effect of the same name`() async throws {
    let book = try Notebook()
    book.dispatcher.dispatch(Note(text: "first"))
    book.dispatcher.dispatch(Note(text: "2nd"))
    #expect(book.effects.count == 1)
    book.gate.open()
    await book.effects.finish()
    #expect(book.counter.state == 3)
    #expect(book.journal.entries.contains("2nd done"))
    #expect(!book.journal.entries.contains("first done"))
  }

  @Test func `Effects.cancelAll cancels all running effects`() async throws {
    let book = try Notebook(names: false)
    for text in ["a", "bb"] { book.dispatcher.dispatch(Note(text: text)) }
    #expect(book.effects.count == 2)
    book.effects.cancelAll()
    await book.effects.finish()
    book.gate.open()
    #expect(book.effects.count == 0 && book.dispatcher.lastTurn == Turn(2))
  }

  @Test func `an effect that is canceled right before its dispatch dispatches nothing`()
    async throws
  {
    let effects = Effects()
    let counter = counter()
    let (isReady, mayDispatch, hasDispatched) = (Gate(), Gate(), Gate())
    let isDispatching = DispatchSemaphore(value: 0)
    let dispatcher = Dispatcher(
      middleware: [
        Doing { action, _, next in
          next(action)
          guard action is Remove else { return }
          mayDispatch.open()
          // By now the effect waits for this very action, or is about to.
          isDispatching.wait()
          effects.cancelAll()
        }
      ])
    try dispatcher.register(counter)
    effects.start(from: dispatcher, cause: nil) { dispatch in
      isReady.open()
      await mayDispatch.pass()
      isDispatching.signal()
      dispatch(Add(amount: 100))
      hasDispatched.open()
    }
    await isReady.pass()
    await onOwnThread { dispatcher.dispatch(Remove()) }
    await hasDispatched.pass()
    #expect(counter.state == -1)
  }

  @Test(arguments: [
    Dispatcher.Executor.callingThread, .mainActor, .queue(DispatchQueue(label: "serial")),
    .queue(DispatchQueue(label: "concurrent", attributes: .concurrent)), .queue(.global()),
  ])
  func `'finish' also waits for effects that other effects' actions start`(
    executor: Dispatcher.Executor
  ) async throws {
    let effects = Effects()
    let counter = counter()
    let dispatcher = Dispatcher(
      executor: executor,
      middleware: [
        Doing { action, dispatcher, next in
          let turn = next(action)
          guard counter.state < 20 else { return }
          effects.start("next", from: dispatcher, cause: turn) { dispatch in dispatch(Add()) }
        }
      ])
    try dispatcher.register(counter)
    effects.start(from: dispatcher, cause: nil) { dispatch in dispatch(Add()) }
    await effects.finish()
    #expect(counter.state == 20 && effects.count == 0)
  }

  @Test func `effect names of different types never match`() async throws {
    let (effects, gate, dispatcher) = (Effects(), Gate(), Dispatcher())
    func start(_ name: some Hashable & Sendable) {
      effects.start(name, from: dispatcher, cause: nil) { _ in await gate.pass() }
    }
    start(1)
    start(1.0)
    start(UInt8(1))
    start(2 - 1)
    #expect(effects.count == 3)
    effects.cancel(1.0)
    effects.cancel(UInt16(1))
    #expect(effects.count == 2)
    gate.open()
    await effects.finish()
    #expect(effects.count == 0)
  }

  @Test(.timeLimit(.minutes(15)), arguments: [true, false])
  func `a canceled task stops waiting for effects to finish`(early: Bool) async throws {
    let book = try Notebook()
    book.dispatcher.dispatch(Note(text: "note"))
    let waiting = Task {
      if !early { book.journal.write("waits") }
      await book.effects.finish()
    }
    if !early { while book.journal.entries.isEmpty { await Task.yield() } }
    waiting.cancel()
    await waiting.value
    #expect(book.effects.count == 1)
    book.gate.open()
    await book.effects.finish()
    #expect(book.counter.state == 4)
  }

  @Test(.timeLimit(.minutes(15)))
  func `a canceled effect that waits for all effects to finish stops waiting`() async {
    let (effects, ended) = (Effects(), Gate())
    effects.start("loop", from: Dispatcher(), cause: nil) { _ in
      await effects.finish()
      ended.open()
    }
    effects.cancel("loop")
    await ended.pass()
    #expect(effects.count == 0)
  }
}
