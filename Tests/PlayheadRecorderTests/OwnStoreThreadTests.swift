import FluxTesting
import Foundation
import PlayheadReading
import PlayheadFlux
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay
import PlayheadValues
import Testing

/// The ways in which apps own a store.
enum Ownership: CaseIterable, CustomTestStringConvertible {
  case lockInside, lockOutside, actor, mainActor

  var testDescription: String { "\(self)" }
}

/// Threads that record into one recording of an app's own store.
@Suite struct OwnStoreThreadTests {
  private let threads = 16
  private let each = Soak.isOn ? 10_000 : 100

  @Test(arguments: Ownership.allCases)
  func
    `a log of sixteen threads replays to the app's last state or ends in a gap that says why not`(
      ownership: Ownership
    ) async throws
  {
    let folder = try Folder()
    let url = URL(filePath: folder.path("log"))
    var options = RecordingOptions()
    options.waits = true
    let recording = try Recording(
      to: url, app: "mix", stores: ["mix"], options: options, states: [0])
    let (threads, each) = (threads, each)
    let last: Int
    switch ownership {
    case .lockInside, .lockOutside:
      let store = Guarded(0)
      await Self.onThreads(threads) { thread in
        for number in 0..<each {
          let action = Mix(amount: thread << 16 | number)
          if ownership == .lockInside {
            recording.record(action) {
              store.withLock { state in
                Mix.reduce(&state, action)
                return [state]
              }
            }
          } else {
            store.withLock { state in
              recording.record(action) {
                Mix.reduce(&state, action)
                return [state]
              }
            }
          }
        }
      }
      last = store.withLock { $0 }
    case .actor:
      let store = ActorStore(recording)
      await sendAll { await store.send($0) }
      last = await store.state
    case .mainActor:
      let store = await MainStore(recording)
      await sendAll { await store.send($0) }
      last = await store.state
    }
    try recording.close()
    let log = try ActionLog(url)
    #expect(log.lastStep.number == UInt64(threads * each))
    try Self.check(log, endsIn: last)
  }

  /// Sends the actions of all threads, each in a task of its own.
  private func sendAll(_ send: @escaping @Sendable (Mix) async -> Void) async {
    await withTaskGroup(of: Void.self) { [each] group in
      for thread in 0..<threads {
        group.addTask {
          for number in 0..<each { await send(Mix(amount: thread << 16 | number)) }
        }
      }
    }
  }

  @Test(arguments: [false, true])
  func `a handler that waits for another thread's action leaves a gap, and the recording goes on`(
    isPair: Bool
  ) async throws {
    let folder = try Folder()
    let url = URL(filePath: folder.path("log"))
    let recording = try Recording(to: url, app: "mix", stores: ["mix"], states: [0])
    let state = Box(0)
    let begun = ContinuousClock.now
    recording.record(Mix(amount: 1)) {
      let isDone = DispatchSemaphore(value: 0)
      Thread {
        for amount in 2...4 {
          let action = Mix(amount: amount)
          let handle = { () -> [any Encodable & Sendable] in
            state.change { Mix.reduce(&$0, action) }
            return [state.value]
          }
          if isPair {
            let step = recording.willHandle(action)
            recording.didHandle(step, states: handle())
          } else {
            recording.record(action, handle: handle)
          }
        }
        isDone.signal()
      }.start()
      isDone.wait()
      return [state.value]
    }
    // One wait for the turn, not one for each action.
    #expect(ContinuousClock.now - begun < .seconds(2))
    try Self.goOn(recording, state)
    let log = try ActionLog(url)
    let gaps = log.reader.readableNotesAndGaps().gaps
    #expect(gaps.map(\.steps) == [2...5])
    #expect(
      try #require(gaps.first).description
        == "steps 2–5 are missing because several threads handled actions at the same time, so that "
        + "their order is unknown")
    try Self.check(log, endsIn: state.value)
  }

  @Test
  func `closing a recording while threads record under a recursive lock gives an undamaged log`()
    async throws
  {
    for _ in 0..<(Soak.isOn ? 10_000 : 50) {
      let disk = ModelDisk()
      let recording = try disk.record("mix", 0)
      let lock = NSRecursiveLock()
      nonisolated(unsafe) var state = 0
      await Self.onThreads(3) { thread in
        if thread == 0 {
          #expect(throws: Never.self) { try recording.close() }
          return
        }
        for number in 0..<20 {
          lock.withLock {
            let action = Mix(amount: thread << 16 | number)
            recording.record(action) {
              lock.withLock { Mix.reduce(&state, action) }
              return [state]
            }
          }
        }
      }
      let log = try LogReader(bytes: disk.bytes(of: "log"), name: "log")
      #expect(log.isClosed && log.damages == [])
    }
  }

  // MARK: Vocabulary

  private actor ActorStore {
    private let recording: Recording
    var state = 0

    init(_ recording: Recording) { self.recording = recording }

    func send(_ action: Mix) {
      recording.record(action) {
        Mix.reduce(&state, action)
        return [state]
      }
    }
  }

  @MainActor private final class MainStore {
    private let recording: Recording
    var state = 0

    init(_ recording: Recording) { self.recording = recording }

    func send(_ action: Mix) {
      recording.record(action) {
        Mix.reduce(&state, action)
        return [state]
      }
    }
  }

  /// Runs `body` on threads of its own, and waits for them.
  static func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
    await onOwnThread { FluxTesting.onThreads(count, body) }
  }

  /// An action that ends the gap, and one that is recorded again.
  private static func goOn(_ recording: Recording, _ state: Box<Int>) throws {
    for amount in 10...11 {
      recording.record(Mix(amount: amount)) {
        state.change { Mix.reduce(&$0, Mix(amount: amount)) }
        return [state.value]
      }
    }
    try recording.close()
  }

  private static func check(_ log: ActionLog, endsIn last: Int) throws {
    let entry = AppEntry.reducer("mix", initial: 0, action: Mix.self, Mix.reduce)
    let replay = try Replay(log, with: entry.player())
    let gaps = log.reader.readableNotesAndGaps().gaps
    #expect(gaps.allSatisfy { $0.reason == .overlapped })
    // Behind a gap that is not over, there is no state.
    if gaps.last?.steps.upperBound == log.lastStep { return }
    let state = try replay.state(at: log.lastStep).value(at: StatePath("mix"))
    #expect(state == .int(Int64(last)), "\(gaps.count) gaps")
  }
}
