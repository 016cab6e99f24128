import PlayheadLog
import PlayheadValues

/// Follows the states of a log from step to step, and writes down what changed.
final class ChangeIndexer {
  /// A block has so many steps at most, so that what is asked of one is soon unpacked, …
  private static let blockSteps: UInt64 = 16_384
  /// … about so many events: some megabytes until they are written, …
  private static let blockEvents = 400_000
  /// … and takes about so long: more than that is not lost where the process ends.
  private static let blockTime = Duration.seconds(1)
  /// The clock is asked every so many steps, as that takes a part of the time of a step.
  private static let clockSteps: UInt64 = 16
  /// So many places of the state are known at once: some ten megabytes.
  static let usualPlaceLimit = 65_536

  private let file: ChangeFile
  private let archive: StateArchive?
  private let replay: Replay
  private let placeLimit: Int
  private var tracking: (tracker: Tracker, drafts: PostingDrafts)?
  private var (first, last): (Step?, Step) = (nil, .initial)
  private var begin = ContinuousClock.now
  /// The stores that changed since the last state that was kept.
  private var changedStores: Set<Int> = []
  private var archiving = ArchivePace()

  /// States go into `archive`. `placeLimit` is how many places are known at once: behind those, what is known of them is given
  /// up.
  init(
    _ file: ChangeFile, _ archive: StateArchive?, _ replay: Replay,
    placeLimit: Int = usualPlaceLimit
  ) {
    (self.file, self.archive, self.replay) = (file, archive, replay)
    self.placeLimit = placeLimit
  }

  /// Takes in what the file lacks, up to the end of the log or to an action that cannot be passed: then it
  /// returns why. What `onStep` throws ends it; what was taken in by then stays.
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

  /// Takes in some steps without a gap, from the state of the first on. The replay is told of each.
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
      if tracking == nil {
        // A state that no action led to, or that the file knows already.
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

  /// Begins to follow the present states.
  private func track() {
    let tracker = Tracker(
      TrackedValue(Array(zip(replay.stores, replay.player.states).map { ($0, $1) })),
      comparing: .declared)
    tracking = (tracker, PostingDrafts(file, root: tracker.root))
  }

  /// Does `body`; if it throws, what was taken in is kept.
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
    guard let (tracker, drafts) = tracking else { return }
    if first == nil { (first, begin) = (step, .now) }
    let states = replay.player.states
    for (place, state) in states.enumerated() {
      let before = drafts.events
      try tracker.advance(place, to: state) { try drafts.note($0, at: step.number) }
      if drafts.events > before { changedStores.insert(place) }
    }
    last = step
    try archiveIfDue(states, at: step)
    if isBlockFull(drafts) { try endBlock() }
    // Nodes and slots stay for as long as their tracker, whatever has gone from the state.
    if drafts.nodes >= placeLimit { track() }
  }

  private func isBlockFull(_ drafts: PostingDrafts) -> Bool {
    guard let first else { return false }
    return drafts.events >= Self.blockEvents || drafts.nodes >= placeLimit
      || last.number - first.number >= Self.blockSteps
      || last.number % Self.clockSteps == 0 && .now - begin >= Self.blockTime
  }

  private func archiveIfDue(_ states: [any Codable & Sendable], at step: Step) throws {
    guard let archive, archiving.isDue(replay.replayTime, replay.policy.spacing) else { return }
    try archiving.note(replay, step) {
      try archive.add(states, at: step) { changedStores.contains($0) }
    }
    changedStores = []
  }

  private func endBlock() throws {
    guard let first, let drafts = tracking?.drafts else { return }
    self.first = nil
    try file.add(first...last, drafts.end())
  }
}

extension ReplayError {
  /// Whether it is about an action that the replay cannot get past.
  fileprivate var isImpassable: Bool {
    switch self {
    case .traps, .undecodableState: true
    default: isMisfit
    }
  }
}
