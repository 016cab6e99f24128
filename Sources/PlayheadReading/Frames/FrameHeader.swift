import PlayheadCoding
import PlayheadLog

/// The start of a frame: its kind, and the form of its blocks.
package struct FrameHeader: Equatable {
  /// The magic number of a skippable frame; `nil` for a frame of data.
  package var skippable: UInt32?
  /// The bytes before the first block, or before a skippable frame's content.
  package var length: Int
  /// The size of a skippable frame's content, or of a frame of data unpacked, if the frame names it.
  package var contentSize: Int?
  package var hasBlockChecksums = false
  package var hasContentChecksum = false
  package var largestBlock = 0

  /// The longest possible header: magic, flags, block size, content size, dictionary, checksum.
  package static let longest = 19

  /// Reads the header at the start of `bytes`.
  package static func read(_ bytes: UnsafeRawBufferPointer) throws(FrameFault) -> FrameHeader {
    var reader = ByteReader(bytes)
    let magic = try reader.word(UInt32.self)
    if magic & LogFormat.skippableMask == LogFormat.skippableMagic {
      let size = try reader.word(UInt32.self)
      return FrameHeader(skippable: magic, length: reader.position, contentSize: Int(size))
    }
    guard magic == LogFormat.frameMagic else { throw .notAFrame }
    return try readDescriptor(&reader)
  }

  private static func readDescriptor(
    _ reader: inout ByteReader
  ) throws(FrameFault) -> FrameHeader {
    let start = reader.position
    let (flags, block) = (try reader.word(UInt8.self), try reader.word(UInt8.self))
    guard flags >> 6 == 1 else { throw .unsupported("another version of the LZ4 frame format") }
    guard flags & 0b10 == 0, block & 0b1000_1111 == 0, block >> 4 >= 4 else {
      throw .malformed("its header sets bits that must not be set")
    }
    guard flags & 0b1 == 0 else { throw .unsupported("a compression dictionary") }
    var contentSize: Int?
    if flags & 0b1000 != 0 {
      contentSize = Int(exactly: try reader.word(UInt64.self))
      if contentSize == nil { throw .malformed("its content size is impossible") }
    }
    let descriptor = UnsafeRawBufferPointer(rebasing: reader.bytes[start..<reader.position])
    let (expected, found) = (try reader.word(UInt8.self), LZ4Frame.headerChecksum(descriptor))
    guard found == expected else {
      throw .checksum(expected: UInt32(expected), found: UInt32(found))
    }
    var header = FrameHeader(length: reader.position, contentSize: contentSize)
    guard flags & 0b10_0000 != 0 else { throw .unsupported("blocks that refer to others") }
    header.hasBlockChecksums = flags & 0b1_0000 != 0
    header.hasContentChecksum = flags & 0b100 != 0
    header.largestBlock = 1 << (8 + 2 * Int(block >> 4))
    return header
  }
}

extension ByteReader {
  /// The next number of the header; throws `cut` if the file ends before it.
  fileprivate mutating func word<Number: FixedWidthInteger>(
    _ type: Number.Type
  ) throws(FrameFault) -> Number {
    do throws(ByteFault) { return try littleEndian() } catch { throw .cut }
  }
}

/// What is wrong with a frame.
package enum FrameFault: Error, Equatable {
  /// The file ends inside the frame.
  case cut
  /// There is no LZ4 frame here.
  case notAFrame
  /// A kind of frame that this reader does not support.
  case unsupported(String)
  /// The frame's bytes do not match a checksum in it.
  case checksum(expected: UInt32, found: UInt32)
  /// The frame contradicts itself.
  case malformed(String)

  /// What is wrong, as a part of a sentence.
  package var sentence: String {
    switch self {
    case .cut: "the file ends in the middle of it"
    case .notAFrame: "its bytes are not an LZ4 frame"
    case .unsupported(let what): "it uses \(what), which Playhead never writes"
    case .checksum(let expected, let found):
      "its checksum is \(expected.hexadecimal) but its bytes give \(found.hexadecimal)"
    case .malformed(let what): what
    }
  }
}
