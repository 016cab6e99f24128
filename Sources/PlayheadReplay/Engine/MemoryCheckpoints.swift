import CMalloc
import PlayheadLog
import PlayheadReading

/// States kept during a replay to make seeking faster: copies of values, which share what did not change.
///
/// Keeps a state after a fixed time of replaying, so reaching any step takes about that long, however slow
/// the actions are. Above the memory limit, drops states and makes the interval longer.
struct MemoryCheckpoints {
  /// The most states where the heap cannot be measured.
  private static let limitWithoutGauge = 256
  /// Above this count, one state in eight is dropped to learn their size; up to it, half of them.
  private static let many = 16

  /// How many bytes the states may take if no file has states too.
  private let byteLimit: Int
  /// Whether a file has states too. The states in memory then fill its gaps, within an eighth of the limit.
  var isFileBeside = false
  /// The replay time from one state to the next.
  private(set) var spacing: Duration
  private(set) var entries: [Entry] = []
  private let heap: @Sendable () -> Int?
  /// The size of the heap before the first state. Measuring a fragmented heap takes up to 20 ms.
  private var base: Int?
  private var nextWeighing = 2

  struct Entry {
    var step: Step
    var states: [any Codable & Sendable]
    /// ``Replay/approximateSince`` at `step`.
    var approximateSince: Step?
  }

  init(_ policy: CheckpointPolicy) {
    (byteLimit, spacing, heap) = (policy.bytes, policy.spacing, policy.heap)
  }

  /// Whether to keep a state that is `elapsed` of replay time after the last one.
  func wants(_ step: Step, after elapsed: Duration) -> Bool {
    elapsed >= spacing && last(atOrBefore: step)?.step != step
  }

  mutating func keep(_ entry: Entry) {
    let place = entries.partitionPoint { $0.step >= entry.step }
    guard place == entries.count || entries[place].step != entry.step else { return }
    if entries.isEmpty { base = heap() }
    entries.insert(entry, at: place)
    if entries.count >= nextWeighing { weigh() }
  }

  /// The checkpoints before `step`.
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

  // MARK: Memory

  private var limit: Int { isFileBeside ? byteLimit / 8 : byteLimit }

  /// Drops states until they are within the limit.
  private mutating func weigh() {
    // Often at first, as one state may exceed the limit; then rarely, as measuring takes some milliseconds.
    defer { nextWeighing = entries.count + max(entries.count / 4, min(entries.count, Self.many)) }
    guard let base, let now = heap() else {
      if entries.count > Self.limitWithoutGauge { thin() }
      return
    }
    guard now - base > limit else { return }
    // The rest of the heap may have grown as well. Dropping neighbors shows how much is theirs: what these share is
    // freed with the last of them.
    let count = entries.count > Self.many ? entries.count / 8 : entries.count / 2
    let start = (entries.count - count) / 2
    entries.removeSubrange(start..<start + count)
    guard count > 0, let rest = heap() else { return }
    let each = max(0, now - rest) / count
    while entries.count * each > limit, entries.count > 1 { thin() }
    self.base = heap().map { $0 - entries.count * each }
  }

  /// Doubles the interval between states, by dropping every second one, but not the last.
  private mutating func thin() {
    spacing *= 2
    let count = entries.count
    entries = entries.enumerated().filter { (count - $0.offset) % 2 == 1 }.map(\.element)
  }
}

/// When to keep states, in memory and in an index file, to make seeking faster.
package struct CheckpointPolicy: Sendable {
  /// The replay time from one state to the next: an eighth of a screen frame. With 4 ms, one in a hundred
  /// seeks in 2,000,000 steps took longer than a frame.
  package var spacing = Duration.milliseconds(2)
  /// The memory limit of the states in bytes, without what they share with the current state.
  package var bytes = 32 << 20
  /// Measures how many bytes the process has allocated; nil if it cannot.
  package var heap: @Sendable () -> Int? = HeapGauge.process

  /// The default policy.
  package init() {}
}

/// How many bytes the process has allocated. Only the allocator knows what a copy of a state costs.
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
