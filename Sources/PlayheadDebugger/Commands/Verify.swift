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
    try LogBatch(Shard.logs(at: arguments[LogParameters.logs])).run(console) { log in
      let progress = Progress("verifying", of: UInt64(log.byteCount), .bytes, on: console)
      defer { progress.finish() }
      let found = try log.verify { progress.advance(to: UInt64($0)) }
      try console.show(VerifyAnswer(found, log)) { try show(found, log, console) }
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
}

private struct VerifyAnswer: Encodable {
  let log: String
  let frames: Int
  let chunks: Int
  let actions: Int
  let missing: UInt64
  let beingWritten: Bool
  let problems: [Problem]

  struct Problem: Encodable {
    let kind: String
    @IfPresent var file: String? = nil
    /// Nil inside if the damage is in a tail.
    @IfPresent var offset: Int?? = nil
    @IfPresent var inTail: Bool? = nil
    @IfPresent var lastWhole: Step? = nil
    /// Nil inside if the lost steps are unknown.
    @IfPresent var lost: ClosedRange<Step>?? = nil
    @IfPresent var first: Step? = nil
    @IfPresent var last: Step? = nil
    @IfPresent var step: Step? = nil
    @IfPresent var lastStep: Step? = nil
    let description: String
  }

  init(_ found: Verification, _ log: LogReader) {
    (self.log, frames, chunks) = (log.name, found.frames, found.chunks)
    (actions, missing, beingWritten) = (found.actions, found.missing, found.isBeingWritten)
    problems = found.problems.map { Problem($0) }
  }
}

extension VerifyAnswer.Problem {
  init(_ problem: Verification.Problem) {
    let text = "\(problem)"
    switch problem {
    case .damage(let damage):
      self.init(
        kind: "damage", file: damage.path, offset: damage.isInTail ? .some(nil) : damage.offset,
        inTail: damage.isInTail, lastWhole: damage.lastWhole, lost: damage.steps, description: text)
    case .notClosed(let last): self.init(kind: "notClosed", lastStep: last, description: text)
    case .badIndex: self.init(kind: "badIndex", description: text)
    case .noInitialState: self.init(kind: "noInitialState", description: text)
    case .missingSteps(let steps):
      self.init(
        kind: "missingSteps", first: steps.lowerBound, last: steps.upperBound, description: text)
    case .wrongEnd(let step, let last):
      self.init(kind: "wrongEnd", step: step, lastStep: last, description: text)
    }
  }
}
