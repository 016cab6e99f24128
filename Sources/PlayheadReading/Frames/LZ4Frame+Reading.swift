package import PlayheadLog
import PlayheadCoding
import PlayheadValues

extension LZ4Frame {
  /// Unpacks the frame of data at the start of `bytes`, and checks all its checksums. The result has at most
  /// 255 times the frame's size, and at most `memory` bytes more than that size.
  package static func read(
    _ bytes: UnsafeRawBufferPointer, memory: Int = MemoryLimit.share
  ) throws(FrameFault) -> [UInt8] {
    let header = try FrameHeader.read(bytes)
    guard header.skippable == nil else { throw .notAFrame }
    if let size = header.contentSize, size > bytes.count * LogFormat.maximumRatio {
      throw .malformed("it claims to unpack to more bytes than LZ4 could make of it")
    }
    let (sum, overflows) = bytes.count.addingReportingOverflow(memory)
    let limit = overflows ? Int.max : sum
    guard header.contentSize ?? 0 <= limit else { throw .malformed(MemoryLimit.sentence) }
    var content: [UInt8] = []
    content.reserveCapacity(header.contentSize ?? 0)
    var position = header.length
    while let block = try nextBlock(bytes, header, &position) {
      try unpack(block.stored, isPacked: block.isPacked, header, into: &content)
      guard content.count <= limit else { throw .malformed(MemoryLimit.sentence) }
    }
    if header.hasContentChecksum {
      let expected = try word(bytes, &position)
      let found = content.withUnsafeBytes { XXHash.hash32($0) }
      guard expected == found else { throw .checksum(expected: expected, found: found) }
    }
    if let size = header.contentSize, size != content.count {
      throw .malformed("it unpacks to \(content.count) bytes and says \(size)")
    }
    return content
  }

  /// The length of the frame at the start of `bytes`, found by skipping its blocks.
  package static func length(_ bytes: UnsafeRawBufferPointer) throws(FrameFault) -> Int {
    let header = try FrameHeader.read(bytes)
    var position = header.length
    if header.skippable != nil {
      position += header.contentSize ?? 0
    } else {
      while try nextBlock(bytes, header, &position, isChecked: false) != nil {}
      if header.hasContentChecksum { position += 4 }
    }
    guard position <= bytes.count else { throw .cut }
    return position
  }

  private static func nextBlock(
    _ bytes: UnsafeRawBufferPointer, _ header: FrameHeader, _ position: inout Int,
    isChecked: Bool = true
  ) throws(FrameFault) -> (stored: UnsafeRawBufferPointer, isPacked: Bool)? {
    let mark = try word(bytes, &position)
    if mark == 0 { return nil }
    let length = Int(mark & 0x7FFF_FFFF)
    guard length <= header.largestBlock else { throw .malformed("one of its blocks is too long") }
    guard bytes.count - position >= length else { throw .cut }
    let stored = UnsafeRawBufferPointer(rebasing: bytes[position..<position + length])
    position += length
    if header.hasBlockChecksums {
      let expected = try word(bytes, &position)
      let found = isChecked ? XXHash.hash32(stored) : expected
      guard expected == found else { throw .checksum(expected: expected, found: found) }
    }
    return (stored, mark & 0x8000_0000 == 0)
  }

  private static func word(
    _ bytes: UnsafeRawBufferPointer, _ position: inout Int
  ) throws(FrameFault) -> UInt32 {
    guard bytes.count - position >= 4 else { throw .cut }
    defer { position += 4 }
    return UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self))
  }

  private static func unpack(
    _ stored: UnsafeRawBufferPointer, isPacked: Bool, _ header: FrameHeader,
    into content: inout [UInt8]
  ) throws(FrameFault) {
    guard isPacked else {
      content.append(contentsOf: stored)
      return
    }
    let known = header.contentSize.map { $0 - content.count } ?? header.largestBlock
    let room = max(0, min(header.largestBlock, known, stored.count * LogFormat.maximumRatio))
    guard let block = LZ4Block.unpack(stored, room: room) else {
      throw .malformed("one of its blocks does not unpack")
    }
    // Most frames are one block, which needs no copy.
    if content.isEmpty, block.count == header.contentSize {
      content = block
    } else {
      content += block
    }
  }
}
