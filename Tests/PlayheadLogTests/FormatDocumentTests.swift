import Foundation
import PlayheadCoding
import PlayheadReading
import PlayheadLog
import PlayheadRepair
import Testing

/// The format document's worked example is what the writer gives.
@Suite struct FormatDocumentTests {
  private static let document = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources/PlayheadLog/PlayheadLog.docc/Format.md")

  private var session: UUID {
    get throws { try #require(UUID(uuidString: "0F1E2D3C-4B5A-4978-8796-A5B4C3D2E1F0")) }
  }

  /// Two actions of a counter.
  private func example() throws -> [UInt8] {
    struct Add: Codable { var n: Int }
    let script = try LogScript(session: try session, app: "tally", stores: ["n"], states: [40])
    try script.act(Add(n: 2), as: "Add", at: Moment(monotonic: 5_000, wall: 7_000_005_000))
    try script.act(
      Add(n: 3), as: "Add", at: Moment(monotonic: 9_000, wall: 7_000_009_000), nanoseconds: 300)
    return try script.close()
  }

  @Test func `the format document's worked example has the writer's bytes`() throws {
    let text = try String(contentsOf: Self.document, encoding: .utf8)
    // Lines of the example: a hexadecimal offset, a colon, bytes, two spaces, what they mean.
    var bytes: [UInt8] = []
    for line in text.split(separator: "\n") {
      guard let match = line.wholeMatch(of: /([0-9a-f]{3}): ((?:[0-9a-f]{2} )+) .*/) else {
        continue
      }
      #expect(Int(match.1, radix: 16) == bytes.count, "\(line)")
      bytes += match.2.split(separator: " ").compactMap { UInt8($0, radix: 16) }
    }
    let written = try example()
    #expect(bytes == written)
    let log = try LogReader(bytes: bytes, name: "example")
    #expect(try log.verify().problems == [])
    // It is from before there were store lists: its store handles every action.
    #expect(try log.stores == ["n"] && log.storeLists.stretch(after: 2).registered == [0])
    #expect(try log.entry(at: 2).changed == ["n"])
  }

  @Test func `the format document's store list example has the writer's bytes`() throws {
    let text = try String(contentsOf: Self.document, encoding: .utf8)
    let script = try LogScript(stores: ["n"], states: [40])
    try script.act(1)
    try script.act(2)
    try script.change(to: ["n", "log"], [1, 0], arriving: [""])
    let written = try LogFrames(try script.close()).contents()[1]
    var bytes: [UInt8] = []
    for line in [
      "08 18", "02", "00", "02 01 6e 03 6c 6f 67", "02 01 00", "01 01", "01 01 00 0a 00", "01 00",
      "00 00 00",
    ] {
      #expect(text.contains("\n\(line)    "))
      bytes += line.split(separator: " ").compactMap { UInt8($0, radix: 16) }
    }
    #expect(written.starts(with: bytes))
  }

  @Test func `the format document's tail example has the recorder's bytes`() throws {
    let text = try String(contentsOf: Self.document, encoding: .utf8)
    // As above, but for the offset's two digits.
    let bytes = text.split(separator: "\n")
      .compactMap { $0.wholeMatch(of: /[0-9a-f]{2}: ((?:[0-9a-f]{2} )+) .*/)?.1 }
      .flatMap { $0.split(separator: " ").compactMap { UInt8($0, radix: 16) } }
    #expect(bytes == (try exampleOfATail()))
    // What little there is LZ4 keeps as it is, so that the flush mark can be seen in the frame.
    let found = TailReading(bytes).frames(
      of: try TailFormat.session(session), after: nil, step: .initial)
    let mark = Data([0x09, 0x06, 0x01, 0x00, 0xbc, 0xf5, 0x3c, 0x9e])
    #expect(found.flushed.count == 1 && found.losses.isEmpty && found.lastStep == 2)
    #expect(found.flushed.contains { Data($0.bytes.array).range(of: mark) != nil })
    #expect(text.contains("`09 06 01 00 bc f5 3c 9e`"))
  }

  /// The same two actions in a page, the second of which is still being handled.
  private func exampleOfATail() throws -> [UInt8] {
    struct Add: Codable { var n: Int }
    var pages: [[UInt8]] = []
    // No file can have this name, so the pages are in plain memory.
    let pool = PagePool("/dev/null/tail", on: SystemDisk())
    let tail = TailWriter(
      pool, session: try TailFormat.session(session), after: .initial, timing: .exact
    ) { pages.append(Array($0.bytes)) }
    let rows = RowEncoding()
    func act(_ n: Int, at microseconds: Int64, cause: Step?) throws {
      let shape = try rows.encode(Add(n: n))
      let moment = Moment(
        monotonic: microseconds * 1_000, wall: 7_000_000_000 + microseconds * 1_000)
      let facts = ActionFacts(type: 0, shape: shape, moment: moment, cause: cause)
      #expect(
        tail.append(facts, at: Step(UInt64(n - 1)), row: rows.bytes.bytes, innerShapes: []) {
          names
        })
    }
    var names: ChunkDraft.Names {
      .init(
        shapes: rows.shapes, types: [ActionType(name: "Add")], storeSets: [[0]], timing: .exact)
    }
    try act(2, at: 5, cause: nil)
    tail.setOutcome(of: 0, changed: 0, nanoseconds: 0) { names }
    try act(3, at: 9, cause: 1)
    tail.finishPage()
    return try #require(pages.first)
  }

  @Test func `the format document has every constant of the format`() throws {
    let text = try String(contentsOf: Self.document, encoding: .utf8)
    for kind in Kind.allCases {
      #expect(text.contains("| \(kind.rawValue) | `\(kind)` |"), "\(kind)")
    }
    for number in 1...9 as ClosedRange<UInt64> {
      let kind = try #require(RecordKind(rawValue: number))
      let name = "\(kind)".replacing(/[A-Z]/) { " " + $0.output.lowercased() }
      #expect(text.contains("| \(number) | \(name) |"), "\(kind)")
    }
    for number in [
      "0x184D2204", "0x184D2A50", "0x184D2A5B", "PLYDXH01", "\(LogFormat.chunkActions)",
      "\(LogFormat.chunkBytes)", "\(LogFormat.timeUnit) ns", "64 µs", "2⁶²", "255",
      "\(LogFormat.indexInterval)", "PLYDTL04", "\(TailFormat.pageLength)",
    ] {
      #expect(text.replacing(",", with: "").contains(number), "\(number)")
    }
  }
}
