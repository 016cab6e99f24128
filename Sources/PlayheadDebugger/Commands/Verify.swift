import PlayheadReading
import PlayheadLog
import PlayheadRepair
import PlayheadValues

struct VerifyCommand: Command {
  let name = "verify"
  let summary = "Checks every byte of logs for damage."
  let details = [
    "Reads everything: checksums, every action, every state, the order of the steps, the index. Names "
      + "every problem and ends with 1 if there is one."
  ]

  let logs = LogParameters.logs

  let examples = [Example("verify *.playhead", "all the logs of a directory")]

  func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    try LogBatch(arguments[LogParameters.logs]).run(console) { log in
      let progress = Progress("verifying", of: UInt64(log.byteCount), .bytes, on: console)
      defer { progress.finish() }
      let found = try log.verify { progress.advance(to: UInt64($0)) }
      try console.show(json(found, log)) { try show(found, log, console) }
      return found.problems.isEmpty ? .good : .badAnswer
    }
  }

  private func show(_ found: Verification, _ log: LogReader, _ console: Console) throws {
    let facts =
      Format.count(found.actions, "action") + " in " + Format.count(found.chunks, "chunk")
    let missing = Format.missing(found.missing)
    let progress = found.isBeingWritten ? "; it is still being written" : ""
    guard !found.problems.isEmpty else {
      let whole = StyledText(found.isBeingWritten ? "undamaged so far" : "undamaged", .green)
      return try console.print("\(log.name): \(whole), \(facts)\(missing)\(progress)")
    }
    let count = Format.count(found.problems.count, "problem")
    try console.print(
      "\(log.name): " + StyledText(count, .red) + "; readable: \(facts)\(missing)\(progress)")
    for problem in found.problems {
      for line in problem.text.lines { try console.print("  \(line)") }
    }
    if let text = log.strangeTailText { try console.print("  \(text)") }
  }

  private func json(_ found: Verification, _ log: LogReader) -> JSON {
    [
      "log": log.name,
      "frames": found.frames,
      "chunks": found.chunks,
      "actions": found.actions,
      "missing": found.missing,
      "beingWritten": found.isBeingWritten,
      "problems": found.problems.map { facts($0) + ["description": "\($0)"] },
    ]
  }

  private func facts(_ problem: Verification.Problem) -> JSON {
    switch problem {
    case .damage(let damage):
      [
        "kind": "damage", "file": damage.path,
        "offset": damage.isInTail ? nil : damage.offset, "inTail": damage.isInTail,
        "lastWhole": damage.lastWhole, "lost": damage.steps,
      ]
    case .notClosed(let last): ["kind": "notClosed", "lastStep": last]
    case .badIndex: ["kind": "badIndex"]
    case .noInitialState: ["kind": "noInitialState"]
    case .missingSteps(let steps): ["kind": "missingSteps"] + steps.asJSON
    case .wrongEnd(let step, let last): ["kind": "wrongEnd", "step": step, "lastStep": last]
    }
  }
}
