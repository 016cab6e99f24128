import PlayheadReading
import PlayheadLog
import PlayheadRepair

/// A log that was recovered, and what must be so whatever it was.
struct RecoveryCheck {
  let log: LogReader
  let report: LogRecovery.Report
  let recovered: LogReader
  let bytes: [UInt8]

  init(_ damaged: [UInt8]) throws { try self.init(LogReader(bytes: damaged, name: "log")) }

  init(_ log: LogReader) throws {
    let folder = try Folder()
    self.log = log
    // Thousands of these would mostly wait for the disk.
    report = try LogRecovery(log).write(to: folder.path("out"), isSynced: false)
    bytes = try folder.read("out")
    recovered = try LogReader(bytes: bytes, name: "out")
  }

  /// What is wrong with the recovered log as such; nil if it is clean, and nothing is left to recover.
  func complaint() throws -> String? {
    let problems = try recovered.verify().problems
    guard problems.isEmpty else { return "it is not clean: \(problems)" }
    let content = LogContent.actions(of: recovered)
    guard content.count == report.actions else {
      return "\(report.actions) actions are told, and \(content.count) are there"
    }
    let shown = LogContent.actions(of: log)
    guard shown == content else {
      return "the log shows \(shown.count) actions, and \(content.count) are kept"
    }
    let again = try RecoveryCheck(recovered)
    guard again.bytes == bytes else { return "recovered again it is another" }
    return again.report.isComplete ? nil : "recovered again it lacks something"
  }

  /// What is wrong with what the report tells of a log that once was `whole`; nil if all is kept or told.
  func complaint(knowing whole: LogContent) throws -> String? {
    if let complaint = try complaint() { return complaint }
    let kept = try LogContent(recovered)
    let known = whole.actions.map(\.withoutStores)
    guard kept.actions.allSatisfy({ known.contains($0.withoutStores) }) else {
      return "an action is not what it was"
    }
    if report.isComplete {
      return kept.hasAll(of: whole) ? nil : "nothing is said to be lost, and something is"
    }
    let told = kept.gaps.map(\.steps) + report.lost
    let found = Set(kept.actions.map(\.step))
    let missing = (whole.actions.map(\.step) + whole.gaps.map(\.steps.upperBound)).first { step in
      !found.contains(step) && !told.contains { $0.contains(step) }
        && (report.lostAfter.map { step <= $0 } ?? true)
    }
    return missing.map { "step \($0) is neither kept nor told" }
  }
}

extension LogContent {
  /// The actions that can be read, without the names of stores, which a new beginning does not have.
  static func actions(of log: LogReader) -> [ActionContent] {
    var actions: [ActionContent] = []
    for steps in log.steps {
      var step = steps.lowerBound
      while step <= steps.upperBound {
        if let entry = try? log.entry(at: step), let action = try? ActionContent(entry) {
          actions.append(action.withoutStores)
        }
        step = step.next
      }
    }
    return actions
  }

  /// Whether everything of `whole` is there.
  func hasAll(of whole: LogContent) -> Bool {
    actions == whole.actions && gaps == whole.gaps && whole.notes.allSatisfy(notes.contains)
      && whole.digests.allSatisfy(digests.contains) && whole.states.allSatisfy(states.contains)
  }
}
