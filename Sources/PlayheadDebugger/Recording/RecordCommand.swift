import PlayheadInspector
import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadFiles
import PlayheadLog
import PlayheadRecorder
import PlayheadTerminal
import PlayheadValues

/// `record`: runs an app and records it.
struct RecordCommand: Command {
  let apps: [any TerminalApp.Type]

  let name = "record"
  let summary = "Runs an app and records what it does."
  let details = [
    "Without '--input' the app takes lines from the terminal ('help' lists what it understands, "
      + "'quit' or Ctrl-D ends, and earlier lines are at hand until then) or from a pipe. With "
      + "'--input' the whole input is read first: if the app knows it as a script of actions, they are dispatched as fast as can be, and the "
      + "log has the script's own times; otherwise its lines are performed.",
    "The same script of actions gives the same log, byte for byte, on the same device: the session's "
      + "UUID is made of the app's name and the input, and dates and random numbers come from there "
      + "too. Lines are a session like any other, with the time and the dates of now.",
    "What the app declares to be confidential is in the log as tokens: the same secret, the same "
      + "token. With '--input' they are made with a key of the input itself, so whoever knows the rest "
      + "of it can guess at the secrets; without, with a key that is forgotten.",
    "A line that the app cannot perform ends a recording of a file or a pipe, but not one of a "
      + "terminal. At the end it waits for the effects that are still running (requests, timers), so "
      + "that their results are in the log. The log is closed however it ends, also by Ctrl-C, which "
      + "does not wait.",
    "Nothing recorded is lost if the program is killed: what is not in the log yet is in the tail "
      + "beside it ('LOG.tail'), and every command reads both.",
    "Ends with 1 if actions had to be left out of the log, because it could not be written for instance, "
      + "and tells which; and if it could not be closed, because the disk is full for instance: then "
      + "'recover' makes one log of it and its tail.",
    "With '--keep' it is a flight recorder: the log is written in segments, and the oldest are deleted. "
      + "The log itself is the newest; those before it lie beside it as 's.000001.playhead', "
      + "'s.000002.playhead' and so on. A command that is given the log reads them all as one; given "
      + "one of those before it, it reads that one alone. 'cat s*.playhead' joins them.",
    "AMOUNT is \(Amount.sentence). That much is kept, and up to a segment more: an eighth of it, but no "
      + "less than 64 KiB, a second, or one chunk of the log.",
  ]

  let app: Parameter<String>
  let input = Parameter.option(
    "input", "-i", value: "FILE", .path, "A script or lines; '-' is standard input.")
  let output = Parameter.requiredOption(
    "output", "-o", value: "LOG", .path,
    "The log to write; it must not exist yet, unless '--append' is given.")
  let append = Parameter.flag(
    "append", "Go on with a log that is there, also after a crash; without one, begin it.")
  let keep = Parameter.option(
    "keep", value: "AMOUNT", .retention,
    "Keep only the end: a size ('50MB'), a duration ('10min'), or '10min,50MB' for whichever is less."
  )
  let build = Parameter.option(
    "build", value: "TEXT", .text, default: "", "The app's version, for the log.")
  let exact = Parameter.flag(
    "exact", "Record exact times and a digest of the state at every step, as fixtures want.")
  var parameters: [any ParameterDeclaration] { [app, input, output, append, keep, build, exact] }

  let examples: [Example]

  init(_ apps: Apps) {
    self.apps = apps.forTerminals
    let names = self.apps.map { $0.appName }
    app = Parameter.argument("APP", .name(of: "app", among: apps.names), "The app to run.")
    let name = names.first ?? "APP"
    examples = [
      Example("record \(name) -o s.playhead", "a session by hand"),
      Example("record \(name) --input trace.json -o s.playhead", "a session from a file"),
    ]
  }

  func run(_ given: Given, _ console: Console) throws -> ExitCode {
    guard let type = apps.first(where: { $0.appName == given[app] }) else {
      throw CommandFailure.notForTerminals(given[app])
    }
    guard given[output] != "-" else { throw CommandFailure.streamOutput }
    let source = try given[input].map { try RecordingInput(path: $0, console) }
    let plan = RecordingPlan(
      app: type, path: given[output], build: given[build], isExact: given[exact],
      appends: given[append], keeps: given[keep] ?? .everything,
      key: source?.redactionKey(for: type) ?? .random())
    let start = plan.start
    let ending = try record(plan, source, console)
    let log = try recordedLog(plan.path)
    let leftOut = LeftOut(of: log, after: start, ending.lost)
    try console.show(json(log, leftOut)) {
      let actions = Format.count(log.actionCount, "action")
      let text = LogSize.text(bytes: log.byteCount, actions: log.actionCount)
      try console.print("recorded \(actions) in '\(plan.path)': \(text)")
    }
    let trouble = ending.trouble(in: plan.path, after: start)
    for sentence in trouble { try console.printError("warning: \(sentence)") }
    return trouble.isEmpty ? .good : .badAnswer
  }

  private func record(
    _ plan: RecordingPlan, _ source: RecordingInput?, _ console: Console
  ) throws -> RecordingEnding {
    guard let source else {
      return try LineRecording(plan, "standard input", console).run { try console.readLine() }
    }
    guard let script = try source.script(for: plan.app) else {
      var lines = source.lines.makeIterator()
      return try LineRecording(plan, source.name, console, isTyped: false).run { lines.next() }
    }
    return try ScriptRecording(plan, script, source.digest(for: plan.app), console).run()
  }

  private func recordedLog(_ path: String) throws -> LogReader {
    do throws(LogError) {
      return try LogReader(path: path)
    } catch {
      if case .missing = error { throw CommandFailure.recordedLogGone(path: path) }
      throw error
    }
  }

  private func json(_ log: LogReader, _ leftOut: LeftOut) -> JSON {
    let part = LogSize.hundredthsPerAction(bytes: log.byteCount, actions: log.actionCount)
    return [
      "log": .string(log.name),
      "app": .string(log.header.app),
      "session": .string(log.header.session.uuidString.lowercased()),
      "actions": .number(log.actionCount),
      "bytes": .number(log.byteCount),
      "bytesPerAction": part.map { .double(Double($0) / 100) } ?? .null,
      "leftOut": .array(leftOut.gaps.map { GapRecord($0).json }),
    ]
  }
}
