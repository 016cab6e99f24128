import Foundation
import PlayheadCoding
import PlayheadLog
import PlayheadReading

extension FuzzTarget {
  /// A tail's file as it is on the disk, where a wrong checksum ends everything.
  static let tail = FuzzTarget("tail") {
    [try recordedTail(), try recordedTail().prefix(5_000).map { $0 }]
  } read: { bytes in
    try readBehindHeader(TailReading(Array(bytes), pageLength: TailForge.pageLength))
  }

  /// The records of pages whose checksums are right.
  static let pages = FuzzTarget("pages") {
    [TailForge(pages: try records(of: recordedTail())).flat]
  } read: { bytes in
    let tail = try TailForge(flat: bytes).bytes
    try readBehindHeader(TailReading(tail, pageLength: TailForge.pageLength))
  }

  /// Makes frames of the tail, and reads them behind a log's first one.
  private static func readBehindHeader(_ tail: TailReading) throws {
    let rest = tail.frames(of: TailFormat.session(LogScript.session), after: nil, step: .initial)
    _ = try LogContent(
      try start.get() + rest.readFrames.flatMap { $0.bytes.array })
  }

  private static let start = Result {
    let log = try LogFrames(try LogScript.sampler())
    return Array(log.bytes[..<log.starts[1]])
  }

  /// Some pages, a gap, states, a resumption, and a chain.
  private static func recordedTail() throws -> [UInt8] {
    let script = try TailScript()
    try script.act(30)
    script.note("thirty")
    script.skip(2)
    try script.act(60)
    try script.checkpoint(20, isStoreList: true)
    try script.checkpoint(20)
    script.resume(from: 4)
    try script.actLong(5_000)
    script.endPage()
    return try script.bytes()
  }

  /// The bodies of the records, page by page.
  private static func records(of tail: [UInt8]) throws -> [[[UInt8]]] {
    try stride(from: 0, to: tail.count, by: TailForge.pageLength).map { start in
      try tail[start..<min(start + TailForge.pageLength, tail.count)].withUnsafeBytes { page in
        var reader = ByteReader(page, at: 64)
        var bodies: [[UInt8]] = []
        while reader.remaining >= 8 {
          _ = try reader.littleEndian(UInt32.self)
          let length = try reader.littleEndian(UInt32.self)
          if length == 0 { break }
          bodies.append(Array(try reader.take(Int(length))))
        }
        return bodies
      }
    }
  }
}
