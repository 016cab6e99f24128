import PlayheadLog

/// States kept while replaying, to seek faster: copies of values, which share what did not change.
///
/// One is kept whenever replaying took so long since the one before, so that whoever goes to a step waits
/// about as long at most, be the actions many or slow. When they take more memory than they may, they
/// are thinned out, and the next ones come at longer intervals.
struct MemoryCheckpoints {
  /// Half of a frame of a screen: finding the state and showing it takes the other half.
  static let shortestSpacing = Duration.milliseconds(8)
  /// Without a gauge of the heap there are no more than this.
  private static let limitWithoutGauge = 256
  /// So few are not worth asking what they take.
  private static let firstWeighing = 32

  /// How many bytes they may take.
  var byteLimit: Int
  /// How long replaying takes from one to the next.
  private(set) var spacing = shortestSpacing
  private(set) var entries: [Entry] = []
  private let gauge: HeapGauge
  /// What the heap would have without them.
  private var base: Int?
  private var nextWeighing = firstWeighing

  struct Entry {
    var step: Step
    var states: [any Codable & Sendable]
    /// ``Replay/approximateSince`` there.
    var approximateSince: Step?
    /// How long it took to get there from the one before.
    var cost: Duration
  }

  init(byteLimit: Int, gauge: HeapGauge = .process) {
    (self.byteLimit, self.gauge) = (byteLimit, gauge)
    base = gauge.read()
  }

  /// Whether a state is worth keeping that replaying took `elapsed` to get to since the last one.
  func wants(_ step: Step, after elapsed: Duration) -> Bool {
    elapsed >= spacing && !has(step)
  }

  mutating func keep(_ entry: Entry) {
    let place = entries.partitionPoint { $0.step >= entry.step }
    guard place == entries.count || entries[place].step != entry.step else { return }
    entries.insert(entry, at: place)
    if place + 1 < entries.count {
      entries[place + 1].cost = max(.zero, entries[place + 1].cost - entry.cost)
    }
    if entries.count >= nextWeighing { weigh() }
  }

  /// The last kept state at or before `step`.
  func last(atOrBefore step: Step) -> Entry? {
    let end = entries.partitionPoint { $0.step > step }
    return end > 0 ? entries[end - 1] : nil
  }

  private func has(_ step: Step) -> Bool { last(atOrBefore: step)?.step == step }

  // MARK: Memory

  /// Makes sure that they take no more than they may.
  private mutating func weigh() {
    defer { nextWeighing = max(Self.firstWeighing, entries.count + entries.count / 4) }
    guard let base, let heap = gauge.read() else {
      if entries.count > Self.limitWithoutGauge { thin() }
      return
    }
    // The rest of the heap may have grown, too: what they take is seen when some are let go of.
    guard heap - base > byteLimit, let each = costOfEach() else { return }
    while entries.count * each > byteLimit, entries.count > 1 { thin() }
    self.base = gauge.read().map { $0 - entries.count * each }
  }

  /// How many bytes one of them takes, told by letting go of one in eight.
  private mutating func costOfEach() -> Int? {
    let before = entries.count
    guard let heap = gauge.read() else { return nil }
    drop { place in place % 8 == 4 }
    guard let rest = gauge.read(), entries.count < before else { return nil }
    return max(0, heap - rest) / (before - entries.count)
  }

  /// Doubles the interval between them.
  private mutating func thin() {
    spacing *= 2
    let limit = spacing
    var sum = Duration.zero
    let before = entries.count
    drop(unlessLast: { entry in
      sum += entry.cost
      guard sum < limit else { sum = .zero; return false }
      return true
    })
    // Where each was dear by itself, time does not tell which to let go of.
    if entries.count > before * 3 / 4 { drop { $0 % 2 == 0 } }
  }

  private mutating func drop(_ isDropped: (_ place: Int) -> Bool) {
    var place = -1
    drop(unlessLast: { _ in
      place += 1
      return isDropped(place)
    })
  }

  /// Lets go of entries; what it took to get to one is added to what it takes to get to the next.
  private mutating func drop(unlessLast isDropped: (Entry) -> Bool) {
    var kept: [Entry] = []
    var carried = Duration.zero
    for (place, entry) in entries.enumerated() {
      var entry = entry
      if isDropped(entry), place < entries.count - 1 {
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
