// The only file that compresses: on Apple's systems with their Compression framework, so
// that an app needs no other library; elsewhere with liblz4.
#if canImport(Compression)
  import Compression
#else
  import CLZ4
#endif

/// How hard LZ4 tries. All levels unpack in the same way and equally fast.
package enum LZ4Level: Sendable {
  /// Fast enough for a running app.
  case fast
  /// For a log that is kept: liblz4's HC compressor. Apple's framework has none, and uses `fast` instead.
  case high
}

package enum LZ4Block {
  /// Compresses `content`; returns no bytes if they would not get smaller.
  package static func pack(_ content: UnsafeRawBufferPointer, _ how: LZ4Level) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: content.count) { target, count in
      count = compress(
        content, into: UnsafeMutableRawBufferPointer(target), room: content.count - 1, how)
    }
  }

  /// The size of `content` after compression by `high`, or its own size if that is smaller.
  package static func packedSize(of content: UnsafeRawBufferPointer) -> Int {
    // LZ4 stores the last five bytes as they are, and begins no match in the last twelve.
    guard content.count > 12 else { return content.count }
    return withUnsafeTemporaryAllocation(byteCount: content.count, alignment: 16) { target in
      let size = compress(content, into: target, room: content.count - 1, .high)
      return size > 0 ? size : content.count
    }
  }
}

#if canImport(Compression)
  extension LZ4Block {
    /// Returns 0 if the result is larger than `room`.
    private static func compress(
      _ content: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer, room: Int,
      _: LZ4Level
    ) -> Int {
      guard let source = content.bytePointer, let start = target.bytePointer, room > 0 else {
        return 0
      }
      return compression_encode_buffer(start, room, source, content.count, nil, COMPRESSION_LZ4_RAW)
    }
  }

  extension UnsafeRawBufferPointer {
    package var bytePointer: UnsafePointer<UInt8>? {
      baseAddress?.assumingMemoryBound(to: UInt8.self)
    }
  }

  extension UnsafeMutableRawBufferPointer {
    package var bytePointer: UnsafeMutablePointer<UInt8>? {
      baseAddress?.assumingMemoryBound(to: UInt8.self)
    }
  }
#else
  extension LZ4Block {
    /// The level of liblz4's HC compressor. From 10 on it takes several times as long for little gain, and it
    /// runs for each form of a column.
    private static let level: Int32 = 9

    /// Returns 0 if the result is larger than `room`.
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
#endif
