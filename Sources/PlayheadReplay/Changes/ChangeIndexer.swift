import PlayheadCoding
import PlayheadLog

/// Follows the states of a log from step to step, and writes down what changed.
final class ChangeIndexer {
  /// A block has so many steps at most, so that what is asked of one is soon unpacked, …
  private static let blockSteps: UInt64 = 16_384
  /// … and about so many events: some megabytes until they are written.
  private static let blockEvents = 400_000
  /// What takes more bytes is not kept in the index: it is in the states.
  private static let valueLimit = 24

  private let file: ChangeFile
  private let archive: StateArchive
  private let replay: Replay
  private var tracker: Tracker?
  private var slots: [Slot] = []
  /// The slots by the paths' numbers: all elements of a list are one path.
  private var numbers: [Int64: Int] = [:]
  private var drafts: [(path: Int64, posting: Posting)] = []
  private var draftSlots: [Int] = []
  private var events = 0
  private var (first, last): (Step?, Step) = (nil, .initial)
  private var places: [Int] = []
  /// The stores that changed since the last state that was kept.
  private var changedStores: Set<Int> = []
  /// How long replaying had taken then.
  private var archived = Duration.zero
  /// How long keeping it took: no more time is spent on that than on replaying.
  private var archiving = Duration.zero

  /// A path that was met.
  private struct Slot {
    var path: Int64
    var lists: Int
    /// The number of its posting in the present block; -1 without one.
    var draft = -1
  }

  init(_ file: ChangeFile, _ archive: StateArchive, _ replay: Replay) {
    (self.file, self.archive, self.replay) = (file, archive, replay)
  }

  /// Takes in what the file lacks, up to the end of the log. What `onStep` throws ends it; the blocks
  /// that are whole by then stay.
  func run(_ onStep: (Step) throws -> Void) throws {
    defer { file.giveUpBlock() }
    var done = try file.lastStep
    while let run = replay.reachableSteps.first(where: { run in
      done.map { run.upperBound > $0 } ?? true
    }) {
      if tracker == nil { try begin(at: done ?? run.lowerBound) }
      do {
        if replay.position < run.lowerBound {
          try replay.go(to: run.lowerBound)
          try take(run.lowerBound)
        }
        try replay.follow(to: run.upperBound) { step in
          try take(step)
          try onStep(step)
        }
        done = run.upperBound
      } catch LogError.damaged where replay.learnOfDamage() {
        done = replay.position
      }
    }
    try endBlock()
  }

  /// Sets out from a state that no action led to, or that the file knows already.
  private func begin(at step: Step) throws {
    try replay.go(to: step)
    let tracker = Tracker(
      TrackedValue(Array(zip(replay.stores, replay.player.states).map { ($0, $1) })),
      comparing: .declared)
    tracker.root.tag = 0
    slots = [Slot(path: ChangeFile.root, lists: 0)]
    numbers = [ChangeFile.root: 0]
    self.tracker = tracker
  }

  // MARK: Steps

  private func take(_ step: Step) throws {
    guard let tracker else { return }
    if first == nil {
      try file.beginBlock()
      first = step
    }
    let states = replay.player.states
    for (place, state) in states.enumerated() {
      let before = events
      try tracker.advance(place, to: state) { try note($0, at: step.number) }
      if events > before { changedStores.insert(place) }
    }
    last = step
    try archiveIfDue(states, at: step)
    if events >= Self.blockEvents || step.number - (first ?? step).number >= Self.blockSteps {
      try endBlock()
    }
  }

  private func archiveIfDue(_ states: [any Codable & Sendable], at step: Step) throws {
    guard replay.replayTime - archived >= max(replay.policy.spacing, archiving) else { return }
    archiving = try ContinuousClock().measure {
      try archive.add(states, at: step) { changedStores.contains($0) }
    }
    changedStores = []
    archived = replay.replayTime
  }

  private func note(_ change: TrackedChange, at step: UInt64) throws {
    switch change {
    case .replaced(let place, _, let new):
      try note(step, .set, at: place, try new.value(upTo: Self.valueLimit))
    case .removed(let container, _, let component, _):
      try note(step, .removed, at: container.child(component), nil)
    case .added(let container, _, let component, let part):
      try note(
        step, .added, at: container.child(component), try part.value(upTo: Self.valueLimit))
    }
  }

  private func note(
    _ step: UInt64, _ event: Posting.Event, at place: TrackedPlace, _ value: Value?
  ) throws {
    places.removeAll(keepingCapacity: true)
    collectPlaces(of: place)
    try append(step, event, at: place, value)
    var ancestor = place.parent
    while let place = ancestor {
      try append(step, .inside, at: place, nil)
      ancestor = place.parent
    }
  }

  /// The places in lists on the way, from the outside in.
  private func collectPlaces(of place: TrackedPlace) {
    if let parent = place.parent { collectPlaces(of: parent) }
    if case .index(let index)? = place.component { places.append(index) }
  }

  private func append(
    _ step: UInt64, _ event: Posting.Event, at place: TrackedPlace, _ value: Value?
  ) throws {
    let number = try slot(of: place)
    if slots[number].draft < 0 {
      slots[number].draft = drafts.count
      drafts.append((slots[number].path, Posting(lists: slots[number].lists)))
      draftSlots.append(number)
    }
    drafts[slots[number].draft].posting.append(step, event, at: places, value)
    events += 1
  }

  /// The number of a path's slot, which is its tag.
  private func slot(of place: TrackedPlace) throws -> Int {
    if place.tag >= 0 { return place.tag }
    guard let parent = place.parent, let component = place.component else { return 0 }
    let outer = slots[try slot(of: parent)]
    var lists = outer.lists
    if case .index = component { lists += 1 }
    let path = try file.makePath(outer.path, component)
    if let known = numbers[path] {
      place.tag = known
    } else {
      place.tag = slots.count
      slots.append(Slot(path: path, lists: lists))
      numbers[path] = place.tag
    }
    return place.tag
  }

  private func endBlock() throws {
    guard let first else { return }
    try file.endBlock(first...last, drafts)
    for slot in draftSlots { slots[slot].draft = -1 }
    (drafts, draftSlots, events, self.first) = ([], [], 0, nil)
  }
}
