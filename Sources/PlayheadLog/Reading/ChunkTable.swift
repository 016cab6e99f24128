/// Which frames of a log hold which actions, and which of them can be read. No look-up goes through all chunks.
package struct ChunkTable {
  /// Every chunk, in the order of the file, which is that of the steps.
  private var places: [Place] = []
  /// The last frame that holds records, whatever they are.
  private let lastFrame: Int?

  /// Where a chunk is.
  package struct Place {
    package var frame: Int
    package var steps: ClosedRange<Step>
    /// Whether it cannot be read.
    var isLost = false
  }

  package init(_ index: FrameIndex) {
    for (number, frame) in index.frames.enumerated() {
      if let steps = frame.steps { places.append(Place(frame: number, steps: steps)) }
    }
    lastFrame = index.frames.lastIndex { !$0.kinds.isEmpty }
  }

  /// The chunks that can be read.
  package var all: [Place] { places.filter { !$0.isLost } }

  /// How many actions can be read.
  var actionCount: Int { all.reduce(0) { $0 + $1.steps.count } }

  /// The steps of the actions that can be read; chunks that follow each other are one range.
  var steps: [ClosedRange<Step>] {
    all.map(\.steps).reduce(into: []) { ranges, steps in
      if let last = ranges.last, last.upperBound.next == steps.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound...steps.upperBound
      } else {
        ranges.append(steps)
      }
    }
  }

  /// The frame that holds a step's action, if it can be read.
  func frame(holding step: Step) -> Int? {
    let place = places.partitionPoint { $0.steps.upperBound >= step }
    guard place < places.count, places[place].steps.contains(step), !places[place].isLost
    else { return nil }
    return places[place].frame
  }

  /// The chunks that hold actions of `steps` and can be read.
  func places(of steps: ClosedRange<Step>) -> [Place] {
    let first = places.partitionPoint { $0.steps.upperBound >= steps.lowerBound }
    let end = places.partitionPoint { $0.steps.lowerBound > steps.upperBound }
    return first < end ? places[first..<end].filter { !$0.isLost } : []
  }

  /// Goes on without a chunk that cannot be read. Returns false if it was lost already.
  mutating func lose(frame: Int) -> Bool {
    let place = places.partitionPoint { $0.frame >= frame }
    guard place < places.count, places[place].frame == frame, !places[place].isLost
    else { return false }
    places[place].isLost = true
    return true
  }

  // MARK: What lies around a frame, whether or not it can be read

  /// The step of the last action in the frames before one.
  func lastStep(beforeFrame frame: Int) -> Step? {
    let place = places.partitionPoint { $0.frame >= frame }
    return place > 0 ? places[place - 1].steps.upperBound : nil
  }

  /// The step of the first action in a frame and those behind it.
  func firstStep(fromFrame frame: Int) -> Step? {
    let place = places.partitionPoint { $0.frame >= frame }
    return place < places.count ? places[place].steps.lowerBound : nil
  }

  /// Whether no frame behind this one holds records.
  func isLast(_ frame: Int) -> Bool { lastFrame.map { $0 <= frame } ?? true }
}

/// Which steps a log lacks although nothing in it says that they were left out.
package struct LostSteps {
  /// The lost steps, in order.
  package let ranges: [ClosedRange<Step>]

  /// Steps from `first` to `last` that are neither recorded nor in a gap.
  package init(from first: Step, to last: Step, known: [ClosedRange<Step>]) {
    var ranges: [ClosedRange<Step>] = []
    var expected = first
    for known in known.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if expected < known.lowerBound, expected <= last, let end = known.lowerBound.previous {
        ranges.append(expected...min(end, last))
      }
      expected = max(expected, known.upperBound.next)
    }
    if expected <= last { ranges.append(expected...last) }
    self.ranges = ranges
  }

  /// Whether any of `steps` is lost.
  func overlaps(_ steps: ClosedRange<Step>) -> Bool {
    let place = ranges.partitionPoint { $0.upperBound >= steps.lowerBound }
    return place < ranges.count && ranges[place].overlaps(steps)
  }

  /// From the first to the last of those after `last` and before `next`, or all after `last`.
  func hull(after last: Step, before next: Step?) -> ClosedRange<Step>? {
    let first = ranges.partitionPoint { $0.lowerBound > last }
    let end = next.map { next in ranges.partitionPoint { $0.upperBound >= next } } ?? ranges.count
    return first < end ? ranges[first].lowerBound...ranges[end - 1].upperBound : nil
  }
}
