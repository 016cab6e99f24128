import PlayheadFiles
import PlayheadLog
import PlayheadRepair
import PlayheadValues

/// `verify`: whether every byte of a log is as it was written.
struct VerifyCommand: Command {
  let name = "verify"
  let summary = "Checks that logs are whole, byte by byte."
  let details = [
    "Reads everything: checksums, every action, every state, the order of the steps, the index. "
      + "Every problem is named. Ends with 1 if there is one."
  ]

  var parameters: [any ParameterDeclaration] { [LogParameters.logs] }

  let examples = [Example("verify *.playhead", "all the logs of a directory")]

  func run(_ given: Given, _ console: Console) throws -> ExitCode {
    try LogBatch(given[LogParameters.logs]).run(console) { log in
      let verification = try verify(log, console)
      try console.show(json(verification, log)) { try show(verification, log, console) }
      return verification.problems.isEmpty ? .good : .badAnswer
    }
  }

  private func verify(_ log: LogReader, _ console: Console) throws -> Verification {
    let progress = Progress("verifying", of: UInt64(log.byteCount), on: console)
    defer { progress.finish() }
    return try log.verify { progress.advance(to: UInt64($0)) }
  }

  private func show(_ found: Verification, _ log: LogReader, _ console: Console) throws {
    let facts =
      Format.count(found.actions, "action") + " in " + Format.count(found.chunks, "chunk")
    let missing = Format.missing(found.missing)
    let progress = found.isBeingWritten ? "; it is still being written" : ""
    guard !found.problems.isEmpty else {
      let whole = StyledText(found.isBeingWritten ? "whole so far" : "whole", .green)
      return try console.print("\(log.name): \(whole), \(facts)\(missing)\(progress)")
    }
    let count = Format.count(found.problems.count, "problem")
    try console.print(
      "\(log.name): " + StyledText(count, .red) + "; \(facts) can be read\(missing)\(progress)")
    for problem in found.problems {
      for line in problem.text.lines { try console.print("  \(line)") }
    }
    if let text = log.strangeTailText { try console.print("  \(text)") }
  }

  private func json(_ found: Verification, _ log: LogReader) -> JSON {
    [
      "log": .string(log.name),
      "frames": .number(found.frames),
      "chunks": .number(found.chunks),
      "actions": .number(found.actions),
      "missing": .uint(found.missing),
      "beingWritten": .bool(found.isBeingWritten),
      "problems": .array(found.problems.map(json)),
    ]
  }

  private func json(_ problem: Verification.Problem) -> JSON {
    let facts: [(key: String, value: JSON)] =
      switch problem {
      case .damage(let damage):
        [
          ("kind", "damage"), ("file", .string(damage.place.path)),
          ("offset", damage.isInTail ? .null : .number(damage.place.offset)),
          ("inTail", .bool(damage.isInTail)), ("misplaced", .bool(damage.isMisplaced)),
          ("lastWhole", .uint(damage.lastWhole.number)),
          ("lost", damage.steps.map(JSON.steps) ?? .null),
        ]
      case .notClosed(let last): [("kind", "notClosed"), ("lastStep", .uint(last.number))]
      case .badIndex: [("kind", "badIndex")]
      case .noInitialState: [("kind", "noInitialState")]
      case .missingSteps(let steps): facts("missingSteps", steps)
      case .overlappingGap(let steps): facts("overlappingGap", steps)
      case .wrongEnd(let step, let last):
        [
          ("kind", "wrongEnd"), ("step", .uint(step.number)), ("lastStep", .uint(last.number)),
        ]
      }
    return .object(facts + [("description", .string("\(problem)"))])
  }

  private func facts(_ kind: String, _ steps: ClosedRange<Step>) -> [(key: String, value: JSON)] {
    [
      ("kind", .string(kind)), ("first", .uint(steps.lowerBound.number)),
      ("last", .uint(steps.upperBound.number)),
    ]
  }
}
