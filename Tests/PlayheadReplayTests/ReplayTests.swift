import FluxTesting
import PlayheadFlux
import PlayheadLog
import PlayheadReading
import PlayheadRecorder
import PlayheadRepair
import PlayheadReplay
import PlayheadValues
import Synchronization
import Testing

@Suite struct ReplayTests {
  @Test func `an observer during a seek never sees states of two different steps`() throws {
    func counter(_ name: String) -> Store<Int> { Store(name, 0).on(Put.self) { $0 += $1.count } }
    let session = try Session(making { [counter("a"), counter("b")] }) { dispatcher, _ in
      for _ in 0..<9 { dispatcher.dispatch(Put()) }
    }
    let (a, b) = (counter("a"), counter("b"))
    let dispatcher = try making { [a, b] }()
    let seen = Mutex<[[Int]]>([])
    let single = a.observe { first in seen.withLock { $0.append([first, b.state]) } }
    let joint = dispatcher.observe(a, b) { first, second in
      seen.withLock { $0.append([first, second]) }
    }
    let replay = try Replay(session.log, with: DispatcherPlayer(dispatcher))
    for step in [9, 4, 7, 2, 0, 9] as [Step] { try replay.go(to: step) }
    single.cancel()
    joint.cancel()
    let torn = seen.withLock { $0.filter { $0[0] != $0[1] } }
    #expect(torn == [])
    #expect(seen.withLock { $0.last } == [9, 9])
  }

  @Test func `seeks and single steps cross gaps by the states recorded after them`() throws {
    let session = try Session(Shop.make) { dispatcher, recorder in
      Shop.shop(dispatcher, 20, seed: 6)
      recorder.pause()
      Shop.shop(dispatcher, 10, seed: 7)
      recorder.resume()
      Shop.shop(dispatcher, 5, seed: 8)
      dispatcher.dispatch(Stubborn())
      Shop.shop(dispatcher, 5, seed: 9)
    }
    #expect(session.log.steps == [1...20, 31...35, 37...41])
    let replay = try session.replay()
    let there = (0...20).map { $0 as UInt64 } + Array(31...35) + Array(37...41)
    for step in there + there.reversed() + there.shuffled() {
      #expect(try replay.state(at: Step(step)) == session.live[step], "step \(step)")
    }
    let message =
      "step 25 of 'session' was not recorded: steps 21–30 are missing because the recording was paused; name a step before 21 or after 30"
    let error = ReadingError.inGap(
      25, path: "session", missing: 21...30,
      reason: "steps 21–30 are missing because the recording was paused", last: 41)
    #expect(throws: error) { try replay.go(to: 25) }
    #expect(error.description == message)
    #expect(throws: ReadingError.noStep(42, path: "session", last: 41)) { try replay.go(to: 42) }
    // What failed moved nothing; single steps pass over gaps.
    #expect(try replay.state() == session.live[replay.position.number])
    try replay.go(to: 0)
    var walked: [UInt64] = [0]
    while try replay.stepForward() { walked.append(replay.position.number) }
    #expect(walked == there)
    var back: [UInt64] = [41]
    while try replay.stepBack() { back.append(replay.position.number) }
    #expect(back == there.reversed())
  }

  @Test func `a replay does not run the effects of middleware`() throws {
    let effects = Mutex(0)
    let effect = Effect { action, dispatcher, next in
      effects.withLock { $0 += 1 }
      let turn = next(action)
      if action is Take { dispatcher.dispatch(Put(sku: "effect"), cause: turn) }
    }
    let session = try Session(making(middleware: [effect]) { Shop.stores() }) { dispatcher, _ in
      for _ in 0..<5 {
        dispatcher.dispatch(Put())
        dispatcher.dispatch(Take())
      }
    }
    #expect(effects.withLock { $0 } == 15 && session.log.lastStep == 15)
    #expect(try session.log.entry(at: 3).cause == 2)
    let replay = try session.replay()
    for step in 0...15 as ClosedRange<UInt64> {
      #expect(try replay.state(at: Step(step)) == session.live[step])
    }
    #expect(effects.withLock { $0 } == 15)
  }

  @Test func `a seek reports its progress, and its callback can stop it`() throws {
    struct Enough: Error {}
    let session = try Session(Shop.make) { dispatcher, _ in Shop.shop(dispatcher, 50, seed: 1) }
    let replay = try session.replay()
    replay.onStep = { if $0 == 20 { throw Enough() } }
    #expect(throws: Enough.self) { try replay.go(to: 40) }
    #expect(try replay.position == 20 && replay.state() == session.live[20])
    replay.onStep = { _ in }
    #expect(try replay.state(at: 40) == session.live[40])
  }
}

/// A middleware made of a closure.
private struct Effect: Middleware {
  let body: @Sendable (any Action, Dispatcher, Next) -> Void

  init(_ body: @escaping @Sendable (any Action, Dispatcher, Next) -> Void) { self.body = body }

  func handle(_ action: any Action, dispatcher: Dispatcher, next: Next) {
    body(action, dispatcher, next)
  }
}

@Suite struct AppLifetimeTests {
  @Test func `an app and the objects that it owns live as long as its player`() throws {
    weak var holding: Holding?
    do {
      let player = try DispatcherPlayer(Holder.self)
      holding = Holder.last.withLock { $0.holding }
      withExtendedLifetime(player) { #expect(holding != nil) }
    }
    #expect(holding == nil)
  }
}

/// What an app holds and its dispatcher does not, such as a host of plug-ins or a presenter.
private final class Holding: Sendable {}

private struct Holder: ReplayableApp {
  struct Weak: Sendable {
    weak var holding: Holding?
  }

  static let appName = "holder"
  static let last = Mutex(Weak())

  let dispatcher: Dispatcher
  let holding = Holding()

  init(inputs: SystemInputs) throws {
    dispatcher = Dispatcher(inputs: inputs)
    Holder.last.withLock { [holding] in $0.holding = holding }
  }
}
