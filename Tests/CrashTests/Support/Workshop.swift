import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import PlayheadRepair
import PlayheadReplay
import PlayheadValues
import Synchronization
import crash_app

struct Tick: Action {
  var number = 0
  var text = ""
}

/// A small app in this process, recorded on a disk that does as it is told.
final class Workshop {
  let url = FileManager.default.temporaryDirectory.appending(path: "workshop-\(UUID())")
  let sum = Store("sum", 0).on(Tick.self) { $0 += $1.number }
  let guest = Store("guest", 0).on(Tick.self) { count, _ in count += 1 }
  let dispatcher = Dispatcher(inputs: .seeded())
  private(set) var recorder: Recording?
  /// What each action has with it.
  var text = ""
  /// How many actions were dispatched while it was recorded.
  private(set) var count = 0
  let calls = Callbacks()

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    try dispatcher.register(sum)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  var log: String { url.appending(path: "log").path(percentEncoded: false) }

  func record(
    on disk: any Disk, options: RecordingOptions = RecordingOptions(digests: .every(8))
  ) throws {
    var options = options
    options.onFailure = { [calls] _ in calls.failures.add(1, ordering: .relaxed) }
    options.onRecovery = { [calls] in calls.recoveries.add(1, ordering: .relaxed) }
    recorder = try dispatcher.record(to: log, app: "workshop", options: options, on: disk)
  }

  /// Dispatches so many actions.
  func tick(_ times: Int) {
    for _ in 0..<times {
      count += 1
      dispatcher.dispatch(Tick(number: count, text: text))
    }
  }

  /// A session: bursts of actions, each followed by a flush, which hands over a page; a note and a
  /// store that comes or goes in between.
  func work(bursts: Int) throws {
    for burst in 1...bursts {
      tick(5)
      recorder?.mark("burst \(burst)")
      if burst % 3 == 0 { try dispatcher.register(guest) }
      if burst % 3 == 1, burst > 1 { try dispatcher.unregister(guest) }
      tick(5)
      try? recorder?.flush()
    }
  }

  /// Ends the recording; false if it says that the log is not whole.
  func close() -> Bool {
    guard let recorder else { return false }
    return (try? recorder.close()) != nil
  }

  /// What is wrong with the app and its log; `isWhole`, the recorder says that the log has all.
  func problems(isWhole: Bool) -> [String] {
    var problems: [String] = []
    if sum.state != count * (count + 1) / 2 { problems.append("\(sum.state) after \(count)") }
    let (failures, recoveries) = (
      calls.failures.load(ordering: .relaxed), calls.recoveries.load(ordering: .relaxed)
    )
    if failures != recoveries + (isWhole ? 0 : 1), recorder != nil {
      problems.append("told of \(failures) failures and \(recoveries) recoveries")
    }
    do {
      if recorder != nil { problems += try logProblems(isWhole: isWhole) }
    } catch {
      problems.append("\(error)")
    }
    return problems
  }

  /// What is wrong with the log: each step is recorded as it was dispatched, or in a gap. What came
  /// last may be missing if the recorder `isWhole` no longer.
  private func logProblems(isWhole: Bool) throws -> [String] {
    let log = try LogReader(path: log)
    var known: [UInt64: String] = [:]
    var problems: [String] = []
    for gap in try log.gaps() {
      for step in gap.steps.lowerBound.number...gap.steps.upperBound.number {
        if known.updateValue("gap", forKey: step) != nil {
          problems.append("\(step) twice in gaps")
        }
      }
    }
    for steps in log.steps {
      try log.forEachEntry(in: steps) { entry in
        let step = entry.step.number
        if known.updateValue("action", forKey: step) != nil { problems.append("\(step) twice") }
        let number = Value.Field("number", .int(Int64(step)))
        if try entry.payload() != .record([number, Value.Field("text", .string(text))]) {
          problems.append("step \(step) is \(try entry.payload())")
        }
      }
    }
    let last = known.keys.max() ?? 0
    let end = isWhole ? UInt64(count) : last
    if last > UInt64(count) { problems.append("step \(last) was invented") }
    if end > 0 {
      problems += (1...end).filter { known[$0] == nil }.map { "step \($0) is missing" }
    }
    let faults = try log.verify().problems.filter {
      isWhole || !$0.isOfAnOpenLog
    }
    problems += faults.map(\.description)
    return problems
  }
}

/// How often the recorder told of trouble, and of its end.
final class Callbacks: Sendable {
  let failures = Atomic(0)
  let recoveries = Atomic(0)
}

extension Verification.Problem {
  /// Whether a log has it of which only the end is missing: its last frames, or the last of them.
  var isOfAnOpenLog: Bool {
    switch self {
    case .notClosed, .badIndex: true
    default: false
    }
  }
}
