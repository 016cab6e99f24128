import CLZ4
package import PlayheadCoding

/// Whole, independent LZ4 frames, as `lz4 -t` checks and `lz4 -dc` unpacks them.
///
/// The envelope is written here and only the block functions of liblz4 are called: those are its
/// stable API, and Debian's streaming content checksum would cost more than the decompression.
/// Every block has a checksum of its own instead.
package enum LZ4Frame {
  /// Block sizes that a frame's descriptor can name, with their codes.
  private static let blockSizes: [(code: UInt8, bytes: Int)] = [
    (4, 64 << 10), (5, 256 << 10), (6, 1 << 20), (7, 4 << 20),
  ]

  /// Version 01, independent blocks, block checksums, content size.
  private static let flags: UInt8 = 0b0111_1000

  /// Appends the frame of `content`.
  package static func append(_ content: UnsafeRawBufferPointer, to file: ByteBuffer) {
    let size = blockSizes.first { $0.bytes >= content.count } ?? blockSizes[blockSizes.count - 1]
    file.append(littleEndian: LogFormat.frameMagic)
    let descriptor = file.count
    file.append(flags)
    file.append(size.code << 4)
    file.append(littleEndian: UInt64(content.count))
    file.append(headerChecksum(UnsafeRawBufferPointer(rebasing: file.bytes[descriptor...])))
    var start = 0
    while start < content.count {
      let end = min(start + size.bytes, content.count)
      appendBlock(UnsafeRawBufferPointer(rebasing: content[start..<end]), to: file)
      start = end
    }
    file.append(littleEndian: UInt32(0))
  }

  /// One byte of the XXH32 of the descriptor.
  package static func headerChecksum(_ descriptor: UnsafeRawBufferPointer) -> UInt8 {
    UInt8(truncatingIfNeeded: XXHash.hash32(descriptor) >> 8)
  }

  private static func appendBlock(_ content: UnsafeRawBufferPointer, to file: ByteBuffer) {
    var packed = [UInt8](repeating: 0, count: content.count)
    let length = packed.withUnsafeMutableBytes { target in
      LZ4_compress_default(
        content.baseAddress?.assumingMemoryBound(to: CChar.self),
        target.baseAddress?.assumingMemoryBound(to: CChar.self),
        Int32(content.count), Int32(content.count - 1))
    }
    // Zero: it would not get smaller. The high bit of the length marks a block kept as it is.
    if length > 0 {
      packed.withUnsafeBytes {
        appendBlock(UnsafeRawBufferPointer(rebasing: $0[..<Int(length)]), mark: 0, to: file)
      }
    } else {
      appendBlock(content, mark: 0x8000_0000, to: file)
    }
  }

  private static func appendBlock(
    _ stored: UnsafeRawBufferPointer, mark: UInt32, to file: ByteBuffer
  ) {
    file.append(littleEndian: UInt32(stored.count) | mark)
    file.append(stored)
    file.append(littleEndian: XXHash.hash32(stored))
  }
}
