import FluxTesting
import Foundation
import PlayheadReading
import PlayheadFlux
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Every call of a recording at every wrong moment: the process lives, each handler runs once, the log is readable.
@Suite struct MisuseTests {
  @Test
  func `a recording's methods, called at a wrong moment, do not crash, and each handler runs once`()
    async
  {
    await #expect(processExitsWith: .exitCode(7)) {
      for moment in WrongMoment.allCases {
        for call in Call.allCases {
          // A deadlock ends the process.
          alarm(120)
          try Scene(moment, call).play()
        }
      }
      exit(7)
    }
  }

  private func recording(on disk: ModelDisk, _ failures: Box<[LogError]>) throws -> Recording {
    try disk.record("number", 0, pageLength: TailFormat.pageLength) { options in
      options.onFailure = { error in failures.change { $0.append(error) } }
    }
  }

  @Test(arguments: [0, 2])
  func `a handler that returns a wrong number of states is reported, and the recording goes on`(
    count: Int
  ) throws {
    let (disk, failures) = (ModelDisk(), Box<[LogError]>([]))
    let recording = try recording(on: disk, failures)
    for _ in 1...2 { recording.record(Add()) { [Int](repeating: 1, count: count) } }
    recording.record(Add()) { [2] }
    recording.record(Add()) { [2] }
    try recording.close()
    let log = try LogReader(bytes: disk.bytes(of: "log"), name: "log")
    let sentence = "a handler returned \(count) states for 1 store"
    #expect(log.steps == [1...4])
    #expect(try log.notes().map(\.text) == [sentence])
    #expect(failures.value == [.misused(path: "log", reason: sentence)])
    let changed = try (1...4).map { try log.entry(at: Step($0)).mayHaveChanged }
    #expect(changed == [["number"], ["number"], ["number"], []])
  }

  @Test
  func `'willHandle' calls without 'didHandle' are reported once, and later actions are recorded`()
    throws
  {
    let (disk, failures) = (ModelDisk(), Box<[LogError]>([]))
    let recording = try recording(on: disk, failures)
    for _ in 1...2_500 { recording.willHandle(Add()) }
    for number in 1...3_000 {
      recording.didHandle(recording.willHandle(Add()), states: [number])
    }
    try recording.close()
    let log = try LogReader(bytes: disk.bytes(of: "log"), name: "log")
    #expect(log.steps == [1...5_500])
    // The first thousand were ended by the recording, which does not know what they changed.
    for step in [1, 500, 1_000] as [Step] {
      #expect(try log.entry(at: step).mayHaveChanged == ["number"])
    }
    #expect(try log.notes().count == 1 && failures.value.count == 1)
    #expect(failures.value.allSatisfy { "\($0)".contains("each 'willHandle' needs") })
  }
}

/// A call of a recording's public interface.
private enum Call: CaseIterable {
  case record, recordAny, recordReflecting, recordFailing, tooFewStates, tooManyStates
  case pair, pairTwice, pairWithoutEnd, endOfUnknownStep
  case mark, pause, resume, flush, close, step

  /// Makes the call. Returns whether each handler ran once.
  func make(_ recording: Recording) -> Bool {
    var (runs, expected) = (0, 1)
    func handle(_ count: Int = 1) -> [any Encodable & Sendable] {
      runs += 1
      return [Int](repeating: 1, count: count)
    }
    switch self {
    case .record: recording.record(Add()) { handle() }
    case .recordAny: recording.record({ 1 }) { handle() }
    case .recordReflecting: recording.record(reflecting: Add()) { handle() }
    case .recordFailing:
      try? recording.record(Add()) {
        _ = handle()
        throw CancellationError()
      }
    case .tooFewStates: recording.record(Add()) { handle(0) }
    case .tooManyStates: recording.record(Add()) { handle(2) }
    default:
      expected = 0
      makeOther(recording)
    }
    return runs == expected
  }

  private func makeOther(_ recording: Recording) {
    switch self {
    case .pair: recording.didHandle(recording.willHandle(Add()), states: [1])
    case .pairTwice:
      let step = recording.willHandle(Add())
      for _ in 1...2 { recording.didHandle(step, states: [1]) }
    case .pairWithoutEnd: recording.willHandle(Add())
    case .endOfUnknownStep:
      for step in [0, 1, 2, recording.step, .max] { recording.didHandle(step, states: [1]) }
    case .mark: recording.mark("here")
    case .pause: recording.pause()
    case .resume: recording.resume()
    case .flush: try? recording.flush()
    case .close: try? recording.close()
    default: _ = recording.step
    }
  }
}

extension Step {
  fileprivate static let max = Step(1 << 40)
}

private enum WrongMoment: CaseIterable {
  case betweenActions, afterClose, whilePaused, inHandler, inChanged, inPair
  case inActionEncoding, inStateEncoding, inDigest, inDeinit, inOnFailure
  case onOtherThread, ofDispatcher, afterFork
}

/// What runs once, at some moment.
private final class Hook: @unchecked Sendable {
  private let lock = Guarded<Bool>(false)
  var body: () -> Void = {}

  func run() {
    let isFirst = lock.withLock { hasRun in
      defer { hasRun = true }
      return !hasRun
    }
    if isFirst { body() }
  }
}

private struct HookedValue: Encodable, @unchecked Sendable {
  var hook: Hook?

  func encode(to encoder: any Encoder) throws {
    hook?.run()
    try 1.encode(to: encoder)
  }
}

/// A state that is released with a recording's copy of it.
private final class Ending: Encodable, @unchecked Sendable {
  private let hook: Hook

  init(_ hook: Hook) { self.hook = hook }

  deinit { hook.run() }

  func encode(to encoder: any Encoder) throws { try 1.encode(to: encoder) }
}

/// A call at a moment.
private struct Scene {
  struct Failure: Error { var moment: WrongMoment, call: Call }

  private let moment: WrongMoment
  private let call: Call
  private let disk = ModelDisk()

  init(_ moment: WrongMoment, _ call: Call) { (self.moment, self.call) = (moment, call) }

  func play() throws {
    if moment == .ofDispatcher { return try playWithDispatcher() }
    let hook = Hook()
    var options = RecordingOptions(digests: moment == .inDigest ? .every(2) : .every(1))
    options.onFailure = { _ in if moment == .inOnFailure { hook.run() } }
    let recording = try Recording(
      to: "log", app: "misused", stores: ["number"], clock: ManualClock(), options: options,
      on: disk, pageLength: 4_096, states: [0])
    nonisolated(unsafe) var isRight = true
    hook.body = { isRight = call.make(recording) }
    recording.record(Add()) { [1] }
    try reach(recording, hook)
    for _ in 1...3 { recording.record(Add()) { [2] } }
    try? recording.close()
    hook.body = {}
    let log = try LogReader(bytes: disk.bytes(of: "log"), name: "log")
    guard isRight, log.damages == [], log.lastCountedStep >= 1 else {
      throw Failure(moment: moment, call: call)
    }
  }

  private func reach(_ recording: Recording, _ hook: Hook) throws {
    let plain: [any Encodable & Sendable] = [1]
    switch moment {
    case .betweenActions: hook.run()
    case .afterClose:
      try recording.close()
      hook.run()
    case .whilePaused:
      recording.pause()
      recording.record(Add()) { plain }
      hook.run()
    case .inHandler:
      recording.record(Add()) {
        hook.run()
        return plain
      }
    case .inChanged:
      let changed = {
        hook.run()
        return [0]
      }
      recording.record(Add(), changed: changed) { plain }
    case .inPair:
      let step = recording.willHandle(Add())
      hook.run()
      recording.didHandle(step, states: plain)
    case .inActionEncoding: recording.record(HookedValue(hook: hook)) { plain }
    case .inStateEncoding: recording.record(Stubborn()) { [HookedValue(hook: hook)] }
    case .inDigest:
      recording.record(Add()) { [HookedValue(hook: hook)] }
      try recording.flush()
    case .inDeinit:
      recording.record(Add()) { [Ending(hook)] }
      recording.record(Add()) { plain }
    case .inOnFailure: recording.record(Add()) { [] }
    case .onOtherThread:
      recording.record(Add()) {
        let isDone = DispatchSemaphore(value: 0)
        Thread {
          hook.run()
          isDone.signal()
        }.start()
        isDone.wait()
        return plain
      }
    case .afterFork: try fork(hook)
    case .ofDispatcher: break
    }
  }

  /// The child makes the call, and writes nothing.
  private func fork(_ hook: Hook) throws {
    typealias Function = @convention(c) () -> pid_t
    guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "fork") else { return }
    let child = unsafeBitCast(symbol, to: Function.self)()
    if child == 0 {
      alarm(60)
      hook.run()
      _exit(3)
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    if status != 3 << 8 { throw Failure(moment: moment, call: call) }
  }

  private func playWithDispatcher() throws {
    let desk = try Desk()
    let recording = try desk.record()
    desk.dispatcher.dispatch(Add())
    let isRight = call.make(recording)
    recording.resume()
    desk.dispatcher.dispatch(Add())
    try? recording.close()
    guard isRight, try desk.log().damages == [], desk.count.state == 2 else {
      throw Failure(moment: moment, call: call)
    }
  }
}
