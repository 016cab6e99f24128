import Foundation
import PlayheadCoding
import PlayheadLog

/// Inputs that claim much and hold little.
enum Hostile {
  /// A list of `count` records of one byte each, whose key is `count` bytes long: as a tree with the key
  /// in every record they would take `count` × `count`.
  static func longKeys(_ count: Int) throws -> [UInt8] {
    let key = String(repeating: "k", count: count)
    let row = ByteBuffer()
    row.append(littleEndian: UInt32(4 + count + 1 + 5))
    row.append(littleEndian: UInt32(count))
    row.append([UInt8](repeating: 0, count: count))
    row.append(1 as UInt8)  // A run of shape 1,
    row.append([UInt8(count & 0x7F | 0x80), UInt8(count >> 7 & 0x7F | 0x80)])  // count times,
    row.append([UInt8(count >> 14 & 0x7F | 0x80), 0x80, 0])  // in five bytes.
    let bytes = ByteBuffer()
    bytes.append(varint: 2)
    for entries: [Shape.Entry] in [
      [.init(parent: -1, key: "", kind: .list)],
      [.init(parent: -1, key: "", kind: .record), .init(parent: 0, key: key, kind: .null)],
    ] {
      Shape(entries)?.encode(to: bytes)
    }
    bytes.append(varint: 0)
    bytes.append(row)
    return bytes.array
  }

  /// Each with the target that reads it.
  static func all() throws -> [(FuzzTarget, [UInt8])] {
    [
      (.frame, zeros(4 << 20)), (.frame, claiming(.max >> 1)), (.frame, tinyBlocks(20_000)),
      (.value, try longKeys(20_000)), (.record(.chunk), differences(100_000)),
      (.record(.checkpoint), emptyShapes(50_000)), (.index, entries(50_000)),
      (.records, Array(repeating: 0xFF, count: 4_000)), (.log, Array(zeros(1 << 20))),
    ]
  }

  /// A frame of zeros, which LZ4 packs to 1/255.
  static func zeros(_ count: Int) -> [UInt8] {
    LogFrames.pack([[UInt8](repeating: 0, count: count)])
  }

  /// A frame that says how much it holds, and holds nothing.
  static func claiming(_ size: UInt64) -> [UInt8] {
    let frame = frameStart(flags: 0b0110_1100, size)
    frame.append(littleEndian: UInt64(0))
    return frame.array
  }

  /// A frame of blocks of one byte that may take 4 MiB each.
  static func tinyBlocks(_ count: Int) -> [UInt8] {
    let frame = frameStart(flags: 0b0110_0000, nil)
    for _ in 0..<count {
      frame.append(littleEndian: UInt32(2))
      frame.append([0x10, 0x41])  // One literal.
    }
    frame.append(littleEndian: UInt32(0))
    return frame.array
  }

  static func frameStart(flags: UInt8, _ size: UInt64?) -> ByteBuffer {
    let frame = ByteBuffer()
    frame.append(littleEndian: LogFormat.frameMagic)
    frame.append(flags)
    frame.append(0x70 as UInt8)
    if let size { frame.append(littleEndian: size) }
    frame.append(LZ4Frame.headerChecksum(UnsafeRawBufferPointer(rebasing: frame.bytes[4...])))
    return frame
  }

  /// A chunk of one action, a list of integers: the first takes ten bytes, and the others, which
  /// differ by 0, ten bytes of the row for one of the column.
  static func differences(_ count: Int) -> [UInt8] {
    let body = chunkStart()
    body.append(varint: 2)
    Shape([.init(parent: -1, key: "", kind: .list)])?.encode(to: body)
    Shape([.init(parent: -1, key: "", kind: .int)])?.encode(to: body)
    body.append([1, 0, 0])  // One group, of shape 0;
    body.append(varint: count)  // a list of so many
    body.append([1, 1, 2])  // of shape 1, as differences:
    body.append(zigzag: .min)
    body.append([UInt8](repeating: 0, count: count - 1))
    body.append(0 as UInt8)  // Draws.
    return body.array
  }

  /// What stands in a chunk of one action before its shapes.
  static func chunkStart() -> ByteBuffer {
    let body = ByteBuffer()
    body.append([1, 1, 1, 1])  // First step, actions, outcomes, exact durations.
    body.append([0, 1, 0, 0])  // Moments.
    body.append([1, 1, 0x41, 2, 0, 0])  // Types: "A", version 1; the column.
    body.append([0])  // Causes.
    body.append([1, 0, 0, 0, 0, 0])  // Store sets, what changed, durations.
    return body
  }

  /// A checkpoint of many shapes that nothing uses: the smallest shape takes four bytes.
  static func emptyShapes(_ count: Int) -> [UInt8] {
    let body = ByteBuffer()
    body.append([0, 1])  // Step 0, one state.
    body.append(varint: count)
    for _ in 0..<count { body.append([1, 0, 1, 0]) }
    body.append([1, 0, 0, 0])  // One group, of shape 0; null.
    return body.array
  }

  /// An index of many frames of one byte.
  static func entries(_ count: Int) -> [UInt8] {
    let table = ByteBuffer()
    table.append(varint: count)
    for _ in 0..<count { table.append([1, 0, 0, 0]) }
    table.append(0 as UInt8)
    return table.array
  }
}
