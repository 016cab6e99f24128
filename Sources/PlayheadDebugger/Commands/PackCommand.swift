import PlayheadFiles
import PlayheadLog
import PlayheadRepair
import PlayheadValues

/// `pack`: the same log, as small as the format gets.
struct PackCommand: Command {
  let name = "pack"
  let summary = "Writes a log again, as small as it gets; joins the parts of a session."
  let details = [
    "Chunks are joined, each column is kept in the smallest of several ways, and all is compressed as "
      + "hard as can be. Nothing is lost: actions, times, notes, gaps, digests and states are the same, "
      + "and what this version does not know stays as it is. Packing a packed log changes nothing.",
    "A flight recorder's log is packed with all its segments. Of several logs each is taken alone, and "
      + "they are joined in the given order: named segments, or cuts of one session. A log that is not "
      + "whole is not packed: 'recover' comes first.",
  ]

  let output = Parameter.requiredOption(
    "output", "-o", value: "OUT", .path, "The log to write; it must not exist yet.")
  var parameters: [any ParameterDeclaration] { [LogParameters.logs, output] }

  let examples = [
    Example("pack s.playhead -o small.playhead", "a log to keep"),
    Example(
      "pack first.playhead second.playhead -o both.playhead", "two cuts of a session as one log"),
  ]

  func run(_ given: Given, _ console: Console) throws -> ExitCode {
    guard given[output] != "-" else { throw CommandFailure.streamOutput }
    let logs = try open(given[LogParameters.logs], console)
    let before = logs.reduce(0) { $0 + $1.byteCount }
    let progress = Progress("packing", of: UInt64(before), on: console)
    defer { progress.finish() }
    let bytes = try LogPacking(logs).write(to: given[output]) { progress.advance(to: UInt64($0)) }
    progress.finish()
    let actions = logs.reduce(0) { $0 + $1.actionCount }
    let facts: [(key: String, value: JSON)] = [
      ("log", .string(given[output])), ("actions", .number(actions)),
    ]
    let sizeBefore = LogSize.json(bytes: before, actions: actions)
    let size = LogSize.json(bytes: bytes, actions: actions)
    try console.show(.object(facts + size + [("before", .object(sizeBefore))])) {
      try console.print(
        "packed \(Format.count(actions, "action")) into '\(given[output])': "
          + "\(LogSize.text(bytes: before, actions: actions)) before, now "
          + "\(LogSize.text(bytes: bytes, actions: actions))")
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
