import Foundation
import PlayheadCoding
import PlayheadLog
import PlayheadReading
import PlayheadValues

/// A range of an index file's bytes, without the checksum after it.
struct IndexSection: Codable, Equatable {
  var offset: Int
  var count: Int
}

/// The index in a file, and where its states are.
struct IndexContent: Codable, Equatable {
  var index: WindowIndex
  var states: StateSections
}

/// An index of windows in a file, with states of the log.
///
/// The file is a cache of sections with checksums: states, the index, and the place of the index, which are read when
/// the file is opened. A new file gets its name when it is complete, and never changes afterwards, so that other
/// processes can go on reading it.
final class IndexFile {
  /// The first bytes of the file; the last byte is the version of the format.
  static let magic = Array("PLAYIDX".utf8) + [version]
  fileprivate static let version: UInt8 = 7
  /// The size of the last section: offset and length of the index.
  private static let placeSize = 16
  static let checksumSize = 8

  private let source: FileSource
  let index: WindowIndex
  let states: StateSections
  /// Where the states end.
  let end: Int

  var path: String { source.path }

  /// What is found at the path of an index.
  enum Found {
    case index(IndexFile)
    /// Nothing that can be used: no file, an index of another log or program, or a damaged one.
    case nothing
    /// A file or a folder that is no index. It is left alone.
    case foreign
  }

  /// The index at `path` with this fingerprint.
  static func find(_ path: String, for fingerprint: String) -> Found {
    guard let kind = FileKind(named: path) else { return .nothing }
    guard kind == .file, let source = try? FileSource(regular: path) else { return .foreign }
    guard source.size > 0 else { return .nothing }
    guard let head = try? source.read(at: 0, count: min(magic.count, source.size)),
      head.starts(with: magic.dropLast()), head.count == magic.count
    else { return .foreign }
    guard head == magic, let file = try? IndexFile(source), file.index.fingerprint == fingerprint
    else { return .nothing }
    return .index(file)
  }

  private init(_ source: FileSource) throws {
    self.source = source
    let place = IndexSection(
      offset: source.size - Self.placeSize - Self.checksumSize, count: Self.placeSize)
    guard place.offset > 0 else { throw ByteFault.truncated(at: 0) }
    let numbers = try Self.read(place, from: source).withUnsafeBytes { bytes in
      (0..<2).map { bytes.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self).littleEndian }
    }
    guard let offset = Int(exactly: numbers[0]), let count = Int(exactly: numbers[1]),
      offset <= place.offset, count <= place.offset - offset
    else { throw ByteFault.malformed("the end of an index", at: place.offset) }
    let section = IndexSection(offset: offset, count: count)
    let content = try CompactDecoder().decode(
      IndexContent.self, from: Data(Self.read(section, from: source)))
    guard content.index.isSound, content.states.isSound(before: section.offset) else {
      throw ByteFault.malformed("an index", at: section.offset)
    }
    (index, states, end) = (content.index, content.states, section.offset)
  }

  /// The bytes of a section. Throws if they are damaged.
  func read(_ section: IndexSection) throws -> [UInt8] { try Self.read(section, from: source) }

  private static func read(_ section: IndexSection, from source: FileSource) throws -> [UInt8] {
    var bytes = try source.read(at: section.offset, count: section.count + checksumSize)
    let isWhole = bytes.withUnsafeBytes { bytes in
      bytes.count == section.count + checksumSize
        && bytes.loadUnaligned(fromByteOffset: section.count, as: UInt64.self).littleEndian
          == checksum(.init(rebasing: bytes.prefix(section.count)), at: section.offset)
    }
    guard isWhole else { throw ByteFault.malformed("a section", at: section.offset) }
    bytes.removeLast(checksumSize)
    return bytes
  }

  /// Calls `body` with the bytes of all states, some at a time.
  fileprivate func forEachPiece(_ body: ([UInt8]) -> Void) throws {
    let size = 1 << 20
    for start in stride(from: Self.magic.count, to: end, by: size) {
      body(try source.read(at: start, count: min(size, end - start)))
    }
  }

  /// The checksum of the bytes and their place, so that a section in another's place is wrong too.
  static func checksum(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt64 {
    XXHash.hash64(bytes, seed: UInt64(offset) ^ UInt64(version) << 56)
  }
}

/// Writes an index file. A file that cannot be written is no reason to fail: then there is none.
final class IndexWriter {
  /// The bytes in memory before they are written.
  private static let pendingLimit = 1 << 20

  let path: String
  private let mode: FileMode
  private let pending = ByteBuffer()
  private var written = 0
  private var output: OutputFile?
  private(set) var hasFailed = false

  /// A writer of a file at `path`. It keeps all bytes in memory until ``begin()``.
  init(_ path: String, mode: FileMode) {
    (self.path, self.mode) = (path, mode)
    pending.append(IndexFile.magic)
  }

  /// The same, with the states of a file that the new one will replace.
  convenience init(goingOnWith file: IndexFile, mode: FileMode) {
    self.init(file.path, mode: mode)
    begin()
    do {
      try file.forEachPiece { append($0) }
    } catch {
      fail()
    }
  }

  /// Whether there is a file, which has no name yet.
  var hasFile: Bool { output != nil }

  /// The number of bytes so far.
  var count: Int { written + pending.count }

  /// Begins a file with a temporary name.
  func begin() {
    guard output == nil, !hasFailed else { return }
    output = try? OutputFile(fileAt: path, mode: mode, replaces: true, isSynced: false)
    if output == nil { fail() } else { flush() }
  }

  /// Adds a section with its checksum.
  func add(_ bytes: [UInt8]) -> IndexSection {
    let section = IndexSection(offset: count, count: bytes.count)
    append(bytes)
    let sum = bytes.withUnsafeBytes { IndexFile.checksum($0, at: section.offset) }
    append(withUnsafeBytes(of: sum.littleEndian) { Array($0) })
    return section
  }

  /// Writes the index, and gives the file its name. Returns whether there is a file.
  func finish(_ index: WindowIndex, _ states: StateSections) -> Bool {
    let content = IndexContent(index: index, states: states)
    guard let bytes = try? CompactEncoder().encode(content) else { return false }
    let section = add([UInt8](bytes))
    let place = ByteBuffer()
    place.append(littleEndian: UInt64(section.offset))
    place.append(littleEndian: UInt64(section.count))
    _ = add(place.array)
    flush()
    return output.map { (try? $0.finish()) != nil } ?? false
  }

  private func append(_ bytes: [UInt8]) {
    guard !hasFailed else { return }
    pending.append(bytes)
    if output != nil, pending.count >= Self.pendingLimit { flush() }
  }

  private func flush() {
    guard let output else { return }
    guard (try? output.append(pending.bytes)) != nil else { return fail() }
    written += pending.count
    pending.removeAll()
  }

  private func fail() {
    (output, hasFailed) = (nil, true)
    pending.removeAll()
  }
}
