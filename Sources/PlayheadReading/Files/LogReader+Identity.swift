import Foundation
import PlayheadCoding
import PlayheadLog

/// Identifies a log's content up to a frame.
package struct LogIdentity: Codable, Hashable, Sendable {
  fileprivate let session: UUID
  /// The number of frames in its file.
  fileprivate let frameCount: Int
  fileprivate let content: String
}

extension LogReader {
  /// Whether the log was opened as a file, by its name.
  package var hasFile: Bool { facts.isFile }

  /// Whether its name opens it again: as a file, or as a log in a shard.
  package var opensByName: Bool { hasFile || Shard.place(of: name) != nil }

  /// A hash of the log's content: of each frame's length, records, steps and content checksum. Reads four
  /// bytes per frame. Does not notice damage that leaves the checksum intact.
  package var contentHash: String {
    get throws(ReadingError) { try contentHash(ofFrames: index.frames.count) }
  }

  /// Identifies the log for another process, without the tail's frames, which are not in the log yet.
  package func identity() throws(ReadingError) -> LogIdentity {
    let size = source.size - (facts.tail?.byteCount ?? 0)
    let last = index.frames.indices.last {
      !index.frames[$0].kinds.isEmpty && offsets[$0] + index.frames[$0].length <= size
    }
    let count = last.map { $0 + 1 } ?? 0
    return LogIdentity(
      session: header.session, frameCount: count, content: try contentHash(ofFrames: count))
  }

  /// Whether this is the log with the identity, which may have grown since.
  package func continues(from identity: LogIdentity) throws(ReadingError) -> Bool {
    guard header.session == identity.session, identity.frameCount <= index.frames.count else {
      return false
    }
    return try contentHash(ofFrames: identity.frameCount) == identity.content
  }

  private func contentHash(ofFrames count: Int) throws(ReadingError) -> String {
    let bytes = ByteBuffer()
    for (frame, offset) in zip(index.frames, offsets).prefix(count) {
      bytes.append(varint: frame.length)
      bytes.append(varint: frame.kinds.rawValue)
      bytes.append(varint: frame.firstStep)
      bytes.append(varint: frame.count)
      bytes.append(try checksum(offset..<offset + frame.length))
    }
    return String(XXHash.hash64(bytes.bytes), radix: 16)
  }

  /// The last four bytes of a frame, the checksum of its content. If they are zero, the frame has no
  /// checksum, which other tools permit: then a hash of the whole frame.
  private func checksum(_ frame: Range<Int>) throws(ReadingError) -> [UInt8] {
    let end = try source.read(at: max(frame.upperBound - 4, frame.lowerBound), count: 4)
    guard end.allSatisfy({ $0 == 0 }) else { return end }
    let hashes = ByteBuffer()
    // A run of damaged bytes may be as long as the log, so only a part is in memory at once.
    for start in stride(from: frame.lowerBound, to: frame.upperBound, by: LogFormat.chunkBytes) {
      let count = min(LogFormat.chunkBytes, frame.upperBound - start)
      let part = try source.read(at: start, count: count)
      hashes.append(littleEndian: part.withUnsafeBytes { XXHash.hash64($0) })
    }
    return hashes.array
  }
}

/// Shows whether a log was written to since the last look: its file, its length, and the content of its tail,
/// which is mapped memory that changes without notice.
package struct LogSignature: Equatable {
  private let file: FileIdentity
  private let length: Int
  private let tail: UInt64
  private let isBeingWritten: Bool

  /// Whether it is the same file, even if it was written to.
  package func isOfSameFile(as other: LogSignature) -> Bool { file == other.file }

  /// Reads the log at `path` and its tail.
  package init(of path: String) throws(ReadingError) {
    let file = try FileSource(path: Shard.place(of: path)?.shard ?? path)
    self.file = file.identity
    length = file.size
    isBeingWritten = file.isBeingWritten
    let tail = try TailedLog.tailFile(of: path)
    let bytes = try tail.map { tail throws(ReadingError) in try TailReading.bytes(of: tail) } ?? []
    self.tail = bytes.withUnsafeBytes { XXHash.hash64($0) }
  }
}
