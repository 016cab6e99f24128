import PlayheadCoding
import PlayheadLog
import PlayheadReading
import PlayheadValues

/// The contents of an index of changes, and where they are in its bytes.
struct ChangeDirectory: Equatable {
  /// A range of the bytes, without the checksum after it.
  struct Section: Equatable {
    var offset: Int
    var count: Int
  }

  /// A path: its parent, which comes before it, and one more component.
  struct Path: Hashable {
    var parent: Int
    /// The component as it is written; `[]` for every place in a list.
    var component: String
  }

  /// The events at a path in a block.
  struct BlockPosting: Equatable {
    var block: Int
    var section: Section
  }

  /// The states of a step.
  struct Checkpoint: Equatable {
    var step: UInt64
    var section: Section
  }

  /// The number of the whole state's path.
  static let root = 0

  /// Identifies the log, the program and the version of the index.
  let mark: String
  /// By their numbers; the first is the whole state.
  private(set) var paths = [Path(parent: root, component: "")]
  private var numbers: [Path: Int] = [:]
  /// The steps of each block, in order.
  private(set) var blocks: [ClosedRange<UInt64>] = []
  private var postings: [PostingSeries: [BlockPosting]] = [:]
  var pieces: [Section] = []
  private(set) var checkpoints: [Checkpoint] = []
  /// The first state that is not the recorded one.
  var mismatch: StateMismatch?
  /// The steps at which a store's state could not be encoded to be compared, …
  var unshown: [UnshownState] = []
  /// … and those at which a part of it could not, before the step or after it.
  var partlyUnshown: [UnshownState] = []

  init(mark: String) { self.mark = mark }

  // MARK: Paths

  /// Stands for every place in a list.
  private static let anyPlace = "[]"

  /// The number of a child path; nil if nothing ever happened there.
  func path(_ parent: Int, _ component: StatePath.Component) -> Int? {
    numbers[Path(parent: parent, component: Self.text(of: component))]
  }

  /// The number of a child path. Adds the path if it is new.
  mutating func makePath(_ parent: Int, _ component: StatePath.Component) -> Int {
    let path = Path(parent: parent, component: Self.text(of: component))
    if let known = numbers[path] { return known }
    add(path)
    return paths.count - 1
  }

  private mutating func add(_ path: Path) {
    numbers[path] = paths.count
    paths.append(path)
  }

  private static func text(of component: StatePath.Component) -> String {
    if case .index = component { anyPlace } else { StatePath([component]).description }
  }

  // MARK: Postings and states

  /// The postings of a path, in the order of the blocks.
  func postings(of series: PostingSeries) -> [BlockPosting] { postings[series] ?? [] }

  /// Adds a block with its events.
  mutating func add(
    _ block: ClosedRange<UInt64>, _ sections: [(series: PostingSeries, section: Section)]
  ) {
    for (series, section) in sections {
      postings[series, default: []].append(BlockPosting(block: blocks.count, section: section))
    }
    blocks.append(block)
  }

  /// Adds the states of a step, unless they are there.
  mutating func add(_ checkpoint: Checkpoint) {
    let place = checkpoints.partitionPoint { $0.step >= checkpoint.step }
    guard place == checkpoints.count || checkpoints[place].step != checkpoint.step else { return }
    checkpoints.insert(checkpoint, at: place)
  }
}

// MARK: - Bytes

extension ChangeDirectory {
  func bytes() -> [UInt8] {
    let postings = allPostings
    let bytes = ByteBuffer()
    bytes.append(string: mark)
    bytes.append(varint: paths.count - 1)
    RunColumn.write(paths.dropFirst().lazy.map { Int64($0.parent) }, to: bytes)
    for path in paths.dropFirst() { bytes.append(string: path.component) }
    bytes.append(varint: blocks.count)
    RunColumn.write(blocks.lazy.map { Int64(clamping: $0.lowerBound) }, to: bytes)
    RunColumn.write(blocks.lazy.map { Int64(clamping: $0.upperBound) }, to: bytes)
    bytes.append(varint: postings.count)
    RunColumn.write(postings.lazy.map { Int64($0.series.path) }, to: bytes)
    RunColumn.write(postings.lazy.map { Int64($0.series.layer.rawValue) }, to: bytes)
    RunColumn.write(postings.lazy.map { Int64($0.posting.block) }, to: bytes)
    Self.write(postings.lazy.map { $0.posting.section }, to: bytes)
    bytes.append(varint: pieces.count)
    Self.write(pieces, to: bytes)
    bytes.append(varint: checkpoints.count)
    RunColumn.write(checkpoints.lazy.map { Int64(clamping: $0.step) }, to: bytes)
    Self.write(checkpoints.lazy.map { $0.section }, to: bytes)
    writeDoubts(to: bytes)
    return bytes.array
  }

  /// By their paths, and in the order of the blocks.
  var allPostings: [(series: PostingSeries, posting: BlockPosting)] {
    postings.sorted {
      ($0.key.path, $0.key.layer.rawValue) < ($1.key.path, $1.key.layer.rawValue)
    }.flatMap { series, all in all.map { (series, $0) } }
  }

  private static func write(_ sections: some Sequence<Section>, to bytes: ByteBuffer) {
    RunColumn.write(sections.lazy.map { Int64($0.offset) }, to: bytes)
    RunColumn.write(sections.lazy.map { Int64($0.count) }, to: bytes)
  }

  /// Reads the result of `bytes()` for an index whose sections end before `end`. Trusts nothing: any
  /// impossible value is a fault.
  init(_ bytes: UnsafeRawBufferPointer, sectionsBefore end: Int) throws(ByteFault) {
    var reader = ByteReader(bytes)
    self.init(mark: try reader.string())
    try readPaths(&reader)
    try readBlocks(&reader, end)
    try readPostings(&reader, end)
    let count = try Self.count(&reader)
    pieces = try Self.sections(count, &reader, end)
    try readCheckpoints(&reader, end)
    try readDoubts(&reader)
    guard reader.isAtEnd else { throw .malformed("the end", at: reader.position) }
  }

  private mutating func readPaths(_ reader: inout ByteReader) throws(ByteFault) {
    let count = try Self.count(&reader)
    // A component takes at least one byte.
    guard count <= reader.remaining else { throw .malformed("paths", at: reader.position) }
    for parent in try RunColumn.read(count, upTo: count, from: &reader) {
      // A part must come after the whole, or it might lead to itself.
      guard let parent = Int(exactly: parent), paths.indices.contains(parent) else {
        throw .malformed("a path", at: reader.position)
      }
      add(Path(parent: parent, component: try reader.string()))
    }
  }

  private mutating func readBlocks(
    _ reader: inout ByteReader, _ end: Int
  ) throws(ByteFault) {
    let count = try Self.count(&reader)
    let first = try Self.column(count, &reader, end)
    let last = try Self.column(count, &reader, end)
    for (first, last) in zip(first, last) {
      guard 0 <= first, first <= last, blocks.last.map({ $0.upperBound < UInt64(first) }) ?? true
      else { throw .malformed("blocks in order", at: reader.position) }
      blocks.append(UInt64(first)...UInt64(last))
    }
  }

  private mutating func readPostings(
    _ reader: inout ByteReader, _ end: Int
  ) throws(ByteFault) {
    let lists = listCounts
    let count = try Self.count(&reader)
    let paths = try Self.column(count, &reader, end)
    let layers = try Self.column(count, &reader, end)
    let blocks = try Self.column(count, &reader, end)
    let sections = try Self.sections(count, &reader, end)
    for (number, path) in paths.enumerated() {
      guard let path = Int(exactly: path), lists.indices.contains(path),
        let layer = PostingLayer(rawValue: layers[number]),
        let block = Int(exactly: blocks[number]), self.blocks.indices.contains(block)
      else { throw .malformed("a posting", at: reader.position) }
      let series = PostingSeries(path: path, layer: layer, lists: lists[path])
      guard postings[series]?.last.map({ $0.block < block }) ?? true else {
        throw .malformed("postings in order", at: reader.position)
      }
      postings[series, default: []].append(
        BlockPosting(block: block, section: sections[number]))
    }
  }

  /// For each path, the number of lists on the way to it.
  private var listCounts: [Int] {
    var counts: [Int] = []
    for path in paths {
      counts.append(
        (counts.isEmpty ? 0 : counts[path.parent]) + (path.component == Self.anyPlace ? 1 : 0))
    }
    return counts
  }

  private mutating func readCheckpoints(
    _ reader: inout ByteReader, _ end: Int
  ) throws(ByteFault) {
    let count = try Self.count(&reader)
    let steps = try Self.column(count, &reader, end)
    for (step, section) in zip(steps, try Self.sections(count, &reader, end)) {
      guard let step = UInt64(exactly: step), checkpoints.last.map({ $0.step < step }) ?? true
      else {
        throw .malformed("states in order", at: reader.position)
      }
      checkpoints.append(Checkpoint(step: step, section: section))
    }
  }

  private func writeDoubts(to bytes: ByteBuffer) {
    bytes.append(varint: mismatch == nil ? 0 : 1)
    if let mismatch {
      bytes.append(varint: mismatch.step.number)
      bytes.append(varint: mismatch.lastAgreed.number)
      bytes.append(string: mismatch.store)
    }
    for states in [unshown, partlyUnshown] {
      bytes.append(varint: states.count)
      for state in states {
        bytes.append(string: state.store)
        bytes.append(varint: state.steps.lowerBound.number)
        bytes.append(varint: state.steps.upperBound.number)
        bytes.append(string: state.reason)
      }
    }
  }

  private mutating func readDoubts(_ reader: inout ByteReader) throws(ByteFault) {
    if try reader.varint() > 0 {
      let (step, lastAgreed) = (try reader.step(), try reader.step())
      guard lastAgreed < step else { throw .malformed("steps in order", at: reader.position) }
      mismatch = StateMismatch(step: step, lastAgreed: lastAgreed, store: try reader.string())
    }
    unshown = try Self.unshown(&reader)
    partlyUnshown = try Self.unshown(&reader)
  }

  private static func unshown(_ reader: inout ByteReader) throws(ByteFault) -> [UnshownState] {
    var states: [UnshownState] = []
    // Each takes at least four bytes.
    for _ in 0..<(try reader.count(of: 4)) {
      let store = try reader.string()
      let (first, last) = (try reader.step(), try reader.step())
      guard first <= last else { throw .malformed("steps in order", at: reader.position) }
      states.append(
        UnshownState(store: store, steps: first...last, reason: try reader.string()))
    }
    return states
  }

  private static func count(_ reader: inout ByteReader) throws(ByteFault) -> Int {
    Int(clamping: try reader.varint())
  }

  /// The most blocks, or sections before `end`, however few bytes their columns have. A section has at least the
  /// bytes of its checksum.
  static func limit(before end: Int) -> Int { max(RunColumn.limit, end / ChangeFile.checksumSize) }

  private static func column(
    _ count: Int, _ reader: inout ByteReader, _ end: Int
  ) throws(ByteFault) -> [Int64] {
    try RunColumn.read(count, upTo: limit(before: end), from: &reader)
  }

  private static func sections(
    _ count: Int, _ reader: inout ByteReader, _ end: Int
  ) throws(ByteFault) -> [Section] {
    let offsets = try column(count, &reader, end)
    let counts = try column(count, &reader, end)
    var sections: [Section] = []
    for (offset, count) in zip(offsets, counts) {
      guard 0...Int64(end) ~= offset, 0...Int64(end) ~= count, offset + count <= Int64(end) else {
        throw .malformed("a section", at: reader.position)
      }
      sections.append(Section(offset: Int(offset), count: Int(count)))
    }
    return sections
  }
}
