package import PlayheadCoding

/// Independent LZ4 frames, which `lz4 -t` checks and `lz4 -dc` unpacks.
///
/// Uses only the block functions, liblz4's stable API. Frames have a checksum of their content but none of
/// their blocks: after a frame with only these, lz4 1.9.4 loses four bytes of the *next* frame.
package enum LZ4Frame {
  /// The block sizes that a frame's descriptor can name, with their codes.
  private static let blockSizes: [(code: UInt8, bytes: Int)] = [
    (4, 64 << 10), (5, 256 << 10), (6, 1 << 20), (7, 4 << 20),
  ]

  /// Version 01, independent blocks, content size, content checksum.
  private static let flags: UInt8 = 0b0110_1100

  /// The first bytes of every frame in a log; rare in other files.
  package static let beginning = magicBytes + [flags]

  /// Appends a frame of `content`, in one block up to 4 MiB.
  package static func append(
    _ content: UnsafeRawBufferPointer, level: LZ4Level = .fast, to file: ByteBuffer
  ) {
    let size = blockSizes.first { $0.bytes >= content.count } ?? blockSizes[blockSizes.count - 1]
    file.append(littleEndian: LogFormat.frameMagic)
    let descriptor = file.count
    file.append(flags)
    file.append(size.code << 4)
    file.append(littleEndian: UInt64(content.count))
    file.append(headerChecksum(UnsafeRawBufferPointer(rebasing: file.bytes[descriptor...])))
    for start in stride(from: 0, to: content.count, by: size.bytes) {
      let end = min(start + size.bytes, content.count)
      appendBlock(UnsafeRawBufferPointer(rebasing: content[start..<end]), level, to: file)
    }
    file.append(littleEndian: UInt32(0))
    file.append(littleEndian: XXHash.hash32(content))
  }

  /// One byte of the XXH32 of the descriptor.
  package static func headerChecksum(_ descriptor: UnsafeRawBufferPointer) -> UInt8 {
    UInt8(truncatingIfNeeded: XXHash.hash32(descriptor) >> 8)
  }

  private static func appendBlock(
    _ content: UnsafeRawBufferPointer, _ level: LZ4Level, to file: ByteBuffer
  ) {
    let packed = LZ4Block.pack(content, level)
    // Empty if it would not get smaller. The high bit of the length marks a stored block.
    if packed.isEmpty {
      file.append(littleEndian: UInt32(content.count) | 0x8000_0000)
      file.append(content)
    } else {
      file.append(littleEndian: UInt32(packed.count))
      file.append(packed)
    }
  }
}

extension LZ4Frame {
  /// The first bytes of every frame of data.
  package static let magicBytes = withUnsafeBytes(of: LogFormat.frameMagic.littleEndian) {
    [UInt8]($0)
  }
}
