import Foundation
import PlayheadCoding
import PlayheadReading
import PlayheadLog
import PlayheadReplay
import PlayheadValues
import crash_app

/// Holds what a log has against what the stores of its run saw.
struct Aftermath {
  /// The log, or a flight recorder's segments, the oldest first.
  private let logs: [LogReader]
  private let scene: Scene
  /// What was seen, by step.
  private var seen: [UInt64: UInt64] = [:]
  /// The step that the run would have recorded next.
  private var next: UInt64?
  /// The steps in gaps, by why.
  private var gaps: [UInt64: GapReason] = [:]
  private var recorded: Set<UInt64> = []
  private(set) var problems: [String] = []

  /// What is wrong with a log.
  ///
  /// - Parameters:
  ///   - mayLeaveOut: Why steps may be missing, besides because that was what the app wanted.
  ///   - isPart: Whether what came last may be missing altogether.
  static func problems(
    of logs: [LogReader], _ scene: Scene, mayLeaveOut: Set<GapReason> = [], isPart: Bool = false
  ) throws -> [String] {
    var aftermath = Aftermath(logs, scene)
    try aftermath.readGaps()
    aftermath.readJournal()
    try aftermath.checkRecorded()
    aftermath.checkMissing(mayLeaveOut, upTo: isPart ? aftermath.last : nil)
    aftermath.checkUnseen()
    return aftermath.problems
  }

  private init(_ logs: [LogReader], _ scene: Scene) {
    (self.logs, self.scene) = (logs, scene)
  }

  private mutating func readGaps() throws {
    for log in logs {
      var own: Set<UInt64> = []
      for gap in try log.gaps() {
        for step in gap.steps.lowerBound.number...gap.steps.upperBound.number {
          if !own.insert(step).inserted { note("step \(step) is in two gaps") }
          gaps[step] = gap.reason
        }
      }
    }
  }

  private mutating func readJournal() {
    guard let journal = scene.journal, journal.hasBegun else { return }
    // Whether a pause that nobody ended had steps is in no log.
    let codes = journal.codes
    let known = codes.count - codes.reversed().prefix { $0 & Journal.leftOutBit != 0 }.count
    for (place, code) in codes.enumerated()
    where place < known || gaps[UInt64(place) + 1] == .paused {
      seen[UInt64(place) + 1] = code
    }
    next = UInt64(codes.count) + 1
  }

  private mutating func checkRecorded() throws {
    for log in logs {
      for steps in log.steps { try checkRecorded(steps, of: log) }
    }
  }

  private mutating func checkRecorded(_ steps: ClosedRange<Step>, of log: LogReader) throws {
    try log.forEachEntry(in: steps) { entry in
      let step = entry.step.number
      recorded.insert(step)
      if gaps[step] != nil { note("step \(step) is recorded, and in a gap") }
      guard let code = try Self.code(of: entry) else {
        return note("step \(step) is recorded as \(entry.type.name)")
      }
      // The action that the stores had not got to yet.
      guard let expected = seen[step] else {
        if step != next { note("step \(step) was invented") }
        return
      }
      if expected != code { note("step \(step) is another action than the stores saw") }
      if !entry.isHandled, step + 1 != next { note("step \(step) has no outcome") }
    }
  }

  /// The last step that the log tells of.
  private var last: UInt64 { max(recorded.max() ?? 0, gaps.keys.max() ?? 0) }

  /// Where the log begins: what came before was in segments that are gone.
  private var first: UInt64 { logs.first?.initialStep.number ?? 0 }

  /// - Parameter last: What comes later may be missing.
  private mutating func checkMissing(_ mayLeaveOut: Set<GapReason>, upTo last: UInt64?) {
    for (step, code) in seen where step > first && step <= last ?? step {
      let isMeant = code & Journal.leftOutBit != 0
      switch (recorded.contains(step), gaps[step]) {
      case (true, _): if isMeant { note("step \(step) was to be left out") }
      case (false, let reason?):
        if !isMeant, !mayLeaveOut.contains(reason) { note("step \(step) was left out: \(reason)") }
      case (false, nil): note("step \(step) is missing")
      }
    }
  }

  /// Nothing but the action that the stores had not got to yet is unseen.
  private mutating func checkUnseen() {
    guard last > first else { return }
    for step in Set(first + 1...last).subtracting(gaps.keys).subtracting(seen.keys)
    where step != next {
      note("step \(step) is nobody's")
    }
  }

  /// What tells an entry from all others; nil for what no run could have dispatched.
  private static func code(of entry: LogEntry) throws -> UInt64? {
    guard case .record(let fields) = try entry.payload(), fields.count == 3,
      case .int(let thread) = fields[0].value, case .int(let number) = fields[1].value,
      case .string(let text) = fields[2].value, text.hasPrefix("entry \(thread) \(number) ")
    else { return nil }
    return Journal.code(thread: Int(thread), number: Int(number), text: text)
  }

  private mutating func note(_ problem: String) {
    // The first ones tell what is wrong.
    if problems.count < 8 { problems.append(problem) }
  }
}
