package import PlayheadLog
import PlayheadCoding
/// Reads a log: its facts at once, its actions chunk by chunk, at any place.
///
/// Opening reads the indexes, the log's beginning, and all frames that no index lists. A frame is whole, or its
/// steps are missing: all other actions are readable.
///
/// Nothing in a file can trap the reader. It checks every count against the bytes at hand, and uses no more
/// memory than `MemoryLimit` allows beyond the file's size. Not thread-safe.
package final class LogReader {
  /// The path, or the given name of bytes from another source.
  package let name: String
  /// The header. If it is lost, its start is no later than the first action.
  package private(set) var header: LogHeader
  /// Whether there is a header. Without one, only the actions are known.
  package let hasHeader: Bool
  /// The step of the log's first state: 0, unless earlier steps were left out.
  package let initialStep: Step
  /// Whether `header` is at the beginning, with nothing lost before it.
  package let hasBeginning: Bool
  /// The last step with an action, readable or not; without actions, the step of the initial state. A gap at
  /// the end is later.
  package let lastStep: Step
  package let source: any LogSource
  package let facts: LogFileFacts
  package let index: FrameIndex
  /// The damage found by opening.
  package let faults: [LogScan.LocatedFrameFault]
  package let offsets: [Int]
  /// The chunks, with the damage found so far.
  package private(set) var chunks: ChunkTable
  /// The gaps and the end; kept, because each damage needs them.
  private(set) lazy var gapsAndEnd = annotations([.of(.gap), .of(.end)])
  /// Whether every chunk was read.
  package var isDamageKnown = false
  var recentChunks = RecentChunks()
  /// The last chunk that was read up to its payloads.
  package var lastHead: (frame: Int, head: ChunkHead)?
  /// The stores that handle actions, over time.
  package private(set) lazy var storeLists = readStoreLists()
  /// The places at which the session went on from earlier steps, in order.
  package private(set) lazy var resumptions = readResumptions()
  /// All damage found so far, in order of the file. Frames in an index are not checked until they are read;
  /// `verify` reads everything.
  package var damages: [ReadingError.Damage] {
    (damagesOfOpening + damagesFound).sorted { $0.frame < $1.frame }
  }
  private(set) lazy var damagesOfOpening = readDamages()
  /// The chunks that turned out to be damaged when they were read.
  package private(set) var damagesFound: [ReadingError.Damage] = []

  /// The steps that are missing without a gap: in damage found so far, or in a missing part. Steps after the
  /// last known one are not included.
  package var lostSteps: [ClosedRange<Step>] { lost.ranges }
  var lost: LostSteps {
    if let keptLost { return keptLost }
    let lost = findLostSteps()
    keptLost = lost
    return lost
  }
  /// The last result; `nil` if chunks were lost since.
  private var keptLost: LostSteps?

  /// Opens a log in memory, with a name for errors.
  package convenience init(bytes: [UInt8], name: String) throws(ReadingError) {
    try self.init(MemorySource(bytes: bytes), name: name)
  }

  /// Opens a log from `source`.
  package init(
    _ source: any LogSource, name: String, _ facts: LogFileFacts = LogFileFacts()
  ) throws(ReadingError) {
    self.source = source
    self.name = name
    self.facts = facts
    let scan = try LogOpening.scan(source, name)
    (index, faults, hasHeader) = (scan.index, scan.faults, scan.header != nil)
    (initialStep, hasBeginning) = (scan.initialStep, scan.hasBeginning)
    header = scan.header ?? .lost
    (offsets, chunks) = (scan.index.offsets, ChunkTable(scan.index))
    lastStep = scan.lastStep
    if !hasBeginning { header.start = knownStart }
  }

  /// Counts times from `start`, the beginning of a recording whose first segments were deleted since.
  package func countTimes(from start: Moment) { header.start = start }

  /// The time of the first readable action, unless the first known header has an earlier one.
  private var knownStart: Moment {
    let first = chunks.all.lazy.compactMap { try? self.readChunk(in: $0.frame) }.first
    guard let first = first?.head.moments.first else { return header.start }
    return hasHeader && header.start.monotonic <= first.monotonic ? header.start : first
  }

  /// The first damage found so far.
  package var damage: ReadingError.Damage? { damages.first }

  /// The names of all stores by number.
  package var stores: [String] { storeLists.stores }

  // MARK: Steps

  /// The first step of a complete log with this beginning.
  package var firstStep: Step { initialStep.next }

  /// The number of actions, without those found damaged.
  package var actionCount: Int { chunks.actionCount }

  /// The steps of the actions, without those found damaged.
  package var steps: [ClosedRange<Step>] { chunks.steps }

  /// Whether the recording was closed: nothing follows its end.
  package var isClosed: Bool {
    guard let last = index.frames.lastIndex(where: { !$0.kinds.isEmpty }) else { return false }
    return index.frames[last].kinds.contains(.of(.end))
      && !faults.contains { $0.frame > last && $0.known == nil }
  }

  /// The mode for files that are made from the log: the rights that all of its files have.
  package var mode: FileMode { facts.mode }

  /// Records a chunk that turned out to be damaged.
  package func lose(_ damage: ReadingError.Damage) {
    // Computed first, because the damage found by opening depends on what was known then.
    let known = damagesOfOpening
    guard chunks.lose(frame: damage.frame) else { return }
    keptLost = nil
    let place = known.partitionPoint { $0.frame >= damage.frame }
    if place == known.count || known[place].frame != damage.frame { damagesFound.append(damage) }
  }

  /// Records damage to records beside the actions.
  package func note(_ damage: ReadingError.Damage) {
    if !damages.contains(where: { $0.frame == damage.frame }) { damagesFound.append(damage) }
  }
}
