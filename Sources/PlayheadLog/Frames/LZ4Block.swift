// The one file that compresses and decompresses: on Apple's systems by their Compression framework, so that an app needs
// no other library there, elsewhere by liblz4.
#if canImport(Compression)
  import Compression
#else
  import CLZ4
#endif

/// How hard LZ4 tries; all levels are unpacked alike, and as fast.
package enum LZ4Level: Sendable {
  /// What keeps up with an app.
  case fast
  /// For a log that is kept: liblz4's HC compressor. Apple's framework has none, and treats it like `fast`.
  case high
}

/// The blocks that a frame is made of.
package enum LZ4Block {
  /// Packs `content`; gives nothing if it would not get smaller.
  package static func pack(_ content: UnsafeRawBufferPointer, _ how: LZ4Level) -> [UInt8] {
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

  /// Unpacks a block; nil if it is damaged, or has more than `room` bytes.
  static func unpack(_ block: UnsafeRawBufferPointer, room: Int) -> [UInt8]? {
    var isWhole = true
    // The framework leaves out silently what has no room, so there is room for a byte more than there may be.
    let content = [UInt8](unsafeUninitializedCapacity: room + 1) { target, count in
      count = decompress(block, into: UnsafeMutableRawBufferPointer(target))
      isWhole = (0...room).contains(count)
      if !isWhole { count = 0 }
    }
    return isWhole ? content : nil
  }
}

#if canImport(Compression)
  extension LZ4Block {
    /// Gives 0 if it takes more than `room`.
    private static func compress(
      _ content: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer, room: Int,
      _: LZ4Level
    ) -> Int {
      guard let source = content.bytePointer, let start = target.bytePointer, room > 0 else {
        return 0
      }
      return compression_encode_buffer(start, room, source, content.count, nil, COMPRESSION_LZ4_RAW)
    }

    /// Gives less than 0 if the block is damaged.
    private static func decompress(
      _ block: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer
    ) -> Int {
      guard let source = block.bytePointer, let start = target.bytePointer else { return -1 }
      let count = compression_decode_buffer(
        start, target.count, source, block.count, nil, COMPRESSION_LZ4_RAW)
      // A block of nothing is one byte, 0; the framework gives 0 for what is damaged as well.
      return count > 0 || block.elementsEqual([0]) ? count : -1
    }
  }

  extension UnsafeRawBufferPointer {
    fileprivate var bytePointer: UnsafePointer<UInt8>? {
      baseAddress?.assumingMemoryBound(to: UInt8.self)
    }
  }

  extension UnsafeMutableRawBufferPointer {
    fileprivate var bytePointer: UnsafeMutablePointer<UInt8>? {
      baseAddress?.assumingMemoryBound(to: UInt8.self)
    }
  }
#else
  extension LZ4Block {
    /// The level of liblz4's HC compressor. From 10 on it takes several times as long for little, and each form of a column
    /// is tried.
    private static let level: Int32 = 9

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

    /// Gives less than 0 if the block is damaged, or has no room.
    private static func decompress(
      _ block: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer
    ) -> Int {
      Int(
        LZ4_decompress_safe(
          block.baseAddress?.assumingMemoryBound(to: CChar.self),
          target.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(block.count),
          Int32(target.count)))
    }
  }
#endif
