import PlayheadFiles
import PlayheadLog
import PlayheadReplay

/// Checks a log within this process, where no other can be started.
struct OneProcessCheck {
  let apps: Apps
  let reading: Reading
  let runs: Int

  /// What replays of the log in this process tell.
  func run(_ log: LogReader, _ console: Console) throws -> CheckedLog {
    try apps.explaining(log) { try checked(log, console) }
  }

  private func checked(_ log: LogReader, _ console: Console) throws -> CheckedLog {
    guard let app = apps.recorder(of: log) else { throw apps.unknownApp(of: log) }
    var check = DeterminismCheck(log, of: app, reading: reading)
    let comparisons = max(runs / 2, 1)
    check.comparisons = comparisons
    // What is damaged is not replayed, and does not count.
    try log.findDamage()
    // Each comparison goes once through the log, with two replays side by side.
    let total = UInt64(log.actionCount) * 2 * UInt64(comparisons)
    let progress = Progress("checking", of: total, on: console)
    defer { progress.finish() }
    var finding = CheckFinding()
    check.onMisfit = { type, step in finding.misfits.add(type, at: step) }
    var done: UInt64 = 0
    check.onStep = { _ in
      done += 1
      progress.advance(to: done)
    }
    var reached: Step?
    check.onRun = { run in
      if let reached, run.upperBound <= reached { return }
      reached = run.upperBound
      finding.compared += run.upperBound.number - run.lowerBound.number
    }
    finding.divergence = try check.run()
    finding.cause = finding.divergence.flatMap { Cause($0.evidence) }
    return CheckedLog(
      log: log, finding: finding, unfinished: try log.unfinishedSteps(), processes: 1)
  }
}
