package import PlayheadLog
import PlayheadCoding
/// The chunks of a log by their steps, and which of them are readable. Lookups do not search all chunks.
package struct ChunkTable {
  /// Every chunk, in the order of the file and of the steps.
  private var places: [Entry] = []
  /// The last frame that has records.
  private let lastFrame: Int?

  /// The place of a chunk.
  package struct Entry {
    package var frame: Int
    package var steps: ClosedRange<Step>
    /// Whether it is unreadable.
    var isLost = false
  }

  package init(_ index: FrameIndex) {
    for (number, frame) in index.frames.enumerated() {
      if let steps = frame.steps { places.append(Entry(frame: number, steps: steps)) }
    }
    lastFrame = index.frames.lastIndex { !$0.kinds.isEmpty }
  }

  /// The readable chunks.
  package var all: [Entry] { places.filter { !$0.isLost } }

  /// The number of readable actions.
  var actionCount: Int { all.reduce(0) { $0 + $1.steps.count } }

  /// The steps of the readable actions; consecutive chunks form one range.
  var steps: [ClosedRange<Step>] { all.map(\.steps).merged }

  /// The frame with a step's action, if it is readable.
  func frame(holding step: Step) -> Int? {
    let place = places.partitionPoint { $0.steps.upperBound >= step }
    guard place < places.count, places[place].steps.contains(step), !places[place].isLost
    else { return nil }
    return places[place].frame
  }

  /// The readable chunks with actions of `steps`.
  func places(of steps: ClosedRange<Step>) -> [Entry] {
    let first = places.partitionPoint { $0.steps.upperBound >= steps.lowerBound }
    let end = places.partitionPoint { $0.steps.lowerBound > steps.upperBound }
    return first < end ? places[first..<end].filter { !$0.isLost } : []
  }

  /// Marks a chunk as unreadable. Returns false if it was marked already.
  mutating func lose(frame: Int) -> Bool {
    let place = places.partitionPoint { $0.frame >= frame }
    guard place < places.count, places[place].frame == frame, !places[place].isLost
    else { return false }
    places[place].isLost = true
    return true
  }

  // MARK: Around a frame, readable or not

  /// The step of the last action before `frame`.
  func lastStep(beforeFrame frame: Int) -> Step? {
    let place = places.partitionPoint { $0.frame >= frame }
    return place > 0 ? places[place - 1].steps.upperBound : nil
  }

  /// The step of the first action in `frame` and later frames.
  func firstStep(fromFrame frame: Int) -> Step? {
    let place = places.partitionPoint { $0.frame >= frame }
    return place < places.count ? places[place].steps.lowerBound : nil
  }

  /// Whether no later frame has records.
  func isLast(_ frame: Int) -> Bool { lastFrame.map { $0 <= frame } ?? true }
}

extension [ClosedRange<Step>] {
  /// These ranges, which are in order; ranges that follow one another are one.
  package var merged: [ClosedRange<Step>] {
    reduce(into: []) { ranges, steps in
      if let last = ranges.last, last.upperBound.next == steps.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound...steps.upperBound
      } else {
        ranges.append(steps)
      }
    }
  }
}

/// The steps that a log lacks, and for which it has no gap.
package struct LostSteps {
  package let ranges: [ClosedRange<Step>]

  /// The steps from `first` to `last` that are not in `known`.
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

  /// The range from the first to the last lost step after `last` and before `next`; without `next`, all after
  /// `last`.
  func hull(after last: Step, before next: Step?) -> ClosedRange<Step>? {
    let first = ranges.partitionPoint { $0.lowerBound > last }
    let end = next.map { next in ranges.partitionPoint { $0.upperBound >= next } } ?? ranges.count
    return first < end ? ranges[first].lowerBound...ranges[end - 1].upperBound : nil
  }
}
