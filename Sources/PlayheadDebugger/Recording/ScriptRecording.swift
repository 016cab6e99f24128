import Foundation
import PlayheadFlux
import PlayheadLog
import PlayheadRecorder
import PlayheadTerminal
import PlayheadReplay

/// Records a script as fast as possible, with the script's own times in the log.
struct ScriptRecording {
  private let plan: RecordingPlan
  private let script: [TimedAction]
  /// The time of each action in nanoseconds since 1970; `nil` if the script has none.
  private let times: [Int64?]
  private let digest: InputDigest
  private let console: Console

  init(
    _ plan: RecordingPlan, _ script: [TimedAction], _ digest: InputDigest, _ console: Console
  ) throws {
    self.plan = plan
    self.script = script
    self.digest = digest
    self.console = console
    times = try script.enumerated().map { number, action in
      guard let time = action.time else { return nil }
      guard let nanoseconds = time.wholeNanoseconds else {
        throw CommandFailure.badTime(action: number + 1)
      }
      return nanoseconds
    }
  }

  /// Performs the script.
  func run() throws -> RecordingEnding {
    let clock = ManualClock()
    if let start = times.lazy.compactMap(\.self).first { clock.set(wall: start) }
    let progress = Progress("recording", of: UInt64(script.count), .actions, on: console)
    defer { progress.finish() }
    return try plan.record(
      inputs: inputs(clock), session: digest.uuid, clock: clock, waits: true, console
    ) { app in
      for (number, action) in script.enumerated() {
        if let time = times[number] { clock.set(wall: time) }
        app.dispatcher.dispatch(action.action)
        progress.advance(to: UInt64(number + 1))
      }
    }
  }

  /// Inputs that depend only on the script, so that the same script gives the same log.
  private func inputs(_ clock: ManualClock) -> SystemInputs {
    var inputs = SystemInputs.seeded(digest.high)
    inputs.now = { Date(timeIntervalSince1970: Double(clock.now.wall) / 1e9) }
    return inputs
  }
}

extension Duration {
  /// The duration in whole nanoseconds, rounded toward zero; `nil` if it does not fit.
  fileprivate var wholeNanoseconds: Int64? {
    let (seconds, attoseconds) = components
    let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, overflowsToo) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflows || overflowsToo ? nil : sum
  }
}
