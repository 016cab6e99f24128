// The only file that decompresses, as `LZ4Block` compresses.
import PlayheadLog

#if canImport(Compression)
  import Compression
#else
  import CLZ4
#endif

extension LZ4Block {
  /// Unpacks a block; `nil` if it is damaged, or has more than `room` bytes.
  static func unpack(_ block: UnsafeRawBufferPointer, room: Int) -> [UInt8]? {
    var isWhole = true
    // The framework silently drops bytes that do not fit, so there is room for one byte more than allowed.
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
    /// Returns a negative number if the block is damaged.
    private static func decompress(
      _ block: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer
    ) -> Int {
      guard let source = block.bytePointer, let start = target.bytePointer else { return -1 }
      let count = compression_decode_buffer(
        start, target.count, source, block.count, nil, COMPRESSION_LZ4_RAW)
      // An empty block is one byte, 0; for damage the framework returns 0, too.
      return count > 0 || block.elementsEqual([0]) ? count : -1
    }
  }
#else
  extension LZ4Block {
    /// Returns a negative number if the block is damaged or too large.
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
