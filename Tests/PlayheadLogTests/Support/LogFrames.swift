import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import PlayheadReading

/// Where the frames of a log begin, and what they unpack to.
struct LogFrames {
  let bytes: [UInt8]
  private(set) var starts: [Int] = []

  init(_ bytes: [UInt8]) throws {
    self.bytes = bytes
    var start = 0
    while start < bytes.count {
      starts.append(start)
      start += try bytes[start...].withUnsafeBytes { try LZ4Frame.length($0) }
    }
  }

  /// The unpacked content of the frames of data.
  func contents() throws -> [[UInt8]] {
    try starts.compactMap { start in
      try bytes[start...].withUnsafeBytes { frame in
        try FrameHeader.read(frame).skippable == nil ? LZ4Frame.read(frame) : nil
      }
    }
  }

  /// A file of frames with these contents.
  static func pack(_ contents: [[UInt8]]) -> [UInt8] {
    let file = ByteBuffer()
    for content in contents { content.withUnsafeBytes { LZ4Frame.append($0, to: file) } }
    return file.array
  }
}

extension SplitMix64 {
  mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }
}

extension LogFrames {
  /// An index that says this of frames (lengths, kinds of records, first steps, numbers of actions) and types.
  static func index(_ frames: [[Int]], types: [(String, UInt64)] = []) -> [UInt8] {
    let body = ByteBuffer()
    body.append(varint: frames.count)
    for number in frames.joined() { body.append(varint: number) }
    body.append(varint: types.count)
    for (name, count) in types {
      body.append(string: name)
      body.append(zigzag: 1)
      body.append(varint: count)
    }
    return index(body.array)
  }

  /// An index's skippable frame around `body`, with a checksum that fits.
  static func index(_ body: [UInt8]) -> [UInt8] {
    let frame = ByteBuffer()
    let length = 8 + body.count + LogFormat.footerLength
    frame.append(littleEndian: LogFormat.indexMagic)
    frame.append(littleEndian: UInt32(length - 8))
    frame.append(body)
    frame.append(littleEndian: UInt32(length))
    frame.append(littleEndian: body.withUnsafeBytes { XXHash.hash32($0) })
    frame.append(littleEndian: LogFormat.footerMagic)
    return frame.array
  }
}
