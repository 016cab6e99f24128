import PlayheadLog

/// When states are kept in the file: whenever plain replaying would have taken so long since the last one.
///
/// While changes are followed replaying takes several times as long, as the states before are still there and what
/// an action changes has to be copied. So now and then a stretch is replayed alone, and timed.
struct ArchivePace {
  /// Every so many states: to replay a stretch takes about a hundredth of the time until then.
  private static let interval = 8

  private var count = 0
  /// How long replaying had taken when the last state was kept.
  private var last = Duration.zero
  /// How long keeping it took: no more time is spent on that than on replaying.
  private var keeping = Duration.zero
  /// How much of the time that replaying takes now plain replaying would take.
  private var share = 1.0
  /// The states with which the stretch that is to be timed begins.
  private var start: (step: Step, states: [any Codable & Sendable])?

  /// Whether a state is to be kept, when replaying has taken `time` so far.
  func isDue(_ time: Duration, _ spacing: Duration) -> Bool {
    let since = time - last
    return since >= keeping && since * share >= spacing
  }

  /// Keeps the states of `step`, those of `replay`, by `keep`.
  mutating func note(_ replay: Replay, _ step: Step, _ keep: () throws -> Void) throws {
    let time = replay.replayTime
    if let start {
      let plain = try replay.timeOfReplaying(from: start.step, start.states)
      share = min(1, max(plain / (time - last), Self.leastShare))
    }
    let begin = ThreadClock.now()
    try keep()
    keeping = ThreadClock.now() - begin
    last = time
    start = count % Self.interval == 0 ? (step, replay.player.states) : nil
    count += 1
  }

  /// A stretch that seems quicker was not timed rightly.
  private static let leastShare = 0.05
}

extension Replay {
  /// How long it takes to replay to the present position from the states of a step before it, without a gap. The
  /// stores are then as they were.
  fileprivate func timeOfReplaying(
    from step: Step, _ states: [any Codable & Sendable]
  ) throws -> Duration {
    let (present, position) = (player.states, position)
    try timeline.restore(states, at: step)
    let begin = ThreadClock.now()
    try timeline.play(from: step, to: position) { _, _ in }
    let taken = ThreadClock.now() - begin
    try timeline.restore(present, at: position)
    return taken
  }
}
