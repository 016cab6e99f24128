import Foundation
import PlayheadReading
import PlayheadLog

/// The bytes of an index: in its file or, while it is made, in memory or in a file that has no name yet.
///
/// Bytes that cannot be written to a file stay in memory, because a cache is no reason to fail.
final class IndexStorage {
  /// How many bytes are copied at once.
  private static let pieceSize = 1 << 20

  private var memory: [UInt8] = []
  private var output: OutputFile?
  /// The same file, for reading.
  private var source: FileSource?
  private(set) var count = 0
  /// The index file with these bytes; nil while no file has its final name.
  private(set) var file: String?

  init() {}

  init(_ source: FileSource) {
    (self.source, count, file) = (source, source.size, source.path)
  }

  var isInMemory: Bool { source == nil }

  func append(_ bytes: UnsafeRawBufferPointer) throws(IndexFault) {
    if let output {
      do throws(LogError) {
        try output.append(bytes)
        count += bytes.count
        return
      } catch {
        try moveToMemory()
      }
    }
    memory.append(contentsOf: bytes)
    count += bytes.count
  }

  /// Reads `count` bytes, or fewer at the end.
  func read(at offset: Int, count: Int) throws(IndexFault) -> [UInt8] {
    let end = max(0, min(self.count, offset + count))
    guard 0..<end ~= offset else { return [] }
    guard let source else { return Array(memory[offset..<end]) }
    // A source only knows the bytes from when it was opened, and a new file has more since.
    let handle = FileHandle(fileDescriptor: source.descriptor)
    do {
      try handle.seek(toOffset: UInt64(offset))
      return [UInt8](try handle.read(upToCount: end - offset) ?? Data())
    } catch {
      throw IndexFault(.unreadable(error.localizedDescription), file: file)
    }
  }

  /// Moves to a file that becomes the one at `path`. Stays in memory if there can be none.
  func move(to path: String, mode: FileMode) throws(IndexFault) {
    let bytes = memory
    guard isInMemory, begin(path, mode) else { return }
    (memory, count) = ([], 0)
    try bytes.withBytes { (bytes) throws(IndexFault) in try append(bytes) }
  }

  /// Begins with the first bytes of another index, in a new file for `path`, or else in memory.
  convenience init(
    copying other: IndexStorage, upTo end: Int, to path: String, mode: FileMode
  ) throws(IndexFault) {
    self.init()
    _ = begin(path, mode)
    for start in stride(from: 0, to: end, by: Self.pieceSize) {
      try other.read(at: start, count: min(Self.pieceSize, end - start))
        .withBytes { (piece) throws(IndexFault) in try append(piece) }
    }
  }

  private func begin(_ path: String, _ mode: FileMode) -> Bool {
    guard let output = try? OutputFile(cacheAt: path, mode: mode, beginning: ChangeFile.magic),
      let source = try? FileSource(regular: output.partialPath)
    else { return false }
    (self.output, self.source) = (output, source)
    return true
  }

  /// Gives the new file, if any, its name, and replaces the old file.
  func finish() throws(IndexFault) {
    guard let output else { return }
    do throws(LogError) {
      try output.finish()
      (self.output, file) = (nil, output.path)
    } catch {
      try moveToMemory()
    }
  }

  private func moveToMemory() throws(IndexFault) {
    memory = try read(at: 0, count: count)
    (output, source) = (nil, nil)
    guard memory.count == count else { throw IndexFault(.content("it was cut"), file: nil) }
  }
}
