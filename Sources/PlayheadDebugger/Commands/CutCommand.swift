import PlayheadInspector
import PlayheadFiles
import PlayheadLog
import PlayheadRepair
import PlayheadReplay
import PlayheadValues

/// `cut`: a part of a session as a log of its own.
struct CutCommand: Command {
  let apps: Apps

  let name = "cut"
  let summary = "Writes a part of a log as a log of its own."
  let details = [
    "The new log begins with the state before the first of the steps, and has their actions, with the "
      + "notes, gaps and digests between them. Steps keep their numbers, so that what was written down "
      + "about the session still holds. Causes may name steps that are not in it.",
    "Steps at either end of the range that are in a gap are left out: the log goes from the first action "
      + "in the range to the last. A log that is not whole is not cut: 'recover' comes first.",
    "Where the log itself does not have the state to begin with, it is replayed, for which the app must "
      + "be linked in; '--strict' and '--salvage' are about that.",
  ]

  let range = Parameter.argument(
    "A..B", .stepRange, "These steps; 'help steps' tells how they are written.")
  let output = Parameter.requiredOption(
    "output", "-o", value: "OUT", .path, "The log to write; it must not exist yet.")
  var parameters: [any ParameterDeclaration] {
    [LogParameters.log, range, output] + ReadingParameters.declarations
  }

  let examples = [
    Example("cut s.playhead 100..110 -o bug.playhead", "eleven actions"),
    Example("cut s.playhead +60s.. -o end.playhead", "what came after the first minute"),
  ]

  func run(_ given: Given, _ console: Console) throws -> ExitCode {
    guard given[output] != "-" else { throw CommandFailure.streamOutput }
    let reading = try given.reading()
    let log = try LogReader.openQuietly(given[LogParameters.log], console)
    let cut = try LogCut(log, try log.actions(in: given[range].resolveForwards(in: log.scope)))
    let code = try write(cut, of: log, to: given[output], reading, console)
    let new = try LogReader(path: given[output])
    let facts: [(key: String, value: JSON)] = [
      ("log", .string(new.name)), ("first", .uint(cut.steps.lowerBound.number)),
      ("last", .uint(cut.steps.upperBound.number)), ("actions", .number(new.actionCount)),
    ]
    let size = LogSize.json(bytes: new.byteCount, actions: new.actionCount)
    try console.show(.object(facts + size)) {
      let size = LogSize.text(bytes: new.byteCount, actions: new.actionCount)
      try console.print(
        "cut \(Format.count(new.actionCount, "action")), \(cut.steps.sentence), into '\(new.name)': \(size)"
      )
    }
    return code
  }

  private func write(
    _ cut: LogCut, of log: LogReader, to path: String, _ reading: Reading, _ console: Console
  ) throws -> ExitCode {
    if try cut.hasState() {
      try cut.write(to: path)
      return .good
    }
    guard apps.recorder(of: log) != nil else {
      throw CommandFailure.noStateToCut(
        step: cut.start, log: log.name, app: log.appName, states: log.asides().checkpoints)
    }
    let state = try apps.ask(StateRecordRequest(of: cut.start), of: log, reading, console)
    try cut.write(to: path, [UInt8](state.answer))
    return state.exitCode
  }
}
