import PlayheadCoding
import PlayheadReading
import PlayheadLog
import PlayheadValues

/// An index of changes: the events at each path in each block of steps, and states.
///
/// The index is a cache. Its file has sections, each followed by a checksum, and ends with the directory,
/// which is read when the file is opened. A new file gets its name when it is complete, and never changes
/// afterwards, so that other processes can go on reading it.
final class ChangeFile {
  /// The first bytes of the file; the last byte is the version of the format.
  static let magic = Array("PLAYIDX".utf8) + [version]
  private static let version: UInt8 = 5
  /// Offset and length of the directory, and the checksum of both.
  private static let trailerSize = 24
  static let checksumSize = 8

  private var storage: IndexStorage
  private(set) var directory: ChangeDirectory

  /// The file of the index; nil if the index ends with this object.
  var file: String? { storage.file }
  var isInMemory: Bool { storage.isInMemory }

  /// An empty index, in memory.
  init(for mark: String) throws(IndexFault) {
    (storage, directory) = (IndexStorage(), ChangeDirectory(mark: mark))
    try Self.magic.withBytes { (magic) throws(IndexFault) in try storage.append(magic) }
  }

  /// The index in the file at `path`; nil if there is none, or if it is of another log or program. Throws if
  /// it is damaged, or no index.
  init?(keptIn path: String, for mark: String) throws(IndexFault) {
    guard let kind = FileKind(named: path) else { return nil }
    guard kind == .file, let source = try? FileSource(regular: path) else {
      throw IndexFault(.foreign, file: path)
    }
    guard source.size > 0 else { return nil }
    storage = IndexStorage(source)
    let head = try storage.read(at: 0, count: Self.magic.count)
    guard head.starts(with: Self.magic.dropLast()), head.count == Self.magic.count else {
      throw IndexFault(.foreign, file: path)
    }
    guard head == Self.magic else { return nil }
    directory = ChangeDirectory(mark: mark)
    directory = try readDirectory()
    guard directory.mark == mark else { return nil }
  }

  /// A copy that can grow, in a file that will replace the other one's.
  init(goingOnWith other: ChangeFile, mode: FileMode) throws(IndexFault) {
    directory = other.directory
    storage = try IndexStorage(
      copying: other.storage, upTo: try other.directorySection().offset, to: other.file ?? "",
      mode: mode)
  }

  // MARK: Whole or not

  /// Moves to a file that gets the name `path` when it is complete. Stays in memory if there can be no file.
  func move(to path: String, mode: FileMode) throws(IndexFault) {
    try storage.move(to: path, mode: mode)
  }

  /// Writes the directory, and gives the file its name.
  func finish() throws(IndexFault) {
    guard !storage.isInMemory,
      directory.blocks.count <= ChangeDirectory.limit(before: storage.count)
    else { return }
    let section = try append(directory.bytes())
    let trailer = ByteBuffer()
    trailer.append(littleEndian: UInt64(section.offset))
    trailer.append(littleEndian: UInt64(section.count))
    trailer.append(littleEndian: XXHash.hash64(trailer.bytes, seed: UInt64(Self.version)))
    try storage.append(trailer.bytes)
    try storage.finish()
  }

  private func directorySection() throws(IndexFault) -> ChangeDirectory.Section {
    let end = storage.count - Self.trailerSize
    let trailer = try storage.read(at: end, count: Self.trailerSize)
    let words = trailer.withUnsafeBytes { bytes in
      bytes.count < Self.trailerSize
        ? []
        : (0..<3).map { bytes.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self).littleEndian }
    }
    let sum = trailer.withUnsafeBytes {
      XXHash.hash64(.init(rebasing: $0.prefix(16)), seed: UInt64(Self.version))
    }
    guard words.last == sum, let offset = Int(exactly: words[0]),
      let count = Int(exactly: words[1]),
      offset <= end, count <= end - offset
    else { throw damage("its end is not that of an index") }
    return ChangeDirectory.Section(offset: offset, count: count)
  }

  private func readDirectory() throws(IndexFault) -> ChangeDirectory {
    let section = try directorySection()
    return try read(section) { (bytes) throws(ByteFault) in
      try ChangeDirectory(bytes, sectionsBefore: section.offset)
    }
  }

  // MARK: Sections

  /// The result of `body` for the bytes of a section. Throws if the section is damaged.
  func read<T>(
    _ section: ChangeDirectory.Section, _ body: (UnsafeRawBufferPointer) throws -> T
  ) throws(IndexFault) -> T {
    let bytes = try storage.read(at: section.offset, count: section.count + Self.checksumSize)
    guard bytes.count == section.count + Self.checksumSize else { throw damage("it is too short") }
    do {
      return try bytes.withUnsafeBytes { bytes in
        let content = UnsafeRawBufferPointer(rebasing: bytes.prefix(section.count))
        let sum = bytes.loadUnaligned(fromByteOffset: section.count, as: UInt64.self).littleEndian
        guard sum == Self.checksum(content, at: section.offset) else {
          throw damage("the checksum of a section is wrong")
        }
        return try body(content)
      }
    } catch let fault as IndexFault {
      throw fault
    } catch let fault as ByteFault {
      throw damage(fault.sentence)
    } catch let fault as FrameFault {
      throw damage(fault.sentence)
    } catch {
      throw damage("\(error)")
    }
  }

  private func append(_ bytes: [UInt8]) throws(IndexFault) -> ChangeDirectory.Section {
    let buffer = ByteBuffer()
    let section = Self.add(bytes, to: buffer, at: storage.count)
    try storage.append(buffer.bytes)
    return section
  }

  /// Adds a section with its checksum to a buffer that begins at `start`.
  private static func add(
    _ bytes: [UInt8], to buffer: ByteBuffer, at start: Int
  ) -> ChangeDirectory.Section {
    let section = ChangeDirectory.Section(offset: start + buffer.count, count: bytes.count)
    buffer.append(bytes)
    buffer.append(littleEndian: bytes.withUnsafeBytes { checksum($0, at: section.offset) })
    return section
  }

  /// The checksum of the bytes and their place, so that a section in another's place is wrong too.
  static func checksum(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt64 {
    XXHash.hash64(bytes, seed: UInt64(offset))
  }

  /// A fault for content that no index has.
  func damage(_ what: String) -> IndexFault { IndexFault(.content(what), file: file) }

  // MARK: What happened

  /// The number of a child path. Adds the path if it is new.
  func makePath(_ parent: Int, _ component: StatePath.Component) -> Int {
    directory.makePath(parent, component)
  }

  /// The last step in the index; nil if it is empty.
  var lastStep: Step? { directory.blocks.last.map { Step($0.upperBound) } }

  /// Adds a block of steps, with the events at each path.
  func add(
    _ steps: ClosedRange<Step>, _ postings: [(series: PostingSeries, posting: Posting)]
  ) throws(IndexFault) {
    let buffer = ByteBuffer()
    let start = storage.count
    let sections = postings.map { series, posting in
      (series: series, section: Self.add(posting.bytes(), to: buffer, at: start))
    }
    try storage.append(buffer.bytes)
    directory.add(steps.lowerBound.number...steps.upperBound.number, sections)
  }

  /// The events at a path in a block.
  func posting(
    of series: PostingSeries, _ found: ChangeDirectory.BlockPosting
  ) throws(IndexFault) -> Posting {
    try read(found.section) {
      try Posting($0, lists: series.lists, of: directory.blocks[found.block])
    }
  }

  // MARK: Doubts

  /// Notes that a state could not be encoded to be compared: the whole, or a part before or after the step.
  func noteUnshown(_ store: String, at step: Step, because reason: String, isWhole: Bool) {
    if isWhole {
      directory.unshown.add(store, at: step, because: reason)
    } else {
      directory.partlyUnshown.add(store, at: step, because: reason)
    }
  }

  /// Notes the first state that is not the recorded one.
  func note(_ mismatch: StateMismatch?) {
    directory.mismatch = directory.mismatch ?? mismatch
  }

  // MARK: States

  /// Adds a piece of a state, and returns its number.
  func addPiece(_ bytes: [UInt8]) throws(IndexFault) -> Int {
    directory.pieces.append(try append(bytes))
    return directory.pieces.count - 1
  }

  /// Adds the states of a step, as a list of pieces.
  func addCheckpoint(_ step: Step, _ recipe: [UInt8]) throws(IndexFault) {
    directory.add(.init(step: step.number, section: try append(recipe)))
  }
}

/// Why an index cannot be used. `description` is a sentence that says what to do.
package struct IndexFault: Error, Equatable {
  /// What is wrong.
  package enum Reason: Equatable {
    /// It has content that no index has.
    case content(String)
    /// The system cannot read it.
    case unreadable(String)
    /// A file that is no index has its name.
    case foreign
  }

  package let reason: Reason
  /// The file; nil if the index has no permanent file.
  package let file: String?

  package init(_ reason: Reason, file: String?) { (self.reason, self.file) = (reason, file) }
}

extension IndexFault: CustomStringConvertible {
  /// One sentence: what is wrong with the index, and what to do about it.
  package var description: String {
    guard let file else {
      return
        "the index of changes cannot be read (\(cause)); run the command again to make a new index"
    }
    return
      "the index '\(file)' cannot be read (\(cause)); delete it, and the next command makes a new index"
  }

  /// The fault, as a part of a sentence.
  package var cause: String {
    switch reason {
    case .content(let what): what
    case .unreadable(let reason): reason
    case .foreign: "it is a file of another kind"
    }
  }
}
