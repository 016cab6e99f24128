import Foundation
import PlayheadCoding
package import PlayheadLog

/// Identifies a log's content up to a frame.
package struct LogMark: Codable, Hashable, Sendable {
  fileprivate let session: UUID
  /// How many frames it had in its file.
  fileprivate let frameCount: Int
  fileprivate let content: String
}

extension LogReader {
  /// Whether it was opened as a file, by its name.
  package var hasFile: Bool { facts.files.contains { $0.path == name } }

  /// A hash that differs for any other content.
  ///
  /// It is of each frame's length, records and steps, and of the checksum of its content. Costs a read of four
  /// bytes for each frame. Damage to a frame that leaves its checksum as it was does not change the number: what was
  /// in the log before the damage is right all the same.
  package var contentMark: String {
    get throws(LogError) { try contentMark(ofFrames: index.frames.count) }
  }

  /// What another process knows the log by. What its tail holds is left out: of that a frame is yet to be made.
  package func mark() throws(LogError) -> LogMark {
    let size = source.size - (facts.tail?.byteCount ?? 0)
    let last = index.frames.indices.last {
      !index.frames[$0].kinds.isEmpty && offsets[$0] + index.frames[$0].length <= size
    }
    let count = last.map { $0 + 1 } ?? 0
    return LogMark(
      session: header.session, frameCount: count, content: try contentMark(ofFrames: count))
  }

  /// Whether it is the log of a mark, which may have gone on since.
  package func goesOn(from mark: LogMark) throws(LogError) -> Bool {
    guard header.session == mark.session, mark.frameCount <= index.frames.count else {
      return false
    }
    return try contentMark(ofFrames: mark.frameCount) == mark.content
  }

  private func contentMark(ofFrames count: Int) throws(LogError) -> String {
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

  /// The last four bytes of a frame, which are the checksum of its content. Where they are zero the frame has none, as
  /// other tools may write it: then a hash of all of it.
  private func checksum(_ frame: Range<Int>) throws(LogError) -> [UInt8] {
    let end = try source.read(at: max(frame.upperBound - 4, frame.lowerBound), count: 4)
    guard end.allSatisfy({ $0 == 0 }) else { return end }
    let hashes = ByteBuffer()
    // A stretch of damage may be as long as the log: not all of it is in memory at once.
    for start in stride(from: frame.lowerBound, to: frame.upperBound, by: LogFormat.chunkBytes) {
      let count = min(LogFormat.chunkBytes, frame.upperBound - start)
      let part = try source.read(at: start, count: count)
      hashes.append(littleEndian: part.withUnsafeBytes { XXHash.hash64($0) })
    }
    return hashes.array
  }
}
