import PlayheadCoding

/// Reads a log: what it says of itself at once, its actions chunk by chunk, at any place.
///
/// Opening reads the header and the index, whatever the log's length; only a log without an index
/// (its recorder did not close it) is read through.
///
/// Nothing in a file can trap it, and every count is bounded by the bytes at hand before anything is
/// allocated for it: a frame unpacks to at most 255 times its bytes, and what is made of the unpacked
/// bytes (rows, and for each action its time, type and place) takes at most 1,000 times theirs. Not safe for use from several threads at once.
///
/// ```swift
/// let log = try LogReader(path: "checkout.playhead")
/// try log.forEachEntry(in: 1...log.lastStep) { entry in print(entry.step, entry.type.name) }
/// ```
public final class LogReader {
  /// The path, or the name that was given for bytes from elsewhere.
  public let name: String
  /// What the log says of itself.
  public let header: LogHeader
  /// The first damage that opening came across. Steps before it can be read.
  public let damage: LogError.Damage?
  let source: any LogSource
  let index: FrameIndex
  private(set) var offsets: [Int] = []
  private var chunks: [(frame: Int, steps: ClosedRange<Step>)] = []
  /// Whether the index was in the file, rather than rebuilt.
  let hasIndex: Bool
  private var lastChunk: (frame: Int, chunk: Chunk)?
  /// Which stores handled which actions.
  package private(set) lazy var rosters = readRosters()

  /// Opens the log at `path`. What comes through a pipe or a device is read into memory.
  public convenience init(path: String) throws(LogError) {
    try self.init(try FileSource(path: path).seekable(), name: path)
  }

  /// Opens a log that is in memory; `name` is what errors call it.
  public convenience init(bytes: [UInt8], name: String) throws(LogError) {
    try self.init(MemorySource(bytes: bytes), name: name)
  }

  init(_ source: any LogSource, name: String) throws(LogError) {
    self.source = source
    self.name = name
    header = try LogOpening.header(of: source, name)
    if let index = try LogOpening.index(of: source) {
      self.index = index
      damage = nil
      hasIndex = true
    } else {
      (index, damage) = try LogOpening.rebuildIndex(of: source, name)
      hasIndex = false
    }
    var offset = 0
    for (number, frame) in index.frames.enumerated() {
      offsets.append(offset)
      offset += frame.length
      if let steps = frame.steps { chunks.append((number, steps)) }
    }
  }

  /// The names of all stores, by the numbers that the log has for them: the header's, and behind them
  /// those that came later.
  public var stores: [String] { rosters.stores }

  // MARK: Steps

  /// The last step that has an action; 0 without any. Steps that a gap at the end left out come later.
  public var lastStep: Step {
    chunks.last?.steps.upperBound ?? .initial
  }

  /// How many actions the log holds.
  public var actionCount: Int { chunks.reduce(0) { $0 + $1.steps.count } }

  /// The numbers of the actions, without those in gaps.
  public var steps: [ClosedRange<Step>] {
    chunks.map(\.steps).reduce(into: []) { ranges, steps in
      if let last = ranges.last, last.upperBound.next == steps.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound...steps.upperBound
      } else {
        ranges.append(steps)
      }
    }
  }

  /// How often each type of action came, the most frequent first.
  public var typeCounts: [(type: ActionType, count: Int)] {
    index.types.map { ($0.type, $0.count) }.sorted {
      ($1.count, $0.type.name, $0.type.version) < ($0.count, $1.type.name, $1.type.version)
    }
  }

  /// Whether the recording was ended in good order.
  public var isClosed: Bool {
    damage == nil && index.frames.contains { $0.kinds.contains(.of(.end)) }
  }

  /// How many bytes the log takes.
  public var byteCount: Int { source.size }

  /// How many chunks the log has.
  public var chunkCount: Int { chunks.count }

  // MARK: Chunks

  /// The chunk that holds a step's action. Throws `noStep` beyond the end, `inGap` in a gap.
  package func chunk(holding step: Step) throws(LogError) -> Chunk {
    guard let frame = frame(holding: step) else { throw try missing(step) }
    if let lastChunk, lastChunk.frame == frame { return lastChunk.chunk }
    let chunk = try readChunk(in: frame)
    lastChunk = (frame, chunk)
    return chunk
  }

  func frame(holding step: Step) -> Int? {
    var low = 0
    var high = chunks.count
    while low < high {
      let middle = (low + high) / 2
      if chunks[middle].steps.upperBound < step { low = middle + 1 } else { high = middle }
    }
    return low < chunks.count && chunks[low].steps.contains(step) ? chunks[low].frame : nil
  }

  private func missing(_ step: Step) throws(LogError) -> LogError {
    for gap in try gaps() where gap.steps.contains(step) {
      return .inGap(step, path: name, gap: gap)
    }
    return .noStep(step, path: name, last: lastStep)
  }

  private func readChunk(in frame: Int) throws(LogError) -> Chunk {
    var chunk: Chunk?
    try forEachRecord(in: frame) { kind, body throws(ByteFault) in
      if kind == .chunk { chunk = try Chunk(body) }
    }
    guard let chunk else { throw .damaged(damage(in: frame, "it holds no actions")) }
    guard chunk.steps == index.frames[frame].steps else {
      throw .damaged(damage(in: frame, "it holds other steps than the index says"))
    }
    return chunk
  }
}
