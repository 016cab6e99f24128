package import PlayheadReading
import PlayheadFlux
package import PlayheadLog

/// The frames of a branch: the recorded frames up to the first change, then frames made while reading.
///
/// A made frame counts as one byte. It has actions of one recorded frame, so reading it costs as much as
/// reading and encoding that one. A replay does both on another thread.
struct BranchSource: LogSource {
  let recording: any LogSource
  /// Where the recording's own frames end.
  let start: Int
  /// The frames after them.
  let frames: [BranchFrame]
  let plan: BranchPlan
  let kept: KeptChunk

  var size: Int { start + frames.count }
  var mode: FileMode { recording.mode }

  func read(at offset: Int, count: Int) throws(LogError) -> [UInt8] {
    try recording.read(at: offset, count: min(count, start - offset))
  }

  func content(at offset: Int, count: Int) throws(LogError) -> Result<[UInt8], FrameFault> {
    guard offset >= start, offset < size else {
      return try recording.content(at: offset, count: count)
    }
    return try frames[offset - start].content(from: recording, plan, kept)
  }
}

/// The last chunk of a recording that branches were made from. Shrinking tries many small branches.
package final class KeptChunk: Sendable {
  package init() {}

  private let last = Guarded<(frame: Int, chunk: Chunk)?>(nil)

  func chunk(of frame: Int) -> Chunk? {
    last.withLock { last in last?.frame == frame ? last?.chunk : nil }
  }

  func keep(_ chunk: Chunk, of frame: Int) { last.withLock { $0 = (frame, chunk) } }
}

extension LogReader {
  /// The actions of a plan as a log, so that a branch is read like any recording. Costs a look at the
  /// recording's index. Throws if an action is damaged.
  package convenience init(
    _ plan: BranchPlan, of recording: LogReader, _ kept: KeptChunk = KeptChunk()
  ) throws(LogError) {
    let own = recording.index.frames.prefix { $0.steps.map { $0.upperBound <= plan.base } ?? true }
    // Records after the last unchanged action may belong to changed steps.
    let count = (own.lastIndex { $0.count > 0 } ?? -1) + 1
    var index = FrameIndex()
    for frame in own.prefix(count) { index.append(frame) }
    let start = index.byteCount
    let frames = try recording.frames(of: plan, behind: count)
    for frame in frames { index.append(frame.entry) }
    // Counting each type would require a look at all actions.
    index.count((recording.types + plan.madeTypes).map { .init(type: $0, count: 0) })
    let source = BranchSource(
      recording: recording.source, start: start, frames: frames, plan: plan, kept: kept)
    self.init(
      source, index, of: recording, through: plan.lastStep,
      recording.storeLists.renumbered(plan.place(ofChangeBehind:)))
  }

  private func place(ofFrame number: Int) -> BranchFrame.Place {
    .init(number: number, offset: offsets[number], entry: index.frames[number])
  }

  private func frames(of plan: BranchPlan, behind count: Int) throws(LogError) -> [BranchFrame] {
    var frames: [BranchFrame] = []
    func add(_ item: BranchFrame.Item, _ frame: Int?, at step: Step) {
      let place = frame.map { self.place(ofFrame: $0) }
      if frames.last?.takes(item, of: place) == true {
        frames[frames.count - 1].append(item, of: place)
      } else {
        frames.append(BranchFrame(item, of: place, at: step))
      }
    }
    for (part, first) in zip(plan.parts, plan.starts) {
      switch part {
      case .single(let item):
        if let made = item.made {
          add(.made(made), nil, at: first)
        } else if let origin = item.origin.step {
          add(.recorded(origin...origin), try frame(holding: origin), at: first)
        }
      case .recorded(let steps):
        var next = steps.lowerBound
        while next <= steps.upperBound {
          let frame = try frame(holding: next)
          let end = min(steps.upperBound, index.frames[frame].steps?.upperBound ?? next)
          defer { next = end.next }
          guard frame >= count else { continue }
          let place = Step(first.number + next.number - steps.lowerBound.number)
          add(.recorded(next...end), frame, at: place)
        }
      }
    }
    return frames + asides(of: plan, behind: count)
  }

  /// The other records in the frames from `count` on: notes, and up to the first change also states and gaps.
  private func asides(of plan: BranchPlan, behind count: Int) -> [BranchFrame] {
    var isChanged = false
    return index.frames.indices.dropFirst(count).compactMap { number in
      let frame = index.frames[number]
      defer { isChanged = isChanged || frame.count > 0 }
      let kinds: RecordKinds =
        isChanged ? .of(.note) : [.of(.note), .of(.gap), .of(.checkpoint)]
      guard !frame.kinds.isDisjoint(with: kinds) else { return nil }
      let place = place(ofFrame: number)
      return BranchFrame(asidesOf: place, frame.kinds.intersection(kinds))
    }
  }
}

extension BranchPlan {
  /// The types of changed and inserted actions.
  fileprivate var madeTypes: [ActionType] {
    parts.compactMap { if case .single(let item) = $0 { item.made?.type } else { nil } }
  }

  /// The branch's step after which a recorded change of the stores takes place; nil if that is after its end.
  fileprivate func place(ofChangeBehind step: Step) -> Step? {
    guard step >= base else { return step }
    guard step <= run.upperBound else { return nil }
    var (low, high) = (base, lastStep)
    while low < high {
      let middle = Step((low.number + high.number) / 2)
      if settled(at: middle) >= step { high = middle } else { low = middle.next }
    }
    return low
  }

  /// The branch's step of a cause. Causes before the branch's run keep their numbers.
  func place(ofCause cause: Step?) -> Step? {
    guard let cause, cause >= run.lowerBound else { return cause }
    return place(of: cause)
  }
}
