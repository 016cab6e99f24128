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

  /// Some pages of everything that a recorder writes, and a chain.
  private static func recordedTail() throws -> [UInt8] {
    let folder = try Folder()
    let pool = PagePool(
      folder.path("tail"), on: SystemDisk(), pageLength: TailForge.pageLength)
    let rows = RowEncoding()
    let tail = TailWriter(
      pool, session: TailFormat.session(LogScript.session), after: .initial, timing: .exact,
      handOver: { _ in })
    func names() -> ChunkDraft.Names {
      ChunkDraft.Names(
        shapes: rows.shapes, types: [ActionType(name: "A"), ActionType(name: "B", version: 2)],
        storeSets: [[], [0, 1]], timing: .exact)
    }
    for number in 1...90 {
      let shape = try rows.encode(number % 3 == 0 ? ["a": [number]] : ["b": [1, 2, 3]])
      let moment = Moment(monotonic: Int64(number) * 5_000, wall: number > 40 ? 7_000_000 : 0)
      let facts = ActionFacts(
        type: number % 2, shape: shape, moment: moment, cause: number > 5 ? 4 : nil)
      let step = Step(UInt64(number < 30 ? number : number + 2))
      _ = tail.append(
        facts, at: step, row: rows.bytes.bytes, innerShapes: rows.innerShapes, names: names)
      if number == 7 { tail.append(Note(step: step, moment: moment, text: "seven")) }
      if number == 8 { tail.append(StateDigests(step: step, stores: [Digest(1), Digest(2)])) }
      tail.appendDraw(of: number - 1, shape: shape, row: rows.bytes.bytes, names: names)
      tail.setOutcome(of: number - 1, changed: number % 2, nanoseconds: 300, names: names)
      if number == 29 { tail.append(Gap(steps: 30...31, reason: .paused)) }
    }
    let state = try rows.encode(["state": [1]])
    var states = CheckpointDraft(step: 92)
    states.append(shape: state, row: rows.bytes.bytes)
    try tail.append(
      StoreList(step: 92, stores: ["a"], registered: [0], arrived: [0]), states, names())
    try tail.append(states, names())
    let text = String(repeating: "longer than a page ", count: 250)
    tail.append(Note(step: 92, moment: Moment(monotonic: 0, wall: 0), text: text))
    tail.finishPage()
    return try folder.read("tail")
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
