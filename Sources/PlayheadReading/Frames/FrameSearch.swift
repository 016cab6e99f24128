import PlayheadLog
import PlayheadCoding

/// Searches for the next whole frame after damage: magic number, header, blocks, content checksum and records
/// must be right.
struct FrameSearch {
  private let source: any LogSource
  /// The bytes of false frames that may still be read: several times the file, so that forged bytes cost
  /// linear time.
  private var budget: Int

  init(_ source: any LogSource) {
    self.source = source
    budget = 8 * source.size
  }

  /// The offset of the next whole frame that begins at or after `offset`, and ends at or before `limit`.
  mutating func nextFrame(from offset: Int, to limit: Int) throws(ReadingError) -> Int? {
    let magic = LZ4Frame.magicBytes
    // More than most frames have, so that one read usually finds the next.
    let window = 256 << 10
    var low = offset
    while low + magic.count <= limit, budget > 0 {
      let bytes = try source.read(at: low, count: min(window, limit - low))
      for place in bytes.places(of: magic) {
        if try isWhole(low + place, limit) { return low + place }
      }
      low += max(1, bytes.count - magic.count + 1)
    }
    return nil
  }

  private mutating func isWhole(_ offset: Int, _ limit: Int) throws(ReadingError) -> Bool {
    guard budget > 0 else { return false }
    let found = try LogScan.frame(of: source, at: offset, upTo: limit)
    if case .success(let bytes) = found.frame,
      RecordStream.forEach(inFrame: bytes, { (_, _) throws(ByteFault) in }) == nil
    {
      return true
    }
    budget -= found.bytesRead
    return false
  }
}

extension [UInt8] {
  /// The places of `part`, which has at least one byte, from the first to the last.
  package func places(of part: [UInt8]) -> some Sequence<Int> {
    indices.lazy.filter { matches(part, at: $0) }
  }

  /// The places of `part`, which has at least one byte, from the last to the first.
  func positionsFromEnd(of part: [UInt8]) -> some Sequence<Int> {
    indices.reversed().lazy.filter { matches(part, at: $0) }
  }

  private func matches(_ part: [UInt8], at place: Int) -> Bool {
    // Most places differ in the first byte.
    self[place] == part[0] && self[place...].starts(with: part)
  }
}

extension LogScan {
  static func isSkippable(_ bytes: [UInt8]) -> Bool {
    (try? bytes.withUnsafeBytes { try FrameHeader.read($0) })?.skippable != nil
  }

  /// The bytes of the whole frame at `offset`, which ends at or before `limit`, and the number of bytes read.
  package static func frame(
    of source: any LogSource, at offset: Int, upTo limit: Int
  ) throws(ReadingError) -> (frame: Result<[UInt8], FrameFault>, bytesRead: Int) {
    // Many frames are small. Reading a longer frame again in a larger window costs an eighth more.
    var window = 4 << 10
    var bytesRead = 0
    while true {
      let bytes = try source.read(at: offset, count: min(window, limit - offset))
      bytesRead += bytes.count
      do throws(FrameFault) {
        let length = try bytes.withBytes { bytes throws(FrameFault) in
          try LZ4Frame.length(bytes)
        }
        return (.success(Array(bytes[..<length])), bytesRead)
      } catch {
        guard error == .cut, offset + window < limit else { return (.failure(error), bytesRead) }
      }
      window *= 8
    }
  }
}
