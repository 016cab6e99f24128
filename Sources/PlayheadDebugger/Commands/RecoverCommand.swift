import PlayheadInspector
import PlayheadFiles
import PlayheadLog
import PlayheadRepair
import PlayheadValues

/// `recover`: what is whole of a damaged log, as a clean one.
struct RecoverCommand: Command {
  let name = "recover"
  let summary = "Writes what can be read of a damaged log into a clean one."
  let details = [
    "Everything that is whole is kept byte for byte, whatever lies before it or behind it, and what "
      + "the app left in the log's tail when it crashed. Lost steps become gaps. The log itself stays "
      + "as it is. Several logs are the parts of one recording, in any order; logs of several recordings are "
      + "refused.",
    "Ends with 0 if nothing is lost, with 1 if something is, or could not be recorded, and tells which "
      + "steps; with 2 if nothing can be read.",
  ]

  let output = Parameter.requiredOption(
    "output", "-o", value: "OUT", .path, "The log to write; it must not exist yet.")
  var parameters: [any ParameterDeclaration] { [LogParameters.logs, output] }

  let examples = [Example("recover s.playhead -o saved.playhead", "saves what is whole")]

  func run(_ given: Given, _ console: Console) throws -> ExitCode {
    guard given[output] != "-" else { throw CommandFailure.streamOutput }
    let log = try open(given[LogParameters.logs], console)
    let report = try recover(log, to: given[output], console)
    try console.show(json(report, given[output])) {
      try show(report, given[output], console)
      if let text = log.strangeTailText { try console.print("  \(text)") }
    }
    return report.isComplete && report.gaps.isEmpty ? .good : .badAnswer
  }

  /// What other commands call a bad answer, nothing to read, leaves this one without any work to do.
  private func open(_ paths: [String], _ console: Console) throws -> LogReader {
    do {
      return try paths == ["-"]
        ? LogReader.openQuietly("-", console) : LogReader(savingFrom: paths)
    } catch let error as LogError {
      throw CommandFailure.nothingToRecover(error)
    }
  }

  private func recover(
    _ log: LogReader, to path: String, _ console: Console
  ) throws -> LogRecovery.Report {
    // Everything is read twice: to see what is whole, and to copy it.
    let progress = Progress("recovering", of: UInt64(log.byteCount) * 2, on: console)
    defer { progress.finish() }
    var (done, last) = (0, 0)
    return try LogRecovery(log).write(to: path) { bytes in
      if bytes < last { done = log.byteCount }
      last = bytes
      progress.advance(to: UInt64(done + bytes))
    }
  }

  private func show(
    _ report: LogRecovery.Report, _ path: String, _ console: Console
  ) throws {
    let size = LogSize.text(bytes: report.bytes, actions: report.actions)
    try console.print("\(path): kept \(Format.count(report.actions, "action")), \(size)")
    if report.isReordered {
      try console.print("  the parts were not in the order of their steps, and are now")
    }
    for line in losses(of: report) { try console.print("  " + StyledText(line, .red)) }
    if report.isComplete, report.gaps.isEmpty { try console.print("  nothing is lost") }
  }

  private func losses(of report: LogRecovery.Report) -> [String] {
    var lines: [String] = []
    if report.isHeaderLost {
      lines.append("the first frame is lost: the app's name, its stores and their first states")
    }
    lines += report.lost.map { "\($0.words) \($0.count == 1 ? "is" : "are") lost" }
    lines += report.leftOut.map {
      "\($0.words) cannot be put in order, and \($0.count == 1 ? "is" : "are") left out"
    }
    if let last = report.lostAfter {
      lines.append("what came after step \(last), if anything did, is lost")
    }
    if report.lostBesides > 0 {
      let places = Format.count(report.lostBesides, "damaged place")
      lines.append("notes, states or digests are lost, or may be, in \(places)")
    }
    if let other = report.otherRecording {
      lines.append(
        "another recording begins at byte \(Format.count(other.place.offset)), and is left out")
    }
    return lines + report.gaps.sentences
  }

  private func json(_ report: LogRecovery.Report, _ path: String) -> JSON {
    [
      "log": .string(path),
      "actions": .number(report.actions),
      "bytes": .number(report.bytes),
      "lost": .array(report.lost.map(JSON.steps)),
      "lostAfter": .optional(report.lostAfter),
      "reordered": .bool(report.isReordered),
      "headerLost": .bool(report.isHeaderLost),
      "lostBesides": .number(report.lostBesides),
      "leftOut": .array(report.leftOut.map(JSON.steps)),
      "otherRecording": .bool(report.otherRecording != nil),
      "gaps": .array(report.gaps.map { GapRecord($0).json }),
      "damages": .array(report.damages.map { .string($0.description) }),
    ]
  }
}
