package import PlayheadReading
package import PlayheadLog
import PlayheadReplay

/// Asks how long the stores take to handle the actions of a log in a replay now.
package struct HandlerTimesRequest: Request {
  package init() {}

  /// Costs a replay.
  package func answer(
    from inspector: Inspector, _ give: (Never) throws -> Void
  ) throws -> HandlerTimes {
    try inspector.replaying { replay in
      var times = HandlerTimes()
      try replay.timeHandlers { action, stores in
        let all = stores.reduce(Duration.zero) { $0 + $1.time }
        times.types[action.type, default: TimeCounts()].add(all.nanoseconds, isCoarse: false)
        for (store, time) in stores {
          times.stores[store, default: TimeCounts()].add(time.nanoseconds, isCoarse: false)
        }
      }
      return times
    }
  }
}

/// How long the stores took to handle the actions of a log, by action type and by store.
package struct HandlerTimes: Codable, Sendable {
  package var types: [ActionType: TimeCounts] = [:]
  /// Empty if only the time of all stores together is known.
  package var stores: [String: TimeCounts] = [:]

  /// The times in the log, of the actions that were fully handled.
  package static func live(_ log: LogReader) throws -> HandlerTimes {
    var times = HandlerTimes()
    try log.forEachEntry(in: log.initialStep...log.lastStep, onDamage: { _ in }) { entry in
      guard entry.isHandled else { return }
      times.types[entry.type, default: TimeCounts()]
        .add(entry.nanoseconds, isCoarse: entry.timing == .coarse)
    }
    return times
  }
}

extension Dictionary where Value == TimeCounts {
  /// The keys with their times, the longest total first; equal totals in the order of `name`.
  package func longestFirst(_ name: (Key) -> String) -> [(key: Key, times: TimeCounts)] {
    map { (key: $0.key, times: $0.value) }.sorted {
      ($1.times.total, name($0.key)) < ($0.times.total, name($1.key))
    }
  }
}

/// Times with the number of occurrences of each: exact, however many there are.
package struct TimeCounts: Codable, Sendable {
  private var counts: [Int64: Int] = [:]
  package private(set) var count = 0
  package private(set) var total: Int128 = 0
  /// The sum of the times' upper bounds, in nanoseconds: of coarse times more than ``total``.
  package private(set) var mostTotal: Int128 = 0
  /// Whether some times are lower bounds.
  package private(set) var areCoarse = false

  package init() {}

  /// Adds a time; a coarse one is a lower bound.
  package mutating func add(_ nanoseconds: Int64, isCoarse: Bool) {
    counts[nanoseconds, default: 0] += 1
    count += 1
    total += Int128(nanoseconds)
    mostTotal += Int128(isCoarse ? CoarseTime.limit(of: nanoseconds) : nanoseconds)
    areCoarse = areCoarse || isCoarse
  }

  /// For each of these percentages, in rising order, the shortest time that covers that share of them.
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
