import PlayheadLog

/// States kept while replaying, to seek faster: copies of values, which share what did not change.
///
/// They are thinned out when there are too many, so that their number stays bounded and their
/// distance grows with the length of the log.
struct MemoryCheckpoints {
  /// Seeking then costs at most so many steps for each limit's worth of log.
  private static let limit = 256
  /// So few steps are replayed before anyone could notice a wait, unless the stores are slow.
  private static let firstInterval: UInt64 = 1_024

  private(set) var interval = Self.firstInterval
  private var kept: [Entry] = []

  struct Entry {
    var step: Step
    var states: [any Codable & Sendable]
    /// ``Replay/approximateSince`` there.
    var approximateSince: Step?
  }

  /// Whether a state at `step` should be kept.
  func wants(_ step: Step) -> Bool {
    step.number % interval == 0 && index(of: step) == nil
  }

  mutating func keep(_ entry: Entry) {
    let place = kept.firstIndex { $0.step > entry.step } ?? kept.count
    kept.insert(entry, at: place)
    guard kept.count > Self.limit else { return }
    interval *= 2
    kept.removeAll { $0.step.number % interval != 0 }
  }

  /// The last kept state at or before `step`.
  func last(atOrBefore step: Step) -> Entry? {
    kept.last { $0.step <= step }
  }

  private func index(of step: Step) -> Int? {
    kept.firstIndex { $0.step == step }
  }
}
