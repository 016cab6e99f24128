import PlayheadInspector
import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import PlayheadTerminal
import PlayheadValues

struct RecordCommand: Command {
  let apps: [any TerminalApp.Type]
  var isListed: Bool { !apps.isEmpty }

  let name = "record"
  let summary = "Runs an app and records what it does."
  let details = [
    "Without '--input' the app takes lines from the terminal or from a pipe: 'help' lists its "
      + "commands, and 'quit' or Ctrl-D ends. With '--input' the whole input is read first. If the app "
      + "knows it as a script of actions, they are dispatched as fast as possible, with the script's own "
      + "times in the log; otherwise each line is a command.",
    "The same script of actions gives the same log, byte for byte, on the same device: the session's "
      + "UUID, dates and random numbers are derived from the app's name and the input. A recording of "
      + "lines has the current time and dates.",
    "Confidential values are in the log as tokens: the same secret has the same token. With '--input' "
      + "the key of the tokens is derived from the input, so someone who knows the rest of the input "
      + "can guess at secrets; without it, the key is thrown away.",
    "A line that the app cannot perform ends a recording from a file or a pipe, but not from a "
      + "terminal. At the end the recording waits for running effects (requests, timers), so that the log "
      + "has their results. The log is always closed, also after Ctrl-C, which does not wait.",
    "Nothing is lost if the program is killed: the file 'LOG.tail' beside the log has everything "
      + "that the log does not have yet, and every command reads both.",
    "Ends with 1 if actions could not be written to the log, and names them, and if the log could not "
      + "be closed, for instance because the disk is full: then 'recover' makes one log of the log and "
      + "its tail.",
    "'--keep' makes it a flight recorder: after 's.playhead' come further files, 's.2.playhead' and so on, and the "
      + "oldest are deleted. Each is a log of its own.",
    "'--live' serves the running app at an address, which is printed to standard error: the page there shows each action, and "
      + "puts the app into earlier states. With '--input -' the lines are then performed as they come.",
    "AMOUNT is \(Amount.sentence). The log keeps that much and up to a segment more: an eighth of it, "
      + "but at least 64 KiB, a second, or one chunk of the log.",
  ]

  let app: Parameter<String>
  let input = Parameter.option(
    "input", "-i", value: "FILE", .path, "A script or lines; '-' is standard input.")
  let output = Parameter.requiredOption(
    "output", "-o", value: "LOG", .path,
    "The log to write; it must not exist yet.")
  let keep = Parameter.option(
    "keep", value: "AMOUNT", .retention,
    "Keep only the end: a size ('50MB'), a duration ('10min'), or '10min,50MB' for whichever is smaller."
  )
  let build = Parameter.option(
    "build", value: "TEXT", .text, default: "", "The app's version, for the log.")
  let live = Parameter.flag(
    "live",
    "Serve the app while it runs: 'live' and the browser show it, and put it into earlier states.")
  let exact = Parameter.flag(
    "exact", "Record exact times and a digest of the state at every step, as fixtures need.")

  let examples: [Example]

  init(_ apps: Apps) {
    self.apps = apps.forTerminals
    let names = self.apps.map { $0.appName }
    app = Parameter.argument("APP", .name(of: "app", among: apps.names), "The app to run.")
    let name = names.first?.visible ?? "APP"
    examples = [
      Example("record \(name) -o s.playhead", "a session by hand"),
      Example("record \(name) --input trace.json -o s.playhead", "a session from a file"),
      Example("record \(name) -o s.playhead --live", "with a debugger beside it in the browser"),
    ]
  }

  func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    guard let type = apps.first(where: { $0.appName == arguments[app] }) else {
      throw CommandFailure.notForTerminals(arguments[app])
    }
    guard arguments[output] != "-" else {
      throw CommandFailure.streamOutput("a log", ending: "playhead")
    }
    // A live app performs the lines of a pipe as they come.
    let input = arguments[input].flatMap { arguments[live] && $0 == "-" ? nil : $0 }
    let source = try input.map { try RecordingInput(path: $0, console) }
    let plan = RecordingPlan(
      app: type, path: arguments[output], build: arguments[build], isExact: arguments[exact],
      isLive: arguments[live],
      keeps: arguments[keep] ?? .everything,
      key: source?.redactionKey(for: type) ?? .random())
    let ending = try record(plan, source, console)
    let logs = try recordedLogs(plan.path)
    let actions = logs.reduce(0) { $0 + $1.actionCount }
    let size = LogSize(bytes: logs.reduce(0) { $0 + $1.byteCount }, actions: actions)
    try console.show(RecordAnswer(logs, size, ending.lost)) {
      let names = [logs.first, logs.last].compactMap(\.?.name)
      let place = Set(names).count == 1 ? "'\(names[0])'" : "'\(names[0])' to '\(names[1])'"
      try console.print("recorded \(Format.count(actions, "action")) in \(place): \(size)")
    }
    let trouble = ending.trouble(in: plan.path)
    for sentence in trouble { try console.printError("warning: \(sentence)") }
    return trouble.isEmpty ? .good : .badAnswer
  }

  private func record(
    _ plan: RecordingPlan, _ source: RecordingInput?, _ console: Console
  ) throws -> RecordingEnding {
    guard let source else {
      if console.isInteractive { return try plan.recordTypedLines(console) }
      return try plan.recordLines(of: "standard input", console) { try console.readLine() }
    }
    guard let script = try source.script(for: plan.app) else {
      var lines = source.lines.makeIterator()
      return try plan.recordLines(of: source.name, console) { lines.next() }
    }
    return try plan.record(script, source.digest(for: plan.app), console)
  }

  /// The log or, of a flight recorder, the segments that are kept, in order.
  private func recordedLogs(_ path: String) throws -> [LogReader] {
    let later = SegmentName.later(of: path, on: SystemDisk()).map {
      SegmentName.path(of: $0, of: path)
    }
    var logs: [LogReader] = []
    for segment in [path] + later {
      do throws(ReadingError) {
        logs.append(try LogReader(path: segment))
      } catch {
        guard case .missing = error else { throw error }
      }
    }
    guard !logs.isEmpty else { throw CommandFailure.recordedLogGone(path: path) }
    return logs
  }
}

private struct RecordAnswer: Encodable {
  let log: String?
  let app: String?
  let session: String?
  let actions: Int
  let bytes: Int
  let bytesPerAction: Double?
  let leftOut: [GapRecord]

  /// The `logs` of one session, the last one first to be named; `lost` is missing after them.
  init(_ logs: [LogReader], _ size: LogSize, _ lost: Gap?) {
    (log, app) = (logs.last?.name, logs.last?.header.app)
    session = logs.last?.header.session.uuidString.lowercased()
    (actions, bytes, bytesPerAction) = (size.actions, size.bytes, size.bytesPerAction)
    let gaps = logs.flatMap(\.unintendedGaps) + [lost].compactMap(\.self)
    leftOut = gaps.map { GapRecord($0) }
  }
}
