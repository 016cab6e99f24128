import PlayheadFiles
import PlayheadLog
import PlayheadRepair
import PlayheadValues

/// `pack`: writes a log in its smallest form.
struct PackCommand: Command {
  let name = "pack"
  let summary = "Rewrites a log in its smallest form; joins the parts of a session."
  let details = [
    "Joins chunks, keeps each column in the smallest of several forms, and compresses everything as much as possible. "
      + "Nothing is lost: actions, times, notes, gaps, digests and states stay the same, and so does everything that "
      + "this version does not know. Packing a packed log changes nothing.",
    "A flight recorder's log is packed with all its segments. Several logs are joined in the given "
      + "order: named segments, or cuts of one session. A damaged log cannot be packed; use 'recover' first.",
  ]

  var parameters: [any ParameterDeclaration] { [LogParameters.logs, LogParameters.output] }

  let examples = [
    Example("pack s.playhead -o small.playhead", "a log to keep"),
    Example(
      "pack first.playhead second.playhead -o both.playhead", "two cuts of a session as one log"),
  ]

  func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    let path = try arguments.outputPath()
    let logs = try open(arguments[LogParameters.logs], console)
    let before = logs.reduce(0) { $0 + $1.byteCount }
    let progress = Progress("packing", of: UInt64(before), .bytes, on: console)
    defer { progress.finish() }
    let bytes = try LogPacking(logs).write(to: path) { progress.advance(to: UInt64($0)) }
    progress.finish()
    let actions = logs.reduce(0) { $0 + $1.actionCount }
    let old = LogSize(bytes: before, actions: actions)
    let new = LogSize(bytes: bytes, actions: actions)
    let facts: JSON = ["log": path, "actions": actions]
    try console.show(facts + new.json + ["before": old.json]) {
      try console.print(
        "packed \(Format.count(actions, "action")) into '\(path)': \(old) before, now \(new)")
    }
    return .good
  }

  private func open(_ paths: [String], _ console: Console) throws -> [LogReader] {
    try paths.map { path in
      try paths.count == 1 || path == "-"
        ? LogReader.openQuietly(path, console) : LogReader(alone: path)
    }
  }
}
