/// Reads a log: its facts at once, its actions chunk by chunk, at any place.
///
/// Opening reads the indexes and the beginning of each part, and all frames that no index lists. Damage costs what it hit:
/// all other actions can be read.
///
/// Nothing in a file can trap the reader. Every count is checked against the bytes at hand, and reading takes no more
/// memory than `MemoryLimit` allows beyond the file's size. Not safe for use from several threads at once.
package final class LogReader {
  /// The path, or the name that was given for bytes from elsewhere.
  package let name: String
  /// The header of the first part that has one. If the beginning is lost, its start is no later than the first action.
  package private(set) var header: LogHeader
  /// The parts of the log, one for each start of the app or segment. A part whose beginning is damaged is missing.
  package let parts: [LogPart]
  /// Whether there is a header; without it only the actions are known.
  package var hasHeader: Bool { !parts.isEmpty }
  /// The step of the state with which the log begins: 0, unless what came before was left out.
  package let initialStep: Step
  /// Whether `header` stands at the beginning, with nothing lost before it.
  package let hasBeginning: Bool
  /// The last step with an action, even a damaged one; without actions, the step of the initial state. A gap at the end
  /// comes later.
  package let lastStep: Step
  package let source: any LogSource
  package let facts: LogFileFacts
  package let index: FrameIndex
  /// What opening found damaged.
  package let faults: [LogScan.FrameFaultPlace]
  package let offsets: [Int]
  /// The chunks, and which of them turned out to be damaged.
  package private(set) var chunks: ChunkTable
  /// What the log says of steps without actions; kept, as each damage asks for it.
  private(set) lazy var absences = asides([.of(.gap), .of(.end)])
  /// Whether every chunk was read.
  package var isDamageKnown = false
  var recentChunks = RecentChunks()
  /// The chunk of which the columns that come before the payloads were read last.
  package var lastHead: (frame: Int, head: ChunkHead)?
  /// Which stores handled which actions.
  package private(set) lazy var storeLists = readStoreLists()
  /// All damage found so far, in order of the file. Frames that an index lists are not checked until they are read;
  /// `verify` reads everything.
  package var damages: [LogError.Damage] {
    (damagesOfOpening + damagesFound).sorted { $0.frame < $1.frame }
  }
  private(set) lazy var damagesOfOpening = readDamages()
  /// Chunks that turned out to be damaged when they were read.
  package private(set) var damagesFound: [LogError.Damage] = []

  /// The steps that are missing without a gap that says so: in damage that was found, or in a missing part. What may have
  /// followed the last step is not included.
  package var lostSteps: [ClosedRange<Step>] { lost.ranges }
  var lost: LostSteps {
    if let keptLost { return keptLost }
    let lost = findLostSteps()
    keptLost = lost
    return lost
  }
  /// As they were asked for last; nil if chunks were lost since.
  private var keptLost: LostSteps?

  /// Opens a log that is in memory; `name` is what errors call it.
  package convenience init(bytes: [UInt8], name: String) throws(LogError) {
    try self.init(MemorySource(bytes: bytes), name: name)
  }

  /// Opens the log that `source` has.
  package init(
    _ source: any LogSource, name: String, _ facts: LogFileFacts = LogFileFacts()
  ) throws(LogError) {
    self.source = source
    self.name = name
    self.facts = facts
    let scan = try LogOpening.scan(source, name)
    (parts, index, faults) = (scan.parts, scan.index, scan.faults)
    (initialStep, hasBeginning) = (scan.initialStep, scan.hasBeginning)
    header = scan.parts.first?.header ?? .lost
    (offsets, chunks) = (scan.index.offsets, ChunkTable(scan.index))
    lastStep = scan.lastStep
    if !hasBeginning { header.start = knownStart }
  }

  /// A log that is made of another's first frames, and of others that `source` has behind them.
  package init(
    _ source: any LogSource, _ index: FrameIndex, of other: LogReader, through last: Step,
    _ storeLists: StoreListHistory
  ) {
    (self.source, self.index, name, header) = (source, index, other.name, other.header)
    facts = LogFileFacts(mode: other.mode)
    (parts, faults) = (other.parts.filter { $0.start <= last }, [])
    (initialStep, hasBeginning, lastStep) = (other.initialStep, other.hasBeginning, last)
    (offsets, chunks) = (index.offsets, ChunkTable(index))
    self.storeLists = storeLists
  }

  /// When the first readable action came, unless the first header that is left names an earlier time.
  private var knownStart: Moment {
    let first = chunks.all.lazy.compactMap { try? self.readChunk(in: $0.frame) }.first
    guard let first = first?.head.moments.first else { return header.start }
    return hasHeader && header.start.monotonic <= first.monotonic ? header.start : first
  }

  /// The first damage that was come across so far.
  package var damage: LogError.Damage? { damages.first }

  /// The names of all stores by number.
  package var stores: [String] { storeLists.stores }

  // MARK: Steps

  /// The first step whose action the log would have if nothing of it were missing.
  package var firstStep: Step { initialStep.next }

  /// How many actions the log holds, but for those that turned out to be damaged.
  package var actionCount: Int { chunks.actionCount }

  /// The numbers of the actions, without those in gaps, and those that turned out to be damaged.
  package var steps: [ClosedRange<Step>] { chunks.steps }

  /// Whether the recording was ended in good order: nothing comes behind its end.
  package var isClosed: Bool {
    guard let last = index.frames.lastIndex(where: { !$0.kinds.isEmpty }) else { return false }
    return index.frames[last].kinds.contains(.of(.end))
      && !faults.contains { $0.frame > last && $0.known == nil }
  }

  /// The mode for files that are made of the log: what all of its files allow.
  package var mode: FileMode { facts.mode }

  /// Goes on without a chunk that turned out to be damaged.
  package func lose(_ damage: LogError.Damage) {
    // The damage of opening depends on what was known then, so it comes first.
    let known = damagesOfOpening
    guard chunks.lose(frame: damage.frame) else { return }
    keptLost = nil
    let place = known.partitionPoint { $0.frame >= damage.frame }
    if place == known.count || known[place].frame != damage.frame { damagesFound.append(damage) }
  }

  /// Counts damage to records beside the actions.
  package func note(_ damage: LogError.Damage) {
    if !damages.contains(where: { $0.frame == damage.frame }) { damagesFound.append(damage) }
  }
}

/// What was written from one start of the app, or one segment. Most logs have one part.
package struct LogPart: Hashable, Sendable {
  /// What the part says of itself: the app's build may be another than the parts' before it.
  package let header: LogHeader
  /// The step with whose state the part begins: 0, or the last step before its own first action.
  package internal(set) var start: Step
}
