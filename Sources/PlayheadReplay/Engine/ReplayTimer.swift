import Foundation

/// Measures replay time by the thread's own time, reading the clock only now and then. Pauses do not count.
struct ReplayTimer {
  /// The time of the actions since the last restart, at the last look at the clock.
  private(set) var elapsed = Duration.zero
  /// The time of all actions so far.
  private(set) var total = Duration.zero
  /// The time per action at the last look at the clock; nil before.
  private(set) var perAction: Duration?
  private let look: Duration
  private var start = ThreadClock.now()
  private var passed = 0
  private var stride = 1
  private var paused = Duration.zero

  /// The most actions between two looks at the clock: the next action may be slow.
  private static let longestStride = 1_024

  /// Reads the clock about once in `look`.
  init(look: Duration) { self.look = look }

  /// Counts from zero again.
  mutating func restart() {
    elapsed = .zero
    begin()
  }

  /// Continues after other work.
  mutating func begin() {
    (passed, paused) = (0, .zero)
    start = ThreadClock.now()
  }

  /// Counts an action. Returns true if it read the clock, so that ``elapsed`` is right.
  mutating func countAction() -> Bool {
    passed += 1
    guard passed >= stride else { return false }
    let time = ThreadClock.now()
    let taken = time - start - paused
    count(taken)
    // Keeps the next look in time even if actions get slower by then.
    stride = taken < look / 2 ? min(stride * 2, Self.longestStride) : max(1, stride / 2)
    (start, passed, paused) = (time, 0, .zero)
    return true
  }

  /// Counts the actions since the last look.
  mutating func end() {
    guard passed > 0 else { return }
    let time = ThreadClock.now()
    count(time - start - paused)
    (start, passed, paused) = (time, 0, .zero)
  }

  private mutating func count(_ taken: Duration) {
    let taken = max(taken, .zero)
    elapsed += taken
    total += taken
    perAction = taken / passed
  }

  /// Counts a single action, which took `taken`.
  mutating func countAction(taking taken: Duration) {
    elapsed += taken
    total += taken
    // Single actions differ: the mean of the last ones says more.
    perAction = perAction.map { ($0 * 15 + taken) / 16 } ?? taken
  }

  // MARK: Pauses

  /// Leaves out the time since `begin`.
  mutating func exclude(since begin: Duration) { paused += ThreadClock.now() - begin }

  /// Begins other work. Returns when it began if its time is to be measured.
  mutating func beginPause() -> Duration? {
    unmeasured += 1
    return unmeasured >= pausesPerLook ? ThreadClock.now() : nil
  }

  /// Leaves out the time since a measured pause began. The pauses before it that were not measured count as long as it
  /// took, but as short ones at most.
  mutating func endPause(since begin: Duration) {
    let taken = ThreadClock.now() - begin
    paused += taken + min(taken, Self.shortPause) * (unmeasured - 1)
    unmeasured = 0
    pausesPerLook = taken > Self.shortPause ? 1 : Self.shortPausesPerLook
  }

  /// The pauses since the last that was measured.
  private var unmeasured = 0
  private var pausesPerLook = 1
  /// A pause that takes less is not worth a look at the clock each time.
  private static let shortPause = Duration.microseconds(20)
  private static let shortPausesPerLook = 16
}

/// The time since some moment. Reading it takes some ten nanoseconds.
enum WallClock {
  static func now() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

/// The processor time of the current thread. Reading it takes some hundred nanoseconds.
enum ThreadClock {
  static func now() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
