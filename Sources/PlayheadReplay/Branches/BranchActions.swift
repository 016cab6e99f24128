import Foundation
package import PlayheadReading
import PlayheadFlux
package import PlayheadLog
import Synchronization

/// The actions of a branch: those of another source with new steps, and edited ones among them.
///
/// Copies no payloads: a chunk of a branch has actions of one recorded chunk, and shares its rows.
package final class BranchActions: ActionSource {
  private let source: any ActionSource
  let plan: BranchPlan
  /// The seed of draws that the recording lacks.
  private let seed: UInt64
  private let chunks: [BranchChunk]
  package let storeLists: StoreListHistory
  package let resumptions: [Resumption]
  /// The last two chunks that were read.
  private var recent: [Chunk] = []

  /// The actions of a plan. Costs a look at the steps of the source's chunks.
  package init(_ plan: BranchPlan, of source: any ActionSource, seed: UInt64 = 0) {
    (self.plan, self.source, self.seed) = (plan, source, seed)
    chunks = BranchChunk.all(of: plan, source.chunkSteps)
    storeLists = source.storeLists.renumbered(plan.place(ofChangeAfter:))
    resumptions = source.resumptions.compactMap { resumption in
      guard let step = plan.place(ofChangeAfter: resumption.step),
        let origin = plan.place(ofChangeAfter: resumption.origin), origin < step
      else { return nil }
      return Resumption(after: step, from: origin)
    }
  }

  package var recording: LogReader { source.recording }
  package var lastStep: Step { plan.lastStep }
  package var lastCountedStep: Step { lastStep }
  package var chunkSteps: [ClosedRange<Step>] {
    chunks(overlapping: .initial...lastStep).map(\.steps)
  }
  package var steps: [ClosedRange<Step>] { chunkSteps.merged }
  package var actionCount: Int { chunkSteps.reduce(0) { $0 + $1.count } }

  package var types: [ActionType] {
    let known = source.types
    let edited = Set(plan.parts.compactMap(\.edited?.type))
    return known + edited.subtracting(known).sorted { $0.name < $1.name }
  }

  package var ending: LogEnding {
    let isHandled = (try? entry(at: lastStep).isHandled) ?? true
    return isHandled
      ? .stopped(after: lastStep, isComplete: true) : .stoppedHandling(lastStep)
  }

  /// The readable chunks with actions of `steps`.
  private func chunks(overlapping steps: ClosedRange<Step>) -> [BranchChunk] {
    let known = source.steps
    return chunks[chunks.partitionPoint { $0.steps.upperBound >= steps.lowerBound }...]
      .prefix { $0.steps.lowerBound <= steps.upperBound }
      .filter { $0.origin.map { known.run(holding: $0) != nil } ?? true }
  }

  // MARK: Reading

  package func chunk(holding step: Step, through last: Step?) throws(ReadingError) -> Chunk {
    let own = try branchChunk(holding: step)
    if let known = recent.first(where: { $0.steps == own.steps }), known.hasRows(through: last) {
      return known
    }
    let chunk =
      switch own.content {
      case .edited(let action): own.part(of: action.chunk, plan)
      case .recorded(_, let origins):
        own.part(
          of: try own.relocating { () throws(ReadingError) in
            try source.chunk(
              holding: origins[0].lowerBound, through: last.map { own.origin(of: $0, origins) })
          }, plan)
      }
    cache(chunk)
    return chunk
  }

  package func head(holding step: Step) throws(ReadingError) -> ChunkHead {
    try chunk(holding: step, through: branchChunk(holding: step).steps.lowerBound).head
  }

  package func cache(_ chunk: Chunk) {
    recent = [chunk] + recent.prefix(1)
    // Up to the base, it may be a chunk of the source.
    if chunk.steps.upperBound <= plan.base { source.cache(chunk) }
  }

  package func readings(of steps: ClosedRange<Step>) -> [ChunkReading] {
    let last = LastReading()
    return chunks(overlapping: steps).map { [source, plan] own in
      switch own.content {
      case .edited(let action): return ChunkReading { own.part(of: action.chunk, plan) }
      case .recorded(let whole, let origins):
        let first = origins[0].lowerBound
        let reading = source.readings(of: first...first).first
        return ChunkReading {
          last.chunk(of: whole) { reading?.read() }.map { own.part(of: $0, plan) }
        }
      }
    }
  }

  private func branchChunk(holding step: Step) throws(ReadingError) -> BranchChunk {
    let place = chunks.partitionPoint { $0.steps.upperBound >= step }
    guard place < chunks.count, chunks[place].steps.contains(step) else { throw missing(step) }
    let own = chunks[place]
    if let origin = own.origin, source.steps.run(holding: origin) == nil { throw missing(step) }
    return own
  }

  private func missing(_ step: Step) -> ReadingError {
    do {
      // Where the two have the same steps, the source knows why.
      if step <= plan.base { _ = try source.chunk(holding: step) }
    } catch {
      return error
    }
    return lostSteps.run(holding: step).map { .lost(step, path: name, steps: $0) }
      ?? .noStep(step, path: name, last: lastStep)
  }

  // MARK: Beside the actions

  package var lostSteps: [ClosedRange<Step>] {
    let gaps = annotations(.of(.gap)).gaps.map(\.steps)
    return LostSteps(from: firstStep, to: lastStep, known: steps + gaps).ranges
  }

  package func findDamage() throws { try source.findDamage() }

  package func annotations(_ wanted: RecordKinds) -> LogAnnotations {
    source.annotations(wanted).renumbered(after: plan.base, plan.place(of:))
  }

  package func readableCheckpoints() -> (checkpoints: [Checkpoint], fault: ReadingError?) {
    let (all, fault) = source.readableCheckpoints()
    return (all.filter { $0.step <= plan.base }, fault)
  }

  package func readableDigests() -> [StateDigests] {
    source.readableDigests().filter { $0.step <= plan.base }
  }

  package func digests(of chunk: Chunk) -> [StateDigests] {
    chunk.steps.upperBound <= plan.base ? source.digests(of: chunk) : []
  }

  package func memoryLimit(hiding step: Step) -> ReadingError.Damage? {
    step <= plan.base ? source.memoryLimit(hiding: step) : nil
  }
}

/// Draws that the recording lacks: each action has its own source, independent of all other changes.
extension BranchActions {
  /// The last step before the first change.
  var base: Step { plan.base }

  /// The source of the action's draws beyond the log; nil up to the base, where the action gets placeholders.
  func continuation(of action: LoggedAction) -> SystemInputs? {
    guard action.step > base else { return nil }
    let item = plan.item(at: action.step)
    // Inserted actions count down, so that none has a recorded one's source.
    let number =
      switch item.origin {
      case .recorded(let step): step.number
      case .inserted(let number): ~UInt64(number)
      }
    var mixer = SplitMix64(seed: seed &+ number)
    let wall = Double(action.moment.wall) / 1e9
    return .seeded(mixer.next(), from: Date(timeIntervalSince1970: wall))
  }

  /// Whether the log has the action's draws. It does not for an inserted action.
  func knowsDraws(of step: Step) -> Bool { step > base && plan.item(at: step).origin.step != nil }
}

/// The last recorded chunk that was read ahead, because several chunks of a branch may have actions of it.
private final class LastReading: Sendable {
  private let last = Mutex<Chunk?>(nil)

  func chunk(of steps: ClosedRange<Step>, _ read: () -> Chunk?) -> Chunk? {
    last.withLock { last in
      if last?.steps != steps { last = read() }
      return last
    }
  }
}
