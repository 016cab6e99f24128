package import PlayheadReading
package import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// A part of a log in order: actions, and the notes and gaps between them.
struct Listing {
  enum Item {
    case action(LogEntry)
    case note(Note)
    case gap(Gap)
    case resumption(Resumption)
    case stores(StoreChange)
  }

  let steps: ClosedRange<Step>
  /// The types of the actions; empty for all.
  let types: Set<String>
  let limit: Int?
  /// Finds the actions, which must then also be of `types`; nil to list all actions.
  var search: Search?
  /// The place that the actions must change; nil for any.
  var place: ChangedPath?
  /// Called for each action that is read.
  var onLook: (Step) throws -> Void = { _ in }

  init(steps: ClosedRange<Step>, types: Set<String>, limit: Int?) {
    (self.steps, self.types, self.limit) = (steps, types, limit)
  }

  private struct Full: Error {}

  /// Calls `body` with the actions, and with the notes and gaps in their places.
  func forEachItem(of log: any ActionSource, _ body: (Item) throws -> Void) throws {
    // Who looks for certain actions does not look for stores.
    var annotations = log.annotations(
      in: steps, withStores: types.isEmpty && search == nil)[...]
    var count = 0
    do {
      func giveAnnotations(before step: Step) throws {
        while let annotation = annotations.first, annotation.step < step {
          annotations.removeFirst()
          try body(annotation.item)
        }
      }
      // Steps known to be lost are among the annotations.
      try forEachAction(of: log) { damage in
        guard let lost = damage.steps else { return }
        try giveAnnotations(before: lost.lowerBound)
        let reason: GapReason = damage.isMemoryLimit ? .unread : .damaged
        try body(.gap(Gap(steps: lost, reason: reason)))
      } _: { entry in
        try giveAnnotations(before: entry.step)
        try body(.action(entry))
        count += 1
        // The next action may be far.
        if let limit, count >= limit { throw Full() }
      }
    } catch is Full {
      return
    }
    for annotation in annotations { try body(annotation.item) }
  }

  private func forEachAction(
    of log: any ActionSource, onDamage: (ReadingError.Damage) throws -> Void,
    _ body: (LogEntry) throws -> Void
  ) throws {
    if let place { return try forEachChange(of: place, in: log, body) }
    guard let search else {
      return try log.forEachEntry(in: steps, onDamage: onDamage) { entry in
        try onLook(entry.step)
        if types.isEmpty || types.contains(entry.type.name) { try body(entry) }
      }
    }
    let recorded = log.steps
    try search.forEachStop(in: steps, onDamage: onDamage) { stop in
      // The condition may hold in a state that no action led to.
      if recorded.run(holding: stop.step) != nil { try body(log.entry(at: stop.step)) }
    }
  }

  /// Calls `body` with the listed actions that changed the value at a place.
  private func forEachChange(
    of place: ChangedPath, in log: any ActionSource, _ body: (LogEntry) throws -> Void
  ) throws {
    try place.forEachAction(in: steps, of: log) { entry in
      guard types.isEmpty || types.contains(entry.type.name) else { return }
      if try search?.stop(at: entry.step) == nil, search != nil { return }
      try body(entry)
    }
  }
}

extension ActionSource {
  /// Notes, changes of stores, gaps, lost steps and resumptions, with the steps after which they come.
  fileprivate func annotations(
    in steps: ClosedRange<Step>, withStores: Bool = true
  ) -> [(step: Step, item: Listing.Item)] {
    let known = readableNotesAndGaps()
    let notes = known.notes.filter { steps.contains($0.step) }
      .map { (step: $0.step, item: Listing.Item.note($0)) }
    let changes = (withStores ? storeChanges : []).filter { steps.contains($0.step) }
      .map { (step: $0.step, item: Listing.Item.stores($0)) }
    let gaps = (known.gaps + lostGaps).filter { $0.steps.overlaps(steps) }
      .map { (step: $0.steps.upperBound, item: Listing.Item.gap($0)) }
    let resumptions = resumptions.filter { steps.contains($0.step.next) }
      .map { (step: $0.step, item: Listing.Item.resumption($0)) }
    // Sorting does not keep the order of equal items, so their places here decide.
    return (gaps + notes + changes + resumptions).enumerated()
      .sorted { ($0.element.step, $0.offset) < ($1.element.step, $1.offset) }.map(\.element)
  }
}

extension LogReader {
  /// What is between the actions, each part with the step after which it comes, in order.
  package func partsBetweenActions() throws -> [(step: Step, part: ActionsRequest.Part)] {
    try annotations(in: initialStep...lastCountedStep).map { step, item in
      (step, try ActionsRequest.Part(item, of: self, nil, nil, changes: nil))
    }
  }
}

/// A path with listed changes.
struct ChangedPath {
  let path: StatePath
  let replay: Replay
  let index: ChangeIndex

  /// Throws if no value ever was at `path`.
  init(_ path: StatePath, _ replay: Replay, _ index: ChangeIndex) throws {
    (self.path, self.replay, self.index) = (path, replay, index)
    try path.requireStore(among: replay.stores)
    if try index.nextTouch(of: path, after: .initial) == nil {
      let last = replay.reachableSteps.last?.upperBound ?? replay.position
      _ = try replay.part(at: path, of: index.end == nil ? last : index.lastStep)
    }
  }

  /// Calls `body` with every action in `steps` that changed the value at the place.
  func forEachAction(
    in steps: ClosedRange<Step>, of log: any ActionSource, _ body: (LogEntry) throws -> Void
  ) throws {
    var step = steps.lowerBound.previous ?? .initial
    while let change = try index.nextChange(at: path, after: step, upTo: steps.upperBound) {
      step = change.step
      // A state may also have changed in a gap, or with its store.
      guard log.steps.run(holding: step) != nil, !replay.adds(storeOf: path, rightAfter: step)
      else { continue }
      try body(log.entry(at: step))
    }
    try index.require(steps.upperBound)
  }
}
