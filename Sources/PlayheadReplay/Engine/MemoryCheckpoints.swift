import CMalloc
import PlayheadLog

/// States kept while replaying, to seek faster: copies of values, which share what did not change.
///
/// A state is kept after a fixed time of replaying, so every step is about that far away, however slow its actions are.
/// States beyond the memory limit are thinned out, and the interval grows.
struct MemoryCheckpoints {
  /// Without a gauge of the heap there are no more than this.
  private static let limitWithoutGauge = 256
  /// Of more states one in eight is dropped to learn their size, of fewer every other one.
  private static let many = 16

  /// How many bytes they may take, where there are no others.
  private let byteLimit: Int
  /// Whether a file has states as well, and these are only where it lacks some: then they may take an eighth.
  var isFileBeside = false
  /// How long replaying takes from one to the next.
  private(set) var spacing: Duration
  private(set) var entries: [Entry] = []
  private let heap: @Sendable () -> Int?
  /// The size of the heap without the states, measured with the first of them. In a fragmented heap that takes up to 20 ms.
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
    // At first often, as one state may exceed the limit; then rarely, as measuring the heap takes some milliseconds.
    defer { nextWeighing = entries.count + max(entries.count / 4, min(entries.count, Self.many)) }
    guard let base, let now = heap() else {
      if entries.count > Self.limitWithoutGauge { thin() }
      return
    }
    // The rest of the heap may have grown as well; dropping some states tells.
    guard now - base > limit, let each = costOfEach() else { return }
    while entries.count * each > limit, entries.count > 1 { thin() }
    self.base = heap().map { $0 - entries.count * each }
  }

  /// The bytes per state, measured by dropping neighbors: what they share is free only when all of them are gone.
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
    // Each state was expensive by itself, so time does not tell which to drop.
    if entries.count > before * 3 / 4 { drop { $0 % 2 == 0 } }
  }

  /// Drops entries, but not the last one; the cost of a dropped entry is added to the next.
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

/// When states are kept, in memory and in the file of an index, to go to others faster.
package struct CheckpointPolicy: Sendable {
  /// How long replaying takes from one state to the next: an eighth of a screen frame. With 4 ms, one in a hundred seeks in
  /// 2,000,000 steps took longer than a frame.
  package var spacing = Duration.milliseconds(2)
  /// The memory limit of the states, beside what they share with the present one.
  package var bytes = 32 << 20
  /// What tells how many bytes the process has.
  package var heap: @Sendable () -> Int? = HeapGauge.process

  /// The usual one.
  package init() {}
}

/// How many bytes of memory the process has allocated. Only the allocator knows what a copy of a state costs.
enum HeapGauge {
  @Sendable static func process() -> Int? {
    #if canImport(Darwin)
      var statistics = malloc_statistics_t()
      malloc_zone_statistics(nil, &statistics)
      return Int(statistics.size_in_use)
    #elseif canImport(Glibc)
      let info = mallinfo2()
      return Int(info.uordblks + info.hblkhd)
    #else
      return nil
    #endif
  }
}
