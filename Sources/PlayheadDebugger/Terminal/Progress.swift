/// How far long work has come, on one line of standard error that goes away when the work is done.
/// Nothing is shown unless standard error is a terminal.
///
///     let progress = Progress("replaying", of: count, on: console)
///     defer { progress.finish() }
///     for step in 1...count { …; progress.advance(to: step) }
package final class Progress {
  /// Shorter work shows nothing: a line that only flickers is no use.
  private static let delay = Duration.milliseconds(400)
  /// Four updates a second can be read; more cannot.
  private static let interval = Duration.milliseconds(250)
  /// The clock is read this often over the whole work, so that `advance` may be called per action.
  private static let looks: UInt64 = 2_000
  /// But at least once in this many steps, which may take a tenth of a second.
  private static let longestWait: UInt64 = 1_000

  /// The time to go is a guess, and in the first seconds a bad one.
  private static let firstGuess = Duration.seconds(2)

  private let console: Console
  private let title: String
  private let total: UInt64
  private let unit: Unit
  private let now: () -> Duration
  private let start: Duration
  private var nextLook: UInt64 = 0
  private var nextUpdate: Duration

  /// What is counted.
  package enum Unit: String { case actions, bytes, sessions, steps, values }

  /// Starts to show the progress of `title` (`replaying`) on the way to `total`. `now` is the time
  /// since any fixed moment.
  package init(
    _ title: String, of total: UInt64, _ unit: Unit = .steps, on console: Console,
    now: @escaping () -> Duration = Progress.uptime
  ) {
    self.title = title
    self.total = total
    self.unit = unit
    self.console = console
    self.now = now
    start = now()
    nextUpdate = start + Self.delay
  }

  /// Says that `done` of the total is done.
  package func advance(to done: UInt64) {
    guard console.showsProgress, done >= nextLook else { return }
    nextLook = done + min(max(1, total / Self.looks), Self.longestWait)
    let time = now()
    guard time >= nextUpdate else { return }
    nextUpdate = time + Self.interval
    // A progress line that cannot be shown is no reason to stop the work.
    try? console.showTransientLine(line(done, after: time - start))
  }

  /// Takes the line away.
  package func finish() {
    try? console.eraseTransientLine()
  }

  private func line(_ done: UInt64, after time: Duration) -> String {
    guard total > 0 else { return "\(title) \(amount(done)) \(unit)" }
    // A search that finds something looks closer at it, which comes on top.
    let done = min(done, total)
    let share = Double(done) / Double(total)
    let amounts =
      unit == .bytes
      ? "\(amount(done)) of \(amount(total))" : "\(amount(done)) of \(amount(total)) \(unit)"
    return "\(title) \(UInt64(share * 100))% (\(amounts))\(timeToGo(share, after: time))"
  }

  private func amount(_ number: UInt64) -> String {
    unit == .bytes ? Format.bytes(number) : Format.count(number)
  }

  /// As if it went on as fast as so far.
  private func timeToGo(_ share: Double, after time: Duration) -> String {
    guard time >= Self.firstGuess, share > 0, share < 1 else { return "" }
    let seconds = time / .seconds(1) * (1 - share) / share
    guard seconds < 1_000_000 else { return "" }
    return ", \(Format.duration(wholeSeconds: UInt64(seconds.rounded(.up)))) to go"
  }

  /// The time since the program first asked.
  package static func uptime() -> Duration {
    beginning.duration(to: .now)
  }

  private static let beginning = ContinuousClock.now
}
