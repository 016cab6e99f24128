import PlayheadLog
import PlayheadReading
import PlayheadRepair
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
    progress.finish()
    let actions = log.actionCount
    let old = LogSize(bytes: before, actions: actions)
    let new = LogSize(bytes: bytes, actions: actions)
    let facts: JSON = ["log": path, "actions": actions]
    try console.show(facts + new.json + ["before": old.json]) {
      try console.print(
        "packed \(Format.count(actions, "action")) into '\(path)': \(old) before, now \(new)")
    }
    return .good
  }
}
