import PlayheadInspector
import PlayheadLog
import PlayheadReading
import PlayheadRepair
import PlayheadReplay
import PlayheadValues

struct PackCommand: Command {
  let name = "pack"
  let summary = "Rewrites a log in its smallest form."
  let details = [
    "Joins chunks, keeps each column in the smallest of several forms, and compresses everything as much as possible. "
      + "Nothing is lost: actions, times, notes, gaps, digests and states stay the same, and so does everything that "
      + "this version does not know. Packing a packed log changes nothing.",
    "A damaged log cannot be packed; use 'recover' first.",
  ]

  let log = LogParameters.log
  let output = LogParameters.output

  let examples = [Example("pack s.playhead -o small.playhead", "a log to keep")]

  func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    let path = try arguments.outputPath()
    let log = try LogReader.openQuietly(arguments[LogParameters.log], console)
    let before = log.byteCount
    let progress = Progress("packing", of: UInt64(before), .bytes, on: console)
    defer { progress.finish() }
    let bytes = try LogPacking(log).write(to: path) { progress.advance(to: UInt64($0)) }
    let actions = log.actionCount
    let old = LogSize(bytes: before, actions: actions)
    let new = LogSize(bytes: bytes, actions: actions)
    let answer = PackAnswer(
      log: path, actions: actions, bytes: new.bytes, bytesPerAction: new.bytesPerAction, before: old
    )
    try console.show(answer) {
      try console.print(
        "packed \(Format.count(actions, "action")) into '\(path)': \(old) before, now \(new)")
    }
    return .good
  }
}

private struct PackAnswer: Encodable {
  let log: String
  let actions: Int
  let bytes: Int
  let bytesPerAction: Double?
  let before: LogSize
}

struct CutCommand: Command {
  let apps: Apps

  let name = "cut"
  let summary = "Writes a part of a log as a separate log."
  let details = [
    "The new log begins with the state before the first step of the range and has the actions of the "
      + "range, with the notes, gaps and digests between them. Steps keep their numbers, so that notes "
      + "about the session stay valid. A cause may be a step that is not in the new log.",
    "Steps in a gap at either end of the range are left out. A damaged log cannot be cut; use "
      + "'recover' first.",
    "If the log does not have the first state, the log is replayed, which needs the app's stores; "
      + "'--strict' and '--salvage' apply to that replay. Use the build that recorded the session: the new log "
      + "begins with the state that this build's stores lead to, which another build may not have had.",
  ]

  let log = LogParameters.log
  let range = Parameter.argument(
    "A..B", .stepRange, "These steps; 'help steps' explains how to write them.")
  let output = LogParameters.output
  let reading = ReadingParameters.declarations

  let examples = [
    Example("cut s.playhead 100..110 -o bug.playhead", "eleven actions"),
    Example("cut s.playhead +60s.. -o end.playhead", "everything after the first minute"),
  ]

  func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    let path = try arguments.outputPath()
    let decoding = try arguments.decoding()
    let log = try LogReader.openQuietly(arguments[LogParameters.log], console)
    let cut = try LogCut(log, try log.actions(in: arguments[range].resolveForwards(in: log.scope)))
    let code = try write(cut, of: log, to: path, decoding, console)
    let new = try LogReader(path: path)
    let size = LogSize(bytes: new.byteCount, actions: new.actionCount)
    let answer = CutAnswer(
      log: new.name, first: cut.steps.lowerBound, last: cut.steps.upperBound,
      actions: new.actionCount, bytes: size.bytes, bytesPerAction: size.bytesPerAction)
    try console.show(answer) {
      try console.print(
        "cut \(Format.count(new.actionCount, "action")), \(cut.steps.words), into '\(new.name)': \(size)"
      )
    }
    return code
  }

  private func write(
    _ cut: LogCut, of log: LogReader, to path: String, _ decoding: DecodingPolicy,
    _ console: Console
  ) throws -> ExitCode {
    if try cut.hasState() {
      try cut.write(to: path)
      return .good
    }
    guard apps.recorder(of: log) != nil else {
      throw CommandFailure.noStateToCut(
        step: cut.start, log: log.name, app: log.appName, states: log.annotations().checkpoints)
    }
    let context = CommandContext(log, apps, decoding, console)
    try cut.write(to: path, [UInt8](context.ask(StateRecordRequest(of: cut.start))))
    return context.exitCode
  }
}

private struct CutAnswer: Encodable {
  let log: String
  let first: Step
  let last: Step
  let actions: Int
  let bytes: Int
  let bytesPerAction: Double?
}

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
    try console.show(RecoverAnswer(report, path)) {
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
    } catch let error as ReadingError {
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
}

private struct RecoverAnswer: Encodable {
  let log: String
  let actions: Int
  let bytes: Int
  let lost: [ClosedRange<Step>]
  let lostAfter: Step?
  let headerLost: Bool
  let lostBesides: Int
  let otherLog: Bool
  let gaps: [GapRecord]
  let damages: [String]

  init(_ report: LogRecovery.Report, _ path: String) {
    (log, actions, bytes) = (path, report.actions, report.bytes)
    (lost, lostAfter, headerLost) = (report.lost, report.lostAfter, report.isHeaderLost)
    (lostBesides, otherLog) = (report.lostBesides, report.otherLog != nil)
    gaps = report.gaps.map { GapRecord($0) }
    damages = report.damages.map(\.description)
  }
}
