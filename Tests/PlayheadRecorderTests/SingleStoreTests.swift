import FluxTesting
import Foundation
import PlayheadReading
import PlayheadFlux
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay
import PlayheadValues
import Testing

/// Recordings of actions that one of several stores handles.
@Suite struct SingleStoreTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private var url: URL { URL(filePath: folder.path("log")) }

  private func recording(_ onFailure: @escaping @Sendable (LogError) -> Void = { _ in }) throws
    -> Recording
  {
    var options = RecordingOptions(digests: .every(3))
    options.waits = true
    options.onFailure = onFailure
    return try Recording(to: url, app: "mixes", options: options)
  }

  private static let entry = AppEntry.stores(
    "mixes", .store("mix_*", initial: 0, action: Mix.self, Mix.reduce))

  /// The states after the last step, by store, and the gaps.
  private func read() throws -> (states: Value, gaps: [Gap]) {
    let log = try ActionLog(url)
    let replay = try Replay(log, with: Self.entry.player())
    let check = DeterminismCheck(log.reader) { try Self.entry.player() }
    #expect(try check.run() == nil)
    return (try replay.state(at: log.lastStep), log.reader.readableNotesAndGaps().gaps)
  }

  @Test
  func
    `a log has the stores that threads add and remove, with their last states and without a gap`()
    async throws
  {
    let recording = try recording()
    let last = Guarded<[String: Int]>([:])
    await OwnStoreThreadTests.onThreads(4) { thread in
      for round in 0..<25 {
        let name = "mix_\(thread)"
        var state = round
        recording.addStore(name, state)
        for number in 0..<4 {
          recording.record(Mix(amount: number), in: name) {
            Mix.reduce(&state, Mix(amount: number))
            return state
          }
        }
        last.withLock { $0[name] = state }
        if round < 24 || thread == 0 { recording.removeStore(name) }
      }
    }
    try recording.close()
    let log = try ActionLog(url)
    let read = try read()
    #expect(read.gaps == [] && log.lastStep.number == 400)
    for (name, state) in last.withLock(\.self) {
      #expect(read.states.value(at: StatePath([.field(name)])) == .int(Int64(state)), "\(name)")
    }
    let end = try log.reader.storeLists.epoch(after: log.lastStep)
    #expect(end.registered.map { log.reader.stores[$0] }.sorted() == ["mix_1", "mix_2", "mix_3"])
  }

  @Test
  func `two stores whose handlers wait for each other leave a gap, and the recording goes on`()
    async throws
  {
    let recording = try recording()
    recording.addStore("mix_0", 0)
    recording.addStore("mix_1", 0)
    let states = [Box(0), Box(0)]
    let (isIn, isDone) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    await OwnStoreThreadTests.onThreads(2) { thread in
      if thread == 1 { isIn.wait() }
      recording.record(Mix(amount: thread + 1), in: "mix_\(thread)") {
        if thread == 0 {
          isIn.signal()
          isDone.wait()
        }
        states[thread].change { Mix.reduce(&$0, Mix(amount: thread + 1)) }
        return states[thread].value
      }
      if thread == 1 { isDone.signal() }
    }
    recording.record(Mix(amount: 9), in: "mix_0") {
      states[0].change { Mix.reduce(&$0, Mix(amount: 9)) }
      return states[0].value
    }
    try recording.close()
    let read = try read()
    #expect(read.gaps.map(\.reason) == [.overlapped])
    for store in 0...1 {
      let state = read.states.value(at: try StatePath("mix_\(store)"))
      #expect(state == .int(Int64(states[store].value)))
    }
    #expect(try ActionLog(url).reader.steps.last == 3...3)
  }

  @Test func `an action in a store that was not added is handled and leaves a gap`() throws {
    let failures = Guarded<[String]>([])
    let recording = try recording { error in failures.withLock { $0.append("\(error)") } }
    recording.addStore("mix_1", 1)
    var handled = 0
    for store in ["mix_1", "mix_2", "mix_1", "mix_1"] {
      recording.record(Mix(amount: 1), in: store) {
        handled += 1
        return handled
      }
    }
    recording.addStore("a/b", 0)
    recording.addStore("", 0)
    try recording.close()
    #expect(handled == 4)
    let gaps = try ActionLog(url).reader.readableNotesAndGaps().gaps
    #expect(gaps.map(\.steps) == [2...2])
    #expect(gaps[0].detail == "the recording has no store 'mix_2'")
    let said = failures.withLock { $0.joined(separator: "\n") }
    #expect(said.contains("call 'addStore' first"), "\(said)")
    #expect(said.contains("a store is called 'a/b'"), "\(said)")
  }

  @Test func `the gap for an action of a store that was removed says so`() throws {
    let failures = Guarded<[String]>([])
    let recording = try recording { error in failures.withLock { $0.append("\(error)") } }
    for name in ["mix_1", "mix_2"] { recording.addStore(name, 1) }
    recording.record(Mix(amount: 1), in: "mix_2") { 2 }
    recording.removeStore("mix_2")
    recording.record(Mix(amount: 1), in: "mix_2") { 3 }
    recording.record(Mix(amount: 1), in: "mix_1") { 2 }
    try recording.close()
    let gaps = try ActionLog(url).reader.readableNotesAndGaps().gaps
    #expect(
      gaps.map(\.description) == [
        "step 2 is missing because an action could not be recorded (the store 'mix_2' was removed before)"
      ])
    let said = failures.withLock { $0.joined(separator: "\n") }
    #expect(said.contains("'mix_2', which was removed before; call 'addStore' first"), "\(said)")
  }

  @Test func `an action of a store whose name has a slash is handled and leaves a gap`() throws {
    let failures = Guarded<[String]>([])
    var options = RecordingOptions()
    options.onFailure = { error in failures.withLock { $0.append("\(error)") } }
    let recording = try Recording(
      to: url, app: "mixes", stores: ["mix/1", "mix.2"], options: options, states: [0, 0])
    var handled = 0
    for store in ["mix.2", "mix/1", "mix.2"] {
      recording.record(Mix(amount: 1), in: store) {
        handled += 1
        return handled
      }
    }
    try recording.close()
    #expect(handled == 3)
    let gaps = try ActionLog(url).reader.readableNotesAndGaps().gaps
    #expect(gaps.map(\.steps) == [2...2])
    #expect(gaps.first?.detail == "the name of the store 'mix/1' has a '/'")
    let states = try ActionLog(url).reader.states(at: 2)
    #expect(states == [2, 1])
    let said = failures.withLock { $0.joined(separator: "\n") }
    #expect(said.contains("a store is called 'mix/1'"), "\(said)")
  }

  @Test func `a store added during an action is recorded from the end of that action on`() throws {
    let recording = try recording()
    var (parent, child) = (0, 5)
    recording.addStore("mix_1", parent)
    recording.record(Mix(amount: 1), in: "mix_1") {
      recording.addStore("mix_2", child)
      recording.record(Mix(amount: 2), in: "mix_2") {
        Mix.reduce(&child, Mix(amount: 2))
        return child
      }
      Mix.reduce(&parent, Mix(amount: 1))
      return parent
    }
    recording.record(Mix(amount: 3), in: "mix_2") {
      Mix.reduce(&child, Mix(amount: 3))
      return child
    }
    try recording.close()
    let read = try read()
    #expect(read.gaps.map(\.steps) == [2...2])
    #expect(read.states.value(at: try StatePath("mix_2")) == .int(Int64(child)))
    #expect(read.states.value(at: try StatePath("mix_1")) == .int(Int64(parent)))
  }

  // MARK: Causes

  @Test
  func `an action recorded in a task that a handler starts has the handler's action as its cause`()
    async throws
  {
    let recording = try recording()
    recording.addStore("mix_1", 0)
    var tasks: [Task<Void, Never>] = []
    for amount in 1...3 {
      recording.record(Mix(amount: amount), in: "mix_1") {
        tasks.append(
          Task {
            await Task.yield()
            recording.record(Mix(amount: 10 * amount), in: "mix_1") { 0 }
          })
        return 0
      }
    }
    for task in tasks { await task.value }
    // What is passed counts, and an action outside of tasks has no cause.
    recording.record(Mix(amount: 4), in: "mix_1", cause: 2) { 0 }
    recording.record(Mix(amount: 5), in: "mix_1") { 0 }
    try recording.close()
    let log = try ActionLog(url)
    var causes: [Int: UInt64] = [:]
    for step in 1...log.lastStep.number {
      let entry = try log.entry(at: Step(step))
      guard case .int(let amount)? = try entry.payload().value(at: StatePath("amount")) else {
        Issue.record("step \(step) has no amount")
        continue
      }
      causes[Int(amount)] = entry.cause?.number
    }
    #expect(causes == [10: 1, 20: 2, 30: 3, 4: 2])
  }

  @Test func `an action in a task that another recording's handler starts has no cause`()
    async throws
  {
    let others = try Folder()
    let other = try Recording(
      to: URL(filePath: others.path("other")), app: "other", stores: ["a"], states: [0])
    let recording = try recording()
    recording.addStore("mix_1", 0)
    recording.record(Mix(amount: 0), in: "mix_1") { 0 }
    var task: Task<Void, Never>?
    other.record(Mix(amount: 1)) {
      task = Task { recording.record(Mix(amount: 2), in: "mix_1") { 0 } }
      return [0]
    }
    await task?.value
    try recording.close()
    try other.close()
    #expect(try ActionLog(url).entry(at: 2).cause == nil)
  }
}
