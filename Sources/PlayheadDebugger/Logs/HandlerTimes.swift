import PlayheadLog
import PlayheadReplay

/// How long the stores took to handle the actions of each type.
struct HandlerTimes {
  /// The times of one type.
  struct OfType {
    let type: ActionType
    var times = TimeCounts()
  }

  private var numbers: [ActionType: Int] = [:]
  private var all: [OfType] = []

  mutating func add(_ nanoseconds: Int64, of type: ActionType, isCoarse: Bool) {
    if numbers[type] == nil {
      numbers[type] = all.count
      all.append(OfType(type: type))
    }
    if let number = numbers[type] { all[number].times.add(nanoseconds, isCoarse: isCoarse) }
  }

  /// What took longest first.
  var types: [OfType] {
    all.sorted {
      ($1.times.total, $0.type.name, $0.type.version)
        < ($0.times.total, $1.type.name, $1.type.version)
    }
  }

  /// As the log has them, of the actions that were handled to their ends.
  static func live(_ log: LogReader) throws -> HandlerTimes {
    var times = HandlerTimes()
    try log.forEachEntry(in: log.initialStep...log.lastStep, onDamage: { _ in }) { entry in
      guard entry.isHandled else { return }
      times.add(entry.nanoseconds, of: entry.type, isCoarse: entry.timing == .coarse)
    }
    return times
  }

  /// As they are when `replay` goes through the log once.
  static func replayed(_ replay: Replay) throws -> HandlerTimes {
    var times = HandlerTimes()
    try replay.timeHandlers { action, time in
      times.add(time.nanoseconds, of: action.type, isCoarse: false)
    }
    return times
  }
}

/// Times, of which is kept how often each came: exact, however many there are.
package struct TimeCounts {
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

  /// For each of these percentages, in rising order, the shortest time within which so many of them were
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

extension Duration {
  /// In nanoseconds.
  fileprivate var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
