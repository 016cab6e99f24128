import CLZ4
import PlayheadCoding

/// How hard LZ4 tries; all levels are unpacked alike, and as fast.
package enum LZ4Level: Sendable {
  /// What keeps up with an app.
  case fast
  /// What is tried once, for a log that is to be kept: liblz4's HC compressor.
  case high
}

/// The blocks that a frame is made of.
package enum LZ4Block {
  /// The level of liblz4's HC compressor, below 10: from there on it looks for the best of all ways, which
  /// takes several times as long for little, and every way to keep a column is tried with it.
  private static let level: Int32 = 9

  /// Packs `content`; gives nothing if it would not get smaller.
  static func pack(_ content: UnsafeRawBufferPointer, _ how: LZ4Level) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: content.count) { target, count in
      count = compress(
        content, into: UnsafeMutableRawBufferPointer(target), room: content.count - 1, how)
    }
  }

  /// How many bytes `content` takes when it is packed hard, or left as it is if that is smaller.
  package static func packedSize(of content: UnsafeRawBufferPointer) -> Int {
    // LZ4 keeps the last five bytes as they are, and begins no match in the last twelve.
    guard content.count > 12 else { return content.count }
    return withUnsafeTemporaryAllocation(byteCount: content.count, alignment: 16) { target in
      let size = compress(content, into: target, room: content.count - 1, .high)
      return size > 0 ? size : content.count
    }
  }

  /// Gives 0 if it takes more than `room`.
  private static func compress(
    _ content: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer, room: Int,
    _ how: LZ4Level
  ) -> Int {
    let source = content.baseAddress?.assumingMemoryBound(to: CChar.self)
    let start = target.baseAddress?.assumingMemoryBound(to: CChar.self)
    let size =
      switch how {
      case .fast: LZ4_compress_default(source, start, Int32(content.count), Int32(room))
      case .high: LZ4_compress_HC(source, start, Int32(content.count), Int32(room), level)
      }
    return Int(max(size, 0))
  }
}
