/// Reads a log: what it says of itself at once, its actions chunk by chunk, at any place.
///
/// Opening reads the indexes and what begins a part, whatever the log's length; what no index lists
/// is read through: a log that its recorder did not close from its last index on. Damage costs what it
/// hit: all actions before it and behind it can be read.
///
/// Nothing in a file can trap it, every count is bounded by the bytes at hand before anything is
/// allocated for it, and reading takes no more memory than `MemoryLimit` allows beyond the file's own bytes:
/// what would take more is not read. Not safe for use from several threads at once.
package final class LogReader {
  /// The path, or the name that was given for bytes from elsewhere.
  package let name: String
  /// What the log says of itself; of the first part that does, if several were joined. Where the beginning is
  /// lost, it began no later than with its first action.
  package private(set) var header: LogHeader
  /// The parts of which the log consists, in order: one for each start of the app, or segment of the
  /// recording. Those whose beginning is damaged are not told.
  package let parts: [LogPart]
  /// Whether `header` was in the log; if not, the frame that had it is damaged, and all that can be
  /// told is the actions.
  package var hasHeader: Bool { !parts.isEmpty }
  /// The step of the state with which the log begins: 0, unless what came before was left out.
  package let initialStep: Step
  /// Whether `header` stands at the beginning, with nothing lost before it.
  package let hasBeginning: Bool
  /// The last step that has an action, be it damaged; that of the initial state without any. Steps that
  /// a gap at the end left out come later.
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
  private(set) lazy var absences = readAbsences()
  /// Whether every chunk was read.
  package var isDamageKnown = false
  var recentChunks = RecentChunks()
  /// The chunk of which the columns that come before the payloads were read last.
  package var lastHead: (frame: Int, head: ChunkHead)?
  /// Which stores handled which actions.
  package private(set) lazy var storeLists = readStoreLists()
  /// All damage that was come across so far, in order of the file. What an index lists is not read
  /// until it is asked for, and then counted here; `verify` reads everything.
  package var damages: [LogError.Damage] {
    (damagesOfOpening + damagesFound).sorted { $0.frame < $1.frame }
  }
  private(set) lazy var damagesOfOpening = readDamages()
  /// Chunks that turned out to be damaged when they were read.
  package private(set) var damagesFound: [LogError.Damage] = []

  /// The steps that the log lacks although nothing says that they were left out: they were in what is
  /// damaged, as far as that was come across, or in a part that is missing. What may have come behind
  /// the last is not among them.
  package var lostSteps: [ClosedRange<Step>] { lost.ranges }
  var lost: LostSteps {
    if let keptLost { return keptLost }
    let lost = findLostSteps()
    keptLost = lost
    return lost
  }
  /// As they were asked for last; nil if chunks were lost since.
  private var keptLost: LostSteps?

  /// Opens the log that `source` has.
  package convenience init(_ source: any LogSource, name: String) throws(LogError) {
    try self.init(source, name: name, LogFileFacts())
  }

  /// Opens a log that is in memory; `name` is what errors call it.
  package convenience init(bytes: [UInt8], name: String) throws(LogError) {
    try self.init(MemorySource(bytes: bytes), name: name)
  }

  package init(_ source: any LogSource, name: String, _ facts: LogFileFacts = LogFileFacts())
    throws(LogError)
  {
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

  /// When the first action came that can be read, unless the first header that is left tells of an earlier time.
  private var knownStart: Moment {
    let first = chunks.all.lazy.compactMap { try? self.readChunk(in: $0.frame) }.first
    guard let first = first?.head.moments.first else { return header.start }
    return hasHeader && header.start.monotonic <= first.monotonic ? header.start : first
  }

  /// The first damage that was come across so far.
  package var damage: LogError.Damage? { damages.first }

  /// The names of all stores, by the numbers that the log has for them: the header's, and behind them
  /// those that came later.
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

  /// Who may read what is made of the log: nobody who may not read all of its files.
  package var mode: FileMode { facts.mode }

  /// Goes on without a chunk that turned out to be damaged.
  package func lose(_ damage: LogError.Damage) {
    // What opening found is told by what it knew, so before anything else is lost.
    let known = damagesOfOpening
    guard chunks.lose(frame: damage.frame) else { return }
    keptLost = nil
    let place = known.partitionPoint { $0.frame >= damage.frame }
    if place == known.count || known[place].frame != damage.frame { damagesFound.append(damage) }
  }

  /// Counts damage to what stands beside the actions among what was come across.
  package func note(_ damage: LogError.Damage) {
    if !damages.contains(where: { $0.frame == damage.frame }) { damagesFound.append(damage) }
  }
}

/// A part of a recording: what was written from one start of the app, or one segment of a longer
/// recording. Most logs have one.
package struct LogPart: Hashable, Sendable {
  /// What the part says of itself: the app's build may be another than the parts' before it.
  package let header: LogHeader
  /// The step with whose state the part begins: 0, or the last step before its own first action.
  package internal(set) var start: Step
}
