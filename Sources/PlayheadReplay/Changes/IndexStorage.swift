import Foundation
import PlayheadFiles
import PlayheadLog

/// The bytes of an index: in its file, or, while it is made, in memory or in a file that has yet to get its name.
///
/// What cannot be written to a file is kept in memory: a cache is no reason to fail.
final class IndexStorage {
  /// What is copied at once.
  private static let pieceSize = 1 << 20

  private var memory: [UInt8] = []
  private var output: OutputFile?
  /// The same file, to be read.
  private var source: FileSource?
  /// How many bytes there are.
  private(set) var count = 0
  /// The file that has them; nil as long as none of its name has.
  private(set) var file: String?

  /// No bytes, in memory.
  init() {}

  /// The bytes of a file.
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

  /// Exactly `count` bytes; fewer only where they end.
  func read(at offset: Int, count: Int) throws(IndexFault) -> [UInt8] {
    let end = max(0, min(self.count, offset + count))
    guard 0..<end ~= offset else { return [] }
    guard let source else { return Array(memory[offset..<end]) }
    // A source knows the bytes that there were when it was opened, and a file that is made has more.
    let handle = FileHandle(fileDescriptor: source.descriptor)
    do {
      try handle.seek(toOffset: UInt64(offset))
      return [UInt8](try handle.read(upToCount: end - offset) ?? Data())
    } catch {
      throw IndexFault(.unreadable(error.localizedDescription), file: file)
    }
  }

  /// Goes on in a file that becomes the one at `path`; in memory if there can be none.
  func move(to path: String, mode: FileMode) throws(IndexFault) {
    let bytes = memory
    guard isInMemory, begin(path, mode) else { return }
    (memory, count) = ([], 0)
    try bytes.withBytes { (bytes) throws(IndexFault) in try append(bytes) }
  }

  /// Begins with the first bytes of another, in a file that becomes the one at `path`, or else in memory.
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

  /// The file that was begun, if any, gets its name, in place of the one that has it.
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
