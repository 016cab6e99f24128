import PlayheadReading
import PlayheadInspector
import PlayheadLog
import PlayheadRepair
import PlayheadValues

struct RecoverCommand: Command {
  let name = "recover"
  let summary = "Writes the undamaged part of a log into a clean log."
  let details = [
    "Keeps everything that is not damaged byte for byte, and what the app left in the log's tail when "
      + "it crashed. Lost steps become gaps. The log itself stays as it is.",
    "Ends with 0 if nothing is lost, with 1 if steps are lost or were not recorded, and with 2 if "
      + "nothing can be read.",
  ]

  let log = LogParameters.log
  let output = LogParameters.output

  let examples = [Example("recover s.playhead -o saved.playhead", "saves the undamaged part")]

  func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    let path = try arguments.outputPath()
    let log = try open(arguments[LogParameters.log], console)
    let report = try recover(log, to: path, console)
    try console.show(json(report, path)) {
      try show(report, path, console)
      if let text = log.strangeTailText { try console.print("  \(text)") }
    }
    return report.isComplete && report.gaps.isEmpty ? .good : .badAnswer
  }

  /// Opens the log. An unreadable log is a bad answer of other commands, but here it means nothing to
  /// recover.
  private func open(_ path: String, _ console: Console) throws -> LogReader {
    do {
      return try path == "-"
        ? LogReader.openQuietly(path, console) : LogReader(savingFrom: path)
    } catch let error as LogError {
      throw CommandFailure.nothingToRecover(error)
    }
  }

  private func recover(
    _ log: LogReader, to path: String, _ console: Console
  ) throws -> LogRecovery.Report {
    // Reads everything twice: to find the undamaged parts, and to copy them.
    let progress = Progress("recovering", of: UInt64(log.byteCount) * 2, .bytes, on: console)
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
    let size = LogSize(bytes: report.bytes, actions: report.actions)
    try console.print("\(path): kept \(Format.count(report.actions, "action")), \(size)")
    for line in losses(of: report) { try console.print("  " + StyledText(line, .red)) }
    if report.isComplete, report.gaps.isEmpty { try console.print("  nothing is lost") }
  }

  private func losses(of report: LogRecovery.Report) -> [String] {
    var lines: [String] = []
    if report.isHeaderLost {
      lines.append("the first frame is lost: the app's name, its stores and their first states")
    }
    lines += report.lost.map { "\($0.words) \($0.count == 1 ? "is" : "are") lost" }
    if let last = report.lostAfter {
      lines.append("any steps after \(last) are lost")
    }
    if report.lostBesides > 0 {
      let places = Format.count(report.lostBesides, "damaged place")
      lines.append("notes, states or digests may be lost in \(places)")
    }
    if let other = report.otherLog {
      lines.append("another log begins at byte \(Format.count(other.offset)) and is left out")
    }
    return lines + report.gaps.sentences
  }

  private func json(_ report: LogRecovery.Report, _ path: String) -> JSON {
    [
      "log": path,
      "actions": report.actions,
      "bytes": report.bytes,
      "lost": report.lost,
      "lostAfter": report.lostAfter,
      "headerLost": report.isHeaderLost,
      "lostBesides": report.lostBesides,
      "otherLog": report.otherLog != nil,
      "gaps": report.gaps.map { GapRecord($0).json },
      "damages": report.damages.map(\.description),
    ]
  }
}
