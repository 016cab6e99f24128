/// Which frames of a log hold which actions, as far as these can be read.
struct ChunkTable {
  private(set) var all: [Place] = []

  /// Where a chunk is.
  struct Place {
    var frame: Int
    var steps: ClosedRange<Step>
  }

  init(_ index: FrameIndex) {
    for (number, frame) in index.frames.enumerated() {
      if let steps = frame.steps { all.append(Place(frame: number, steps: steps)) }
    }
  }

  /// How many actions there are.
  var actionCount: Int { all.reduce(0) { $0 + $1.steps.count } }

  /// The steps of the actions; chunks that follow each other are one range.
  var steps: [ClosedRange<Step>] {
    all.map(\.steps).reduce(into: []) { ranges, steps in
      if let last = ranges.last, last.upperBound.next == steps.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound...steps.upperBound
      } else {
        ranges.append(steps)
      }
    }
  }

  func frame(holding step: Step) -> Int? {
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle].steps.upperBound < step { low = middle + 1 } else { high = middle }
    }
    return low < all.count && all[low].steps.contains(step) ? all[low].frame : nil
  }

  /// Forgets a chunk that cannot be read.
  mutating func remove(frame: Int) { all.removeAll { $0.frame == frame } }
}
