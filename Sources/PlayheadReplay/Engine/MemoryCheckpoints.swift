import PlayheadLog

/// States kept while replaying, to seek faster: copies of values, which share what did not change.
///
/// One is kept whenever replaying took so long since the one before, so that whoever goes to a step waits
/// about as long at most, be the actions many or slow. When they take more memory than they may, they
/// are thinned out, and the next ones come at longer intervals.
struct MemoryCheckpoints {
  /// Without a gauge of the heap there are no more than this.
  private static let limitWithoutGauge = 256
  /// Of more than so many one in eight is let go of to learn what they take, of fewer every other one.
  private static let many = 16

  /// How many bytes they may take, where there are no others.
  private let byteLimit: Int
  /// Whether a file has states as well, and these are only where it lacks some: then they may take an eighth.
  var isFileBeside = false
  /// How long replaying takes from one to the next.
  private(set) var spacing: Duration
  private(set) var entries: [Entry] = []
  private let heap: @Sendable () -> Int?
  /// What the heap would have without them. It is asked for with the first of them: a session that is over
  /// before needs no look at the heap, which takes up to 20 ms where that is fragmented.
  private var base: Int?
  private var nextWeighing = 2

  struct Entry {
    var step: Step
    var states: [any Codable & Sendable]
    /// ``Replay/approximateSince`` there.
    var approximateSince: Step?
    /// How long it took to get there from the one before.
    var cost: Duration
  }

  init(_ policy: CheckpointPolicy) {
    (byteLimit, spacing, heap) = (policy.bytes, policy.spacing, policy.heap)
  }

  /// Whether a state is worth keeping that replaying took `elapsed` to get to since the last one.
  func wants(_ step: Step, after elapsed: Duration) -> Bool {
    elapsed >= spacing && !has(step)
  }

  mutating func keep(_ entry: Entry) {
    let place = entries.partitionPoint { $0.step >= entry.step }
    guard place == entries.count || entries[place].step != entry.step else { return }
    if entries.isEmpty { base = heap() }
    entries.insert(entry, at: place)
    if place + 1 < entries.count {
      entries[place + 1].cost = max(.zero, entries[place + 1].cost - entry.cost)
    }
    if entries.count >= nextWeighing { weigh() }
  }

  /// Those of steps before `step`.
  func before(_ step: Step) -> MemoryCheckpoints {
    var checkpoints = self
    checkpoints.entries.removeAll { $0.step >= step }
    return checkpoints
  }

  /// The last kept state at or before `step`.
  func last(atOrBefore step: Step) -> Entry? {
    let end = entries.partitionPoint { $0.step > step }
    return end > 0 ? entries[end - 1] : nil
  }

  private func has(_ step: Step) -> Bool { last(atOrBefore: step)?.step == step }

  // MARK: Memory

  private var limit: Int { isFileBeside ? byteLimit / 8 : byteLimit }

  /// Makes sure that they take no more than they may.
  private mutating func weigh() {
    // As soon as there are some, as one may take more than all may; then ever more seldom, as a look at the
    // heap takes some milliseconds.
    defer { nextWeighing = entries.count + max(entries.count / 4, min(entries.count, Self.many)) }
    guard let base, let now = heap() else {
      if entries.count > Self.limitWithoutGauge { thin() }
      return
    }
    // The rest of the heap may have grown, too: what they take is seen when some are let go of.
    guard now - base > limit, let each = costOfEach() else { return }
    while entries.count * each > limit, entries.count > 1 { thin() }
    self.base = heap().map { $0 - entries.count * each }
  }

  /// How many bytes one of them takes, told by letting go of some that follow each other: what neighbors
  /// share is free only when all of them are gone.
  private mutating func costOfEach() -> Int? {
    let before = entries.count
    let count = before > Self.many ? before / 8 : before / 2
    guard count > 0, let all = heap() else { return nil }
    let start = (before - count) / 2
    drop { place in place >= start && place < start + count }
    guard let rest = heap(), entries.count < before else { return nil }
    return max(0, all - rest) / (before - entries.count)
  }

  /// Doubles the interval between them.
  private mutating func thin() {
    spacing *= 2
    var sum = Duration.zero
    let before = entries.count
    drop { [spacing, entries] place in
      sum += entries[place].cost
      defer { if sum >= spacing { sum = .zero } }
      return sum < spacing
    }
    // Where each was dear by itself, time does not tell which to let go of.
    if entries.count > before * 3 / 4 { drop { $0 % 2 == 0 } }
  }

  /// Lets go of entries, but for the last; what it took to get to one is added to what it takes to get to
  /// the next.
  private mutating func drop(_ isDropped: (_ place: Int) -> Bool) {
    var kept: [Entry] = []
    var carried = Duration.zero
    for (place, entry) in entries.enumerated() {
      var entry = entry
      if place < entries.count - 1, isDropped(place) {
        carried += entry.cost
      } else {
        entry.cost += carried
        carried = .zero
        kept.append(entry)
      }
    }
    entries = kept
  }
}
