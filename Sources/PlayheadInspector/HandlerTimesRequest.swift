import PlayheadFiles
package import PlayheadLog
import PlayheadReplay

/// How long the stores take to handle the actions of a log when it is replayed now.
package struct HandlerTimesRequest: Request {
  /// Of all that can be replayed.
  package init() {}

  /// Costs a replay.
  package func answer(
    from inspector: Inspector, _ give: (Never) throws -> Void
  ) throws -> HandlerTimes {
    try inspector.replaying { replay in
      var times = HandlerTimes()
      try replay.timeHandlers { action, time in
        times.types.add(time.all.nanoseconds, of: action.type, isCoarse: false)
        for (store, time) in time.stores {
          times.stores.add(time.nanoseconds, of: store, isCoarse: false)
        }
      }
      return times
    }
  }
}

/// How long the stores took to handle the actions of a log: by types of action, and by stores.
package struct HandlerTimes: Codable, Sendable {
  package var types = TimesByKey<ActionType>()
  /// None where only the time of all stores together is known.
  package var stores = TimesByKey<String>()

  /// As the log has them, of the actions that were handled to their ends.
  package static func live(_ log: LogReader) throws -> HandlerTimes {
    var times = HandlerTimes()
    try log.forEachEntry(in: log.initialStep...log.lastStep, onDamage: { _ in }) { entry in
      guard entry.isHandled else { return }
      times.types.add(entry.nanoseconds, of: entry.type, isCoarse: entry.timing == .coarse)
    }
    return times
  }
}

/// Times of what is told apart by a key.
package struct TimesByKey<Key: Hashable & Codable & Sendable>: Codable, Sendable {
  private var all: [Key: TimeCounts] = [:]

  mutating func add(_ nanoseconds: Int64, of key: Key, isCoarse: Bool) {
    all[key, default: TimeCounts()].add(nanoseconds, isCoarse: isCoarse)
  }

  /// What took longest first; of those that took as long, what `name` puts first.
  package func longestFirst(_ name: (Key) -> String) -> [(key: Key, times: TimeCounts)] {
    all.map { (key: $0.key, times: $0.value) }.sorted {
      ($1.times.total, name($0.key)) < ($0.times.total, name($1.key))
    }
  }
}

/// Times, of which is kept how often each came: exact, however many there are.
package struct TimeCounts: Codable, Sendable {
  private var counts: [Int64: Int] = [:]
  /// How many there are.
  package private(set) var count = 0
  /// Their sum.
  package private(set) var total: Int128 = 0
  /// Whether some of them are lower bounds.
  package private(set) var areCoarse = false

  /// None so far.
  package init() {}

  /// Adds one; a coarse one is a lower bound.
  package mutating func add(_ nanoseconds: Int64, isCoarse: Bool) {
    counts[nanoseconds, default: 0] += 1
    count += 1
    total += Int128(nanoseconds)
    areCoarse = areCoarse || isCoarse
  }

  /// For each of these percentages, in rising order, the shortest time within which that many of them were
  /// done.
  package func percentiles(_ percentages: [Int]) -> [Int64] {
    let sorted = counts.sorted { $0.key < $1.key }
    var (place, done) = (0, 0)
    return percentages.map { percentage in
      let wanted = (count * percentage + 99) / 100
      while place < sorted.count, done + sorted[place].value < wanted {
        done += sorted[place].value
        place += 1
      }
      return place < sorted.count ? sorted[place].key : 0
    }
  }
}
