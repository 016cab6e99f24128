import PlayheadCoding
import PlayheadLog

/// Whole logs that are small and would take much memory or time to read.
extension Hostile {
  /// Actions without a payload, one chunk for each of `counts`: LZ4 packs their columns of zeros to 1/255.
  static func manyActions(_ counts: [Int]) throws -> [UInt8] {
    var first: UInt64 = 1
    var contents: [[UInt8]] = []
    for count in counts {
      let body = emptyActions(count, from: first) { count, bytes in
        bytes.append([UInt8](repeating: 0, count: 1 + count))
      }
      contents.append(RecordFraming([(RecordKind.chunk.rawValue, body)]).content)
      first += UInt64(count)
    }
    return LogFrames.pack(try header() + contents)
  }

  /// The body of a chunk of actions without a payload, each of whose columns is one run.
  static func emptyActions(_ count: Int) -> [UInt8] {
    emptyActions(count, from: 1) { count, bytes in
      bytes.append([0x10, 0])
      bytes.append(varint: count - 1)
    }
  }

  private static func emptyActions(
    _ count: Int, from first: UInt64, _ zeros: (_ count: Int, ByteBuffer) -> Void
  ) -> [UInt8] {
    let body = ByteBuffer()
    body.append(varint: first)
    body.append(varint: count)
    body.append(varint: count)
    body.append([1, 0, 1])  // Exact durations; the first tick, the unit;
    zeros(count - 1, body)
    body.append([0, 0, 1, 1, 0x41, 2])  // The offset, which stays; types: "A", version 1;
    zeros(count, body)
    body.append([0, 1, 0])  // No causes; one set of no stores;
    zeros(count, body)
    zeros(count, body)
    body.append(varint: 1)
    Shape([.init(parent: -1, key: "", kind: .record)])?.encode(to: body)
    body.append([1, 0])  // One group, of shape 0, which needs an order;
    zeros(count, body)
    body.append(0 as UInt8)  // Draws.
    return body.array
  }

  /// A chunk of one action whose list of types, or of sets of stores, has `count` entries of zeros.
  static func tables(_ count: Int) throws -> [UInt8] {
    let types = ByteBuffer()
    types.append([1, 1, 1, 1, 0, 1, 0, 0])
    types.append(varint: count)
    types.append([UInt8](repeating: 0, count: 2 * count))
    let sets = ByteBuffer()
    sets.append([1, 1, 1, 1, 0, 1, 0, 0, 1, 1, 0x41, 2, 0, 0, 0])
    sets.append(varint: count)
    sets.append([UInt8](repeating: 0, count: count))
    let chunks = [types, sets].map {
      RecordFraming([(RecordKind.chunk.rawValue, $0.array)]).content
    }
    return LogFrames.pack(try header() + chunks)
  }

  /// One action, a list of `count` nulls: a tree of 32 bytes for each byte.
  static func nulls(_ count: Int) throws -> [UInt8] {
    let body = chunkStart()
    body.append(varint: 2)
    Shape([.init(parent: -1, key: "", kind: .list)])?.encode(to: body)
    Shape([.init(parent: -1, key: "", kind: .null)])?.encode(to: body)
    body.append([1, 0, 0])
    body.append(varint: count)
    body.append([1, 1])
    body.append([UInt8](repeating: 0, count: 1 + count))
    body.append(0 as UInt8)
    return LogFrames.pack(
      try header() + [RecordFraming([(RecordKind.chunk.rawValue, body.array)]).content])
  }

  /// Notes without a text, `count` in each of so many frames.
  static func notes(_ count: Int, frames: Int) throws -> [UInt8] {
    let content = RecordFraming(
      Array(repeating: (RecordKind.note.rawValue, [1, 0, 0, 0]), count: count)
    ).content
    return LogFrames.pack(try header() + Array(repeating: content, count: frames))
  }

  /// Gaps of one step, of which all but one contradict the others.
  static func gaps(_ count: Int) throws -> [UInt8] {
    let content = RecordFraming(
      Array(repeating: (RecordKind.gap.rawValue, [1, 1, 1, 0]), count: count)
    ).content
    return LogFrames.pack(try header() + [content])
  }

  /// Frames of records of an unknown kind that do not say what they unpack to, in blocks of 4 MiB.
  static func unsized(_ frames: Int, blocks: Int = 1) throws -> [UInt8] {
    let packed = LogFrames.pack([Array(repeating: [99, 0], count: 2 << 20).flatMap(\.self)])
    // A frame's header with a size takes 15 bytes; behind the block are its end and its checksum.
    let block = packed[15..<packed.count - 8]
    let file = ByteBuffer()
    file.append(LogFrames.pack(try header()))
    for _ in 0..<frames {
      file.append(frameStart(flags: 0b0110_0000, nil).array)
      for _ in 0..<blocks { file.append(Array(block)) }
      file.append(littleEndian: UInt32(0))
    }
    return file.array
  }

  private static func header() throws -> [[UInt8]] {
    Array(try LogFrames(try LogScript.sampler()).contents().prefix(1))
  }
}
