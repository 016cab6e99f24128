import FluxTesting
import Foundation
import Observation
import PlayheadFlux
import PlayheadInspector
import PlayheadLog
import PlayheadReading
import PlayheadRecorder
import PlayheadReplay
import PlayheadValues
import Synchronization
import Testing

@testable import PlayheadLive
@testable import PlayheadServer

private struct Add: Action { var number: Int }
private struct Ask: Action {}

/// Answers each question after a while, or when the test says so.
private struct Asking: Middleware {
  let effects = Effects()
  let gate: AsyncStream<Int>

  func handle(_ action: any Action, dispatcher: Dispatcher, next: Next) {
    let turn = next(action)
    guard action is Ask else { return }
    effects.start("ask", from: dispatcher, cause: turn) { dispatch in
      for await number in gate { dispatch(Add(number: number)) }
    }
  }
}

private struct Sums: ReplayableApp {
  static let appName = "sums"
  let dispatcher: Dispatcher
  let sum = Store("sum", 0).on(Add.self) { $0 += $1.number }
  let list = Store("list", [Int]()).on(Add.self) { $0.append($1.number) }

  init(inputs: SystemInputs) throws { try self.init(inputs, []) }

  init(
    _ inputs: SystemInputs, _ middleware: [any Middleware],
    _ executor: Dispatcher.Executor = .callingThread
  ) throws {
    dispatcher = Dispatcher(inputs: inputs, executor: executor, middleware: middleware)
    let asks = Store("asks", 0).on(Ask.self) { count, _ in count += 1 }
    try dispatcher.register(sum, list, asks)
  }
}

/// A recorded app and a debugger of it.
private final class HeldApp {
  let app: Sums
  let recording: Recording
  let live: LiveApp
  let positions = Guarded<[LivePosition]>([])

  init(
    _ middleware: [any Middleware] = [], _ executor: Dispatcher.Executor = .callingThread
  ) throws {
    app = try Sums(.seeded(), middleware, executor)
    let folder = FileManager.default.temporaryDirectory.appending(path: "held-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    Leftovers.remove(folder)
    recording = try app.record(to: folder.appending(path: "sums.playhead"))
    live = LiveApp(
      recording, .app(Sums.self), DispatcherControl(app.dispatcher, nil),
      { [positions] position in positions.withLock { $0.append(position) } })
  }

  func add(_ numbers: Int...) {
    for number in numbers { app.dispatcher.dispatch(Add(number: number)) }
  }

  func travel(_ step: UInt64) throws { _ = try live.perform(.travel(to: Step(step))) }
}

@Suite struct HoldTests {
  @Test func `observers of all kinds see a travel as one change`() async throws {
    let held = try HeldApp()
    held.add(1, 2, 3)
    let (sums, pairs) = (Guarded<[Int]>([]), Guarded<[(Int, Int)]>([]))
    let tokens = [
      held.app.sum.observe { sum in sums.withLock { $0.append(sum) } },
      held.app.dispatcher.observe(held.app.sum, held.app.list) { sum, list in
        pairs.withLock { $0.append((sum, list.count)) }
      },
    ]
    let tracked = Atomic(0)
    withObservationTracking {
      _ = held.app.sum.state
    } onChange: {
      tracked.add(1, ordering: .relaxed)
    }
    let main = AsyncStream.makeStream(of: Int.self)
    let onMain = held.app.sum.observeOnMainActor { main.continuation.yield($0) }
    var seen = main.stream.makeAsyncIterator()
    #expect(await seen.next() == 6)
    try held.travel(1)
    #expect(sums.withLock { $0 } == [6, 1])
    #expect(pairs.withLock { $0.map(\.0) } == [6, 1] && pairs.withLock { $0.map(\.1) } == [3, 1])
    #expect(tracked.load(ordering: .relaxed) == 1)
    #expect(await seen.next() == 1)
    _ = try held.live.perform(.resume(from: .now))
    #expect(sums.withLock { $0 } == [6, 1, 6] && held.app.list.state == [1, 2, 3])
    #expect(await seen.next() == 6)
    withExtendedLifetime((tokens, onMain)) {}
    #expect(held.positions.withLock { $0 } == [.traveling(step: 1), .live])
  }

  @Test func `what an observer dispatches because of a travel is refused and counted`() throws {
    let held = try HeldApp()
    held.add(1, 2)
    let dispatcher = held.app.dispatcher
    let token = held.app.sum.observe { [weak dispatcher] sum in
      if sum == 1 { dispatcher?.dispatch(Add(number: 100)) }
    }
    try held.travel(1)
    held.add(7)
    #expect(held.app.sum.state == 1 && held.live.position.refused == 2)
    _ = try held.live.perform(.resume(from: .now))
    #expect(held.app.sum.state == 3 && held.recording.step == 2)
    held.add(4)
    #expect(held.app.sum.state == 7)
    withExtendedLifetime(token) {}
  }

  @Test(.timeLimit(.minutes(5)))
  func `going on from an earlier state cancels effects in flight, and going back does not`()
    async throws
  {
    let gate = AsyncStream.makeStream(of: Int.self)
    let asking = Asking(gate: gate.stream)
    let held = try HeldApp([asking])
    held.add(1)
    held.app.dispatcher.dispatch(Ask())
    try held.travel(1)
    _ = try held.live.perform(.resume(from: .now))
    gate.continuation.yield(10)
    while held.app.sum.state != 11 { try await Task.sleep(for: .milliseconds(1)) }
    try held.travel(1)
    _ = try held.live.perform(.resume(from: .here))
    #expect(asking.effects.count == 0)
    gate.continuation.yield(100)
    await asking.effects.finish()
    #expect(held.app.sum.state == 1)
  }

  @Test func `a late result of an action that the app took back is refused`() throws {
    let held = try HeldApp()
    let turn = Guarded<Turn?>(nil)
    let token = held.app.dispatcher.listen { _, now in turn.withLock { $0 = now } }
    held.add(1, 2, 3)
    try held.travel(1)
    _ = try held.live.perform(.resume(from: .here))
    // As a task does that an action of the other line began.
    held.app.dispatcher.dispatch(Add(number: 50), cause: turn.withLock { $0 })
    #expect(held.app.sum.state == 1 && held.live.position.refused == 1)
    held.add(4)
    held.app.dispatcher.dispatch(Add(number: 5), cause: turn.withLock { $0 })
    #expect(held.app.sum.state == 10 && held.live.position.refused == 1)
    withExtendedLifetime(token) {}
  }

  @Test(.timeLimit(.minutes(5)))
  func `states are set on the dispatcher's queue, and not later than the client waits`()
    async throws
  {
    try await onOwnThread {
      let queue = DispatchQueue(label: "app")
      let key = DispatchSpecificKey<Bool>()
      queue.setSpecific(key: key, value: true)
      let held = try HeldApp([], .queue(queue))
      held.add(1, 2)
      queue.sync {}
      let wrong = Atomic(0)
      let isWatching = Atomic(false)
      let token = held.app.sum.observe { _ in
        guard isWatching.load(ordering: .relaxed) else { return }
        if DispatchQueue.getSpecific(key: key) != true { wrong.add(1, ordering: .relaxed) }
      }
      isWatching.store(true, ordering: .relaxed)
      try held.travel(1)
      #expect(held.app.sum.state == 1 && wrong.load(ordering: .relaxed) == 0)
      _ = try held.live.perform(.resume(from: .now))
      let stuck = DispatchSemaphore(value: 0)
      queue.async { stuck.wait() }
      #expect(throws: LiveError.self) { try held.travel(1) }
      stuck.signal()
      queue.sync {}
      #expect(held.app.sum.state == 3 && held.live.position.position == .live)
      withExtendedLifetime(token) {}
    }
  }

  @Test func `an action that does not fit the app gets a sentence`() throws {
    let held = try HeldApp()
    held.add(1)
    for (type, payload) in [("Adds", "{}"), ("Add", #"{"number": "one"}"#), ("Add", "[]")] {
      let command = try AppCommand(
        .dispatch, ofJSON: Array(#"{"type": "\#(type)", "payload": \#(payload)}"#.utf8))
      #expect(throws: (any Error).self) { _ = try held.live.perform(command) }
    }
    let command = try AppCommand(
      .dispatch, ofJSON: Array(#"{"type": "Add", "payload": {"number": 41}}"#.utf8))
    _ = try held.live.perform(command)
    #expect(held.app.sum.state == 42)
  }

  @Test func `the last state and the actions of another session are loaded`() throws {
    let (one, other) = (try HeldApp(), try HeldApp())
    other.add(3, 4)
    try other.recording.close()
    let path = other.recording.url.path
    one.add(1)
    _ = try one.live.perform(.load(path: path, .state))
    #expect(one.app.sum.state == 7 && one.app.list.state == [3, 4])
    one.add(5)
    _ = try one.live.perform(.load(path: path, .actions))
    #expect(one.app.list.state == [3, 4, 5, 3, 4])
    try one.recording.close()
    let log = try ActionLog(one.recording.url)
    let replay = try Replay(log, of: Sums.self)
    #expect(try replay.state(at: one.recording.step).json.contains("[3,4,5,3,4]"))
    #expect(try DeterminismCheck(log, of: Sums.self).run() == nil)
  }

  @Test func `an app that ends its server where its states are set goes back to now`() throws {
    let held = try HeldApp()
    let queue = DispatchQueue(label: "app")
    let live = LiveApp(
      held.recording, .app(Sums.self), DispatcherControl(held.app.dispatcher, queue), { _ in })
    held.add(1, 2)
    _ = try live.perform(.travel(to: 1))
    #expect(held.app.sum.state == 1)
    queue.sync { live.end() }
    #expect(held.app.sum.state == 3 && held.recording.acceptsActions)
  }

  @Test func `going on from two steps in turn leaves no gap`() throws {
    let held = try HeldApp()
    held.add(1, 2, 4)
    for step: UInt64 in [2, 1] {
      try held.travel(step)
      _ = try held.live.perform(.resume(from: .here))
    }
    held.add(8)
    #expect(held.app.sum.state == 9)
    try held.recording.close()
    let log = try LogReader(file: held.recording.url.path)
    #expect(log.resumptions == [Resumption(after: 3, from: 1)])
    #expect(log.readableNotesAndGaps().gaps.isEmpty)
    let replay = try Replay(log, with: AppEntry.app(Sums.self).player())
    let inspector = Inspector(log, stores: replay)
    #expect(try inspector.ask(DiffRequest(to: 4)).from == 1)
    guard case .known(let changes) = try inspector.ask(ActionRequest(of: 4)).changes else {
      Issue.record("the changes are unknown")
      return
    }
    let before = try replay.state(at: 1)
    #expect(changes == Diff(from: before, to: try replay.state(at: 4)))
  }
}
