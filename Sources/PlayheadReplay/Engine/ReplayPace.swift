import Foundation

/// How long replaying takes, by the thread's own time, without asking the clock at every action. Time between pauses is not
/// counted.
struct ReplayPace {
  private let now: () -> Duration
  /// How long the actions since the last restart took, as far as the clock was asked.
  private(set) var elapsed = Duration.zero
  /// How long all actions took so far.
  private(set) var total = Duration.zero
  /// What one action takes, by the last look at the clock; nil before.
  private(set) var perAction: Duration?
  private let look: Duration
  private var start: Duration
  private var passed = 0
  private var stride = 1
  private var paused = Duration.zero

  /// The largest number of actions between two looks at the clock; the next one may be slow.
  private static let longestStride = 1_024

  /// The clock is asked about once in `look`.
  init(look: Duration, now: @escaping () -> Duration = ThreadClock.now) {
    (self.look, self.now) = (look, now)
    start = now()
  }

  /// Begins to count again.
  mutating func restart() {
    elapsed = .zero
    begin()
  }

  /// Goes on after something else was done.
  mutating func begin() {
    (passed, paused) = (0, .zero)
    start = now()
  }

  /// Counts an action. True if the clock was asked, and ``elapsed`` is right.
  mutating func pass() -> Bool {
    passed += 1
    guard passed >= stride else { return false }
    let time = now()
    let taken = time - start - paused
    count(taken)
    // So that the next look comes in time, even if actions get slower by then.
    stride = taken < look / 2 ? min(stride * 2, Self.longestStride) : max(1, stride / 2)
    (start, passed, paused) = (time, 0, .zero)
    return true
  }

  /// Counts what was replayed since the last look.
  mutating func end() {
    guard passed > 0 else { return }
    let time = now()
    count(time - start - paused)
    (start, passed, paused) = (time, 0, .zero)
  }

  private mutating func count(_ taken: Duration) {
    elapsed += taken
    total += taken
    perAction = taken / passed
  }

  /// Leaves out what was done since `moment`, which was the present one.
  mutating func leaveOut(since moment: Duration) {
    paused += now() - moment
  }

  /// The present moment.
  var moment: Duration { now() }
}

/// The processor time of the present thread. Asking for it takes some hundred nanoseconds.
enum ThreadClock {
  static func now() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
