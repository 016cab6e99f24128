import PlayheadReading
import Foundation
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

struct CheckedLog {
  var log: LogReader
  var finding: CheckFinding
  /// The actions that the app had not finished when the recording ended.
  var unfinished: [Step]
  /// How many processes took part; 1 without workers.
  var processes: Int
}

/// Checks a log within this process, for systems that cannot start another.
struct OneProcessCheck {
  let apps: Apps
  let decoding: DecodingPolicy
  let runs: Int

  func run(_ log: LogReader, _ console: Console) throws -> CheckedLog {
    try apps.explaining(log) { try checked(log, console) }
  }

  private func checked(_ log: LogReader, _ console: Console) throws -> CheckedLog {
    guard let app = apps.recorder(of: log) else { throw apps.unknownApp(of: log) }
    var check = DeterminismCheck(log, decoding: decoding) { try app.player() }
    let comparisons = max(runs / 2, 1)
    check.comparisons = comparisons
    // Progress does not count damaged actions, which are not replayed.
    try log.findDamage()
    // Each comparison reads the log once, with two replays side by side.
    let total = UInt64(log.actionCount) * 2 * UInt64(comparisons)
    let progress = Progress("checking", of: total, on: console)
    defer { progress.finish() }
    var done: UInt64 = 0
    check.onStep = { _ in
      done += 1
      progress.advance(to: done)
    }
    var finding = try check.finding()
    finding.cause = finding.divergence.flatMap { Cause($0.evidence) }
    return CheckedLog(
      log: log, finding: finding, unfinished: try log.unfinishedSteps(), processes: 1)
  }
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
        processes > 1
        ? "\(processes) processes" : "\(runs) replays in one process"
      try console.print(
        "\(log.name): " + StyledText("deterministic", .green) + ", \(actions), \(runsText)")
    }
    for step in unfinished {
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
      "processes": processes,
      "compared": finding.compared,
      "unfinished": unfinished,
      "overlaps": overlaps.map { GapRecord($0).json },
      "unshown": finding.unshown.map(\.json),
      "damages": log.damages.map(\.description),
      "skipped": finding.incompatibilities.count,
      "incompatibilities": finding.incompatibilities.json,
      "divergence": finding.divergence?.json(finding),
    ]
  }
}
