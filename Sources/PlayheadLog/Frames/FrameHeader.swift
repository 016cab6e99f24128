import PlayheadCoding

/// The start of a frame: what kind it is and how its blocks are kept.
package struct FrameHeader: Equatable {
  /// The whole magic number of a skippable frame; nil for a frame of data.
  package var skippable: UInt32?
  /// The bytes before the first block, or before a skippable frame's content.
  package var length: Int
  /// A skippable frame's content, or what a frame of data will unpack to, if it says so.
  package var contentSize: Int?
  package var hasBlockChecksums = false
  package var hasContentChecksum = false
  package var largestBlock = 0

  /// The longest header there is: magic, flags, block size, content size, dictionary, checksum.
  package static let longest = 19

  /// Reads the header at the start of `bytes`.
  package static func read(_ bytes: UnsafeRawBufferPointer) throws(FrameFault) -> FrameHeader {
    guard bytes.count >= 4 else { throw .cut }
    let magic = UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self))
    if magic & LogFormat.skippableMask == LogFormat.skippableMagic {
      guard bytes.count >= 8 else { throw .cut }
      let size = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
      return FrameHeader(skippable: magic, length: 8, contentSize: Int(size))
    }
    guard magic != LogFormat.legacyMagic else {
      throw .unsupported("the legacy frame format of lz4")
    }
    guard magic == LogFormat.frameMagic else { throw .notAFrame }
    return try readDescriptor(bytes)
  }

  private static func readDescriptor(
    _ bytes: UnsafeRawBufferPointer
  ) throws(FrameFault) -> FrameHeader {
    guard bytes.count >= 7 else { throw .cut }
    let (flags, block) = (bytes[4], bytes[5])
    guard flags >> 6 == 1 else { throw .unsupported("another version of the LZ4 frame format") }
    guard flags & 0b10 == 0, block & 0b1000_1111 == 0, block >> 4 >= 4 else {
      throw .malformed("its header sets bits that must not be set")
    }
    guard flags & 0b1 == 0 else { throw .unsupported("a compression dictionary") }
    var header = FrameHeader(length: 7)
    if flags & 0b1000 != 0 {
      header.length += 8
      guard bytes.count >= header.length else { throw .cut }
      let size = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 6, as: UInt64.self))
      guard let exact = Int(exactly: size) else { throw .malformed("its content size is absurd") }
      header.contentSize = exact
    }
    let descriptor = UnsafeRawBufferPointer(rebasing: bytes[4..<header.length - 1])
    let found = LZ4Frame.headerChecksum(descriptor)
    guard found == bytes[header.length - 1] else {
      throw .checksum(expected: UInt32(bytes[header.length - 1]), found: UInt32(found))
    }
    guard flags & 0b10_0000 != 0 else { throw .unsupported("blocks that refer to others") }
    header.hasBlockChecksums = flags & 0b1_0000 != 0
    header.hasContentChecksum = flags & 0b100 != 0
    header.largestBlock = 1 << (8 + 2 * Int(block >> 4))
    return header
  }
}
