import PlayheadCoding
import PlayheadLog
import PlayheadValues

/// Follows the states of a log from step to step, and writes down the changes.
final class ChangeIndexer {
  /// The most steps of a block, so that reading a block is quick, …
  private static let blockSteps: UInt64 = 16_384
  /// … the approximate limit of its events, which take some megabytes until they are written, …
  private static let blockEvents = 400_000
  /// … and its time limit: a process that ends loses no more than that.
  private static let blockTime = Duration.seconds(1)
  /// The number of steps between two clock reads: a read takes a part of a step's time.
  private static let clockSteps: UInt64 = 16

  private let file: ChangeFile
  private let archive: StateArchive?
  private let replay: Replay
  private let drafts: PostingDrafts
  private var tracker: Tracker?
  private var (first, last): (Step?, Step) = (nil, .initial)
  private var begin = ContinuousClock.now
  /// The stores that changed since the last kept state.
  private var changedStores: Set<Int> = []
  private var archiving = ArchivePace()

  /// Keeps states in `archive`, if there is one.
  init(_ file: ChangeFile, _ archive: StateArchive?, _ replay: Replay) {
    (self.file, self.archive, self.replay) = (file, archive, replay)
    drafts = PostingDrafts(file)
  }

  /// Adds what the file lacks, up to the end of the log or to an action that cannot be passed, and returns
  /// why it ends there. Throw from `onStep` to stop; the steps until then stay in the file.
  func run(_ onStep: (Step) throws -> Void) throws -> ReplayError? {
    var end: ReplayError?
    do {
      try takeAll(onStep)
    } catch let error as ReplayError where error.isImpassable {
      end = error
    }
    try endBlock()
    return end
  }

  /// Adds consecutive steps, from the state of the first on. Calls the replay's `onStep` for each.
  func run(in steps: ClosedRange<Step>) throws {
    try replay.go(to: steps.lowerBound)
    track()
    try replay.follow(to: steps.upperBound) { step in
      try take(step)
      try replay.onStep(step)
    }
    try endBlock()
  }

  private func takeAll(_ onStep: (Step) throws -> Void) throws {
    var done = file.lastStep
    while let run = replay.reachableSteps.first(where: { run in
      done.map { run.upperBound > $0 } ?? true
    }) {
      if tracker == nil {
        // The state after a gap, or the last state that the file has.
        try replay.go(to: done ?? run.lowerBound)
        track()
      }
      do {
        if replay.position < run.lowerBound {
          try replay.go(to: run.lowerBound)
          try take(run.lowerBound)
        }
        try replay.follow(to: run.upperBound) { step in
          try take(step)
          try keepingBlock { try onStep(step) }
        }
        done = run.upperBound
      } catch LogError.damaged where replay.learnOfDamage() {
        done = replay.position
      }
    }
  }

  /// Starts tracking the current states.
  private func track() {
    tracker = Tracker(zip(replay.stores, replay.player.states).map { ($0, $1) })
  }

  /// Runs `body`. If it throws, the steps so far are kept.
  private func keepingBlock(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch {
      try endBlock()
      throw error
    }
  }

  // MARK: Steps

  private func take(_ step: Step) throws {
    guard let tracker else { return }
    if first == nil { (first, begin) = (step, .now) }
    let states = replay.player.states
    for (place, state) in states.enumerated() {
      let before = drafts.events
      if let refused = try tracker.advance(place, to: state, { drafts.note($0, at: step.number) }) {
        file.noteUnshown(
          replay.stores[place], at: step, because: refusal(refused.error), isWhole: refused.isWhole)
      }
      if drafts.events > before { changedStores.insert(place) }
    }
    last = step
    try archiveIfDue(states, at: step)
    if isBlockFull { try endBlock() }
  }

  private var isBlockFull: Bool {
    guard let first else { return false }
    return drafts.events >= Self.blockEvents
      || last.number - first.number >= Self.blockSteps
      || last.number % Self.clockSteps == 0 && .now - begin >= Self.blockTime
  }

  private func archiveIfDue(_ states: [any Codable & Sendable], at step: Step) throws {
    guard let archive, archiving.isDue(replay.replayTime, replay.policy.spacing) else { return }
    do {
      try archiving.note(replay, step) {
        try archive.add(states, at: step) { changedStores.contains($0) }
      }
      changedStores = []
    } catch let error where !(error is IndexFault || error is ReplayError || error is LogError) {
      // A state that cannot be encoded is not kept. A later one is.
      archiving.skip(replay)
    }
  }

  private func endBlock() throws {
    guard let first else { return }
    self.first = nil
    file.note(replay.stateMismatch)
    try file.add(first...last, drafts.end())
  }
}

extension ReplayError {
  /// Whether the replay cannot get past an action.
  fileprivate var isImpassable: Bool {
    switch self {
    case .traps, .undecodableState: true
    default: isIncompatibility
    }
  }
}

/// When to keep states in the file: when plain replaying would have taken `spacing` since the last one.
///
/// Tracking changes makes replaying several times as slow, because changed parts have to be copied. So now
/// and then a stretch is replayed alone and timed.
struct ArchivePace {
  /// How many states pass between two timed stretches: timing costs about a hundredth of the time.
  private static let interval = 8

  private var count = 0
  /// The replay time when the last state was kept.
  private var last = Duration.zero
  /// How long keeping it took. Keeping never takes more time than replaying.
  private var keeping = Duration.zero
  /// The share of the present replay time that plain replaying would take.
  private var share = 1.0
  /// The first step and states of the stretch to be timed.
  private var start: (step: Step, states: [any Codable & Sendable])?

  /// Whether to keep a state after a total replay time of `time`.
  func isDue(_ time: Duration, _ spacing: Duration) -> Bool {
    let since = time - last
    return since >= keeping && since * share >= spacing
  }

  /// Keeps the current states of `replay`, which are those of `step`, by calling `keep`.
  mutating func note(_ replay: Replay, _ step: Step, _ keep: () throws -> Void) throws {
    let time = replay.replayTime
    if let start, let plain = try replay.timeOfReplaying(from: start.step, start.states) {
      share = min(1, max(plain / (time - last), Self.leastShare))
    }
    let begin = ThreadClock.now()
    try keep()
    keeping = ThreadClock.now() - begin
    last = time
    start = count % Self.interval == 0 ? (step, replay.player.states) : nil
    count += 1
  }

  /// Waits as long as after a kept state.
  mutating func skip(_ replay: Replay) { (last, start) = (replay.replayTime, nil) }

  /// A smaller share would mean that the timing went wrong.
  private static let leastShare = 0.05
}

extension Replay {
  /// How long replaying to the current position takes from the states of an earlier step; nil if actions
  /// between them are missing or damaged. Restores the stores afterwards.
  fileprivate func timeOfReplaying(
    from step: Step, _ states: [any Codable & Sendable]
  ) throws -> Duration? {
    let (present, position) = (player.states, position)
    try timeline.restore(states, at: step)
    let begin = ThreadClock.now()
    let isWhole = (try? timeline.play(from: step, to: position) { _, _ in }) != nil
    let taken = ThreadClock.now() - begin
    try timeline.restore(present, at: position)
    return isWhole ? taken : nil
  }
}
