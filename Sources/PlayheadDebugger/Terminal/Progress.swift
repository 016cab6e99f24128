/// The progress of long work, on one line of standard error that disappears when the work is done. Shows
/// nothing unless standard error is a terminal.
///
///     let progress = Progress("replaying", of: count, on: console)
///     defer { progress.finish() }
///     for step in 1...count { …; progress.advance(to: step) }
package final class Progress {
  /// Shorter work shows nothing, because the line would only flicker.
  private static let delay = Duration.milliseconds(400)
  /// Four updates a second are readable; more are not.
  private static let interval = Duration.milliseconds(250)
  /// How often to read the clock in all, so that callers can call `advance` for each action.
  private static let looks: UInt64 = 2_000
  /// The most steps between two reads of the clock. They may take a tenth of a second.
  private static let longestWait: UInt64 = 1_000

  /// Shows no estimate before this time, because early estimates are bad.
  private static let firstGuess = Duration.seconds(2)

  private let console: Console
  private let title: String
  private let total: UInt64
  private let unit: Unit
  private let now: () -> Duration
  private let start: Duration
  private var nextLook: UInt64 = 0
  private var nextUpdate: Duration

  package enum Unit: String { case actions, bytes, sessions, steps, values }

  /// Starts to show the progress of `title` (`replaying`) toward `total`. `now` is the time since any fixed
  /// moment.
  package init(
    _ title: String, of total: UInt64, _ unit: Unit = .steps, on console: Console,
    now: @escaping () -> Duration = Progress.uptime
  ) {
    (self.title, self.total, self.unit) = (title, total, unit)
    (self.console, self.now, start) = (console, now, now())
    nextUpdate = start + Self.delay
  }

  /// Updates the progress to `done` of the total. Cheap enough to call for each action.
  package func advance(to done: UInt64) {
    guard console.showsProgress, done >= nextLook else { return }
    nextLook = done + min(max(1, total / Self.looks), Self.longestWait)
    let time = now()
    guard time >= nextUpdate else { return }
    nextUpdate = time + Self.interval
    // A failure to show the line must not stop the work.
    try? console.showTransientLine(line(done, after: time - start))
  }

  package func finish() {
    try? console.eraseTransientLine()
  }

  private func line(_ done: UInt64, after time: Duration) -> String {
    guard total > 0 else { return "\(title) \(amount(done)) \(unit)" }
    // A search that finds something does extra work, beyond the total.
    let done = min(done, total)
    let share = Double(done) / Double(total)
    let amounts = "\(amount(done)) of \(amount(total))" + (unit == .bytes ? "" : " \(unit)")
    return "\(title) \(UInt64(share * 100))% (\(amounts))\(timeToGo(share, after: time))"
  }

  private func amount(_ number: UInt64) -> String {
    unit == .bytes ? Format.bytes(number) : Format.count(number)
  }

  /// Assumes the speed so far.
  private func timeToGo(_ share: Double, after time: Duration) -> String {
    guard time >= Self.firstGuess, share > 0, share < 1 else { return "" }
    let seconds = time / .seconds(1) * (1 - share) / share
    guard seconds < 1_000_000 else { return "" }
    return ", \(Format.duration(wholeSeconds: UInt64(seconds.rounded(.up)))) to go"
  }

  /// The time since the first call.
  package static func uptime() -> Duration {
    beginning.duration(to: .now)
  }

  private static let beginning = ContinuousClock.now
}
