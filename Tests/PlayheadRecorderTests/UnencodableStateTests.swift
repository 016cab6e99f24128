import Foundation
import PlayheadReading
import PlayheadFlux
import PlayheadLog
import PlayheadRecorder
import PlayheadRepair
import PlayheadReplay
import PlayheadValues
import Testing

/// States that cannot be encoded now and then.
@Suite struct UnencodableStateTests {
  private struct State: Encodable {
    struct Refusal: Error {}
    var number: Int
    var isEncodable: Bool

    func encode(to encoder: any Encoder) throws {
      if !isEncodable { throw Refusal() }
      try number.encode(to: encoder)
    }
  }

  /// What a log has to have, from a plain list of what can be encoded.
  private struct Model {
    var recorded: [UInt64] = []
    var failures = 0
    var recoveries = 0
    private var isRecording = true
    private(set) var isFailing = false

    mutating func act(_ step: UInt64, action: Bool, state: Bool) {
      if isRecording, action { return recorded.append(step) }
      isRecording = state
      if !state, !isFailing { failures += 1 }
      if state, isFailing { recoveries += 1 }
      isFailing = !state
    }
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `a log lacks only the actions from a failed encoding until a state can be encoded again`(
    seed: UInt64
  ) throws {
    var generator = SplitMix64(seed: seed)
    let (disk, failures, recoveries) = (ModelDisk(), Box<[LogError]>([]), Box(0))
    let first = State(number: 0, isEncodable: true)
    let digests: DigestInterval = seed % 2 == 0 ? .never : .every(1)
    let recording = try disk.record("number", first, digests: digests) { options in
      options.onFailure = { error in failures.change { $0.append(error) } }
      options.onRecovery = { recoveries.change { $0 += 1 } }
    }
    var model = Model()
    for step in 1...UInt64.random(in: 1...60, using: &generator) {
      let action = Int.random(in: 0..<4, using: &generator) > 0
      let state = Int.random(in: 0..<3, using: &generator) > 0
      model.act(step, action: action, state: state)
      let handle = { [State(number: Int(step), isEncodable: state)] }
      if action { recording.record(Add(), handle: handle) }
      if !action { recording.record(Stubborn(), handle: handle) }
    }
    var thrown: LogError?
    do { try recording.close() } catch { thrown = error as? LogError }

    let log = try LogReader(bytes: disk.bytes(of: "log"), name: "log")
    #expect(log.isClosed && log.damages == [] && log.ending == .closed)
    let steps = log.steps.flatMap { Array($0.lowerBound.number...$0.upperBound.number) }
    #expect(steps == model.recorded)
    let missing = try log.gaps().flatMap {
      Array($0.steps.lowerBound.number...$0.steps.upperBound.number)
    }
    #expect((steps + missing).sorted() == Array(1...recording.step.number))
    #expect((thrown != nil) == model.isFailing)
    #expect(failures.value.count == model.failures && recoveries.value == model.recoveries)
    // Behind each gap that is over, there is the state.
    for gap in try log.gaps() where steps.contains(gap.steps.upperBound.number + 1) {
      let last = gap.steps.upperBound
      #expect(try log.states(at: last) == [.int(Int64(last.number))])
    }
  }

  @Test
  func `the error and the gaps of an unencodable state say which store's state it is and why`()
    throws
  {
    let (disk, failures) = (ModelDisk(), Box<[LogError]>([]))
    let recording = try disk.record("cart", State(number: 0, isEncodable: true)) { options in
      options.onFailure = { error in failures.change { $0.append(error) } }
    }
    recording.record(Add()) { [State(number: 1, isEncodable: true)] }
    recording.record(Stubborn()) { [State(number: 2, isEncodable: false)] }
    recording.record(Add()) { [State(number: 3, isEncodable: false)] }
    let reason = "the state of store 'cart' cannot be encoded: it throws Refusal"
    let error = LogError.incomplete(path: "log", after: 1, reason: reason)
    #expect(throws: error) { try recording.close() }
    #expect(failures.value == [error])
    #expect(
      error.description
        == "'log' lacks the steps after 1: the state of store 'cart' cannot be encoded: it throws "
        + "Refusal")
    let log = try LogReader(bytes: disk.bytes(of: "log"), name: "log")
    #expect(
      try log.gaps().map(\.description) == [
        "step 2 is missing because an action could not be recorded "
          + "(PlayheadRecorderTests.Stubborn: it throws Refusal)",
        "step 3 is missing because a state could not be encoded (\(reason))",
      ])
  }

  @Test func `a new store's unencodable state leaves gaps until the state can be encoded`() throws {
    struct Moody: Codable, Sendable {
      var number = 0
      init() {}
      init(from decoder: any Decoder) throws {}
      func encode(to encoder: any Encoder) throws {
        if number < 2 { throw State.Refusal() }
        try number.encode(to: encoder)
      }
    }
    let desk = try Desk()
    let recording = try desk.record(RecordingOptions(digests: .never))
    desk.dispatcher.dispatch(Add())
    try desk.dispatcher.register(Store("moody", Moody()).on(Add.self) { $0.number += $1.amount })
    for _ in 1...4 { desk.dispatcher.dispatch(Add()) }
    try recording.close()
    let log = try desk.log()
    #expect(try log.gaps().map(\.steps) == [2...2, 3...3])
    #expect(try log.gaps().allSatisfy { $0.reason == .unencodableState })
    #expect(try log.steps == [1...1, 4...5] && log.isClosed && log.verify().problems == [])
  }

  @Test
  func `states too large to record leave gaps until the log's end, and the log is undamaged`()
    throws
  {
    let (disk, state) = (ModelDisk(), Box("small"))
    let recording = try disk.record("text", state.value)
    recording.record(Add()) { [state.value] }
    recording.pause()
    recording.record(Add()) {
      state.change { $0 = String(repeating: "x", count: 1_024 * 4_096) }
      return [state.value]
    }
    recording.resume()
    recording.record(Add()) { [state.value] }
    let reason =
      "the states take 4194317 bytes, more than the 4115456 that are recorded in one piece"
    #expect(throws: LogError.incomplete(path: "log", after: 1, reason: reason)) {
      try recording.close()
    }
    let log = try disk.afterKill().log()
    #expect(log.steps == [1...1] && log.damages == [])
    #expect(try log.gaps().map(\.steps) == [2...2, 3...3])
  }
}
