import PlayheadInspector
import PlayheadLog
import PlayheadReading
import PlayheadRepair
import PlayheadReplay
import PlayheadValues

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
    let facts: JSON = [
      "log": new.name, "first": cut.steps.lowerBound, "last": cut.steps.upperBound,
      "actions": new.actionCount,
    ]
    try console.show(facts + size.json) {
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
