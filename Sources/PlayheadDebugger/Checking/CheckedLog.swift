import PlayheadReading
import Foundation
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// A log, and what a check of it found.
struct CheckedLog {
  var log: LogReader
  var answer: CheckRequest.Answer
  private var finding: CheckFinding { answer.finding }
}

extension CheckedLog {
  var exitCode: ExitCode { log.exitCode.worse(finding.isGood ? .good : .badAnswer) }

  /// Prints the finding.
  func show(runs: Int, on console: Console) throws {
    if let divergence = finding.divergence {
      try console.print("\(log.name): " + StyledText("\(divergence)", .red))
      for line in divergence.hints(finding, log: log.name) { try console.print("  \(line)") }
    } else if finding.compared == 0, !log.lostSteps.isEmpty {
      try console.print("\(log.name): " + StyledText("no action can be checked", .red))
    } else {
      let all = Format.count(log.actionCount, "action")
      let isAll = finding.compared == UInt64(log.actionCount)
      let actions = isAll ? all : "\(Format.count(finding.compared)) of \(all)"
      let runsText =
        answer.processes > 1
        ? "\(answer.processes) processes" : "\(runs) replays in one process"
      try console.print(
        "\(log.name): " + StyledText("deterministic", .green) + ", \(actions), \(runsText)")
    }
    for step in answer.unfinished {
      try console.print(
        "  step \(step) was not fully handled when it was recorded, so it cannot be compared")
    }
    for state in finding.unshown { try console.printSentence("  \(state)") }
    for gap in overlaps { try console.print("  \(gap)") }
  }

  /// The gaps where threads handled actions at the same time, so that no order of them is right.
  private var overlaps: [Gap] {
    log.readableNotesAndGaps().gaps.filter { $0.reason == .overlapped }
  }

  func json(runs: Int) -> JSON {
    [
      "log": log.name,
      "app": log.appName,
      "actions": log.actionCount,
      "runs": runs,
      "processes": answer.processes,
      "compared": finding.compared,
      "unfinished": answer.unfinished,
      "overlaps": overlaps.map { GapRecord($0).json },
      "unshown": finding.unshown.map(\.json),
      "damages": log.damages.map(\.description),
      "skipped": finding.incompatibilities.count,
      "incompatibilities": finding.incompatibilities.json,
      "divergence": finding.divergence?.json(finding),
    ]
  }
}
