import PlayheadFiles
import PlayheadInspector
import PlayheadLog
import PlayheadRepair
import PlayheadValues

extension LogReader {
  /// Opens the log at `path`, where `-` is standard input. What is wrong with it and leaves some of
  /// it readable is said in one sentence on standard error.
  static func open(_ path: String, _ console: Console) throws -> LogReader {
    let log = try openQuietly(path, console)
    try log.warn(on: console)
    return log
  }

  /// Says on standard error what keeps the log from being whole.
  func warn(on console: Console) throws {
    if let warning { try console.printError("warning: \(warning)") }
  }

  /// Opens the log at `path`, where `-` is standard input.
  static func openQuietly(_ path: String, _ console: Console) throws -> LogReader {
    guard path == "-" else { return try LogReader(path: path) }
    return try LogReader(bytes: console.readLog(), name: "standard input")
  }

  /// Says on standard error what has turned out to be damaged since the log was opened: what an index
  /// points to is read only when it is needed.
  func warnOfDamageFound(on console: Console) throws {
    guard !damagesFound.isEmpty else { return }
    try console.printError("warning: \(sentence(of: damagesFound.map { DamageRecord($0) }))")
  }

  /// Where the log is damaged, and what is lost; there is at least one place.
  func sentence(of damages: [DamageRecord]) -> String {
    guard let first = damages.first else { return lossText }
    let count = damages.count == 1 ? "" : " in \(Format.count(damages.count)) places, first"
    let file = first.isOfSeveralFiles ? " of '\(first.file)'" : ""
    let place =
      first.isInTail ? "in its tail" : "at byte \(Format.count(first.offset))\(file)"
    let what = first.isMemoryLimit ? "is not read in full" : "is damaged"
    return "'\(name)' \(what)\(count) \(place): \(first.faultAndWayOut); \(lossText)"
  }

  /// What keeps the log from being whole, and how far it can be used.
  private var warning: String? { lossWarning ?? endingWarning }

  /// What is damaged or missing.
  var lossWarning: String? {
    if !damages.isEmpty { return sentence(of: damages.map { DamageRecord($0) }) }
    return lostSteps.isEmpty ? nil : "'\(name)' lacks a part of the recording: \(lossText)"
  }

  /// How the recording ended, if not in good order.
  var endingWarning: String? {
    switch ending {
    case .closed: return nil
    case .beingWritten: return "'\(name)' is still being written; this is what it has so far"
    case .stoppedHandling(let step):
      return "'\(name)' was not closed: the app stopped while handling step \(step)"
    case .stopped(let step, isComplete: true):
      return "'\(name)' was not closed: the app stopped after step \(step)"
    case .stopped(let step, isComplete: false):
      return "'\(name)' was not closed; it can be read up to step \(step), and what came after "
        + "is not in it" + (strangeTailText.map { "; \($0)" } ?? "")
    }
  }

  /// That what lies in the place of its tail is of no help.
  var strangeTailText: String? {
    strangeTail.map { "'\($0)' has nothing of this recording" }
  }

  /// What is lost by damage, as the end of a sentence.
  var lossText: String {
    let isOpen = damages.contains { $0.lost == .rest }
    let unread = unreadSteps
    if !unread.isEmpty {
      return
        "not read are \(unread.inWords.joined(separator: ", ")), which stand behind later ones; join the parts again, in "
        + "the order of their steps"
    }
    if isOpen, lostSteps.isEmpty { return "only what leads up to step \(lastStep) can be read" }
    guard !lostSteps.isEmpty else { return "no action is lost" }
    let rest = isOpen ? ["what came after step \(lastStep)"] : []
    let isOne = lostSteps.count == 1 && lostSteps[0].count == 1 && rest.isEmpty
    return "lost \(isOne ? "is" : "are") \((lostSteps.inWords + rest).joined(separator: ", "))"
  }

  /// The steps of parts that are in the wrong order; neighbors are one
  /// range.
  private var unreadSteps: [ClosedRange<Step>] {
    damages.filter(\.isMisplaced).compactMap(\.steps).reduce(into: []) { ranges, steps in
      if let last = ranges.last, last.upperBound.next == steps.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound...steps.upperBound
      } else {
        ranges.append(steps)
      }
    }
  }

  /// How a command ends that has done its work with this log: not well if the log is damaged or lacks
  /// a part. A log that merely was not closed is what every crash leaves.
  var exitCode: ExitCode { damages.isEmpty && lostSteps.isEmpty ? .good : .badAnswer }
}

extension [ClosedRange<Step>] {
  /// A line's worth of them, one by one.
  var inWords: [String] {
    let shown = prefix(4).map(\.words)
    let more = count - shown.count
    return more > 0 ? shown + ["and \(Format.count(more, "more such range"))"] : shown
  }
}

extension DamageRecord {
  /// What is wrong, with the way out if it is the limit of memory.
  var faultAndWayOut: String { isMemoryLimit ? "\(fault); \(LogError.moreMemory)" : fault }
}
