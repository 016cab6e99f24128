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
    let example = try #require(text.split(separator: "## A worked example").last)
    // Lines of the example: bytes, two spaces, what they mean.
    let bytes = example.split(separator: "\n").flatMap { line -> [UInt8] in
      guard let match = line.prefixMatch(of: /((?:[0-9a-f]{2})+)  +/) else { return [] }
      let digits = Array(match.1)
      return stride(from: 0, to: digits.count, by: 2).compactMap {
        UInt8(String(digits[$0..<$0 + 2]), radix: 16)
      }
    }
    let written = try self.example()
    #expect(bytes == written)
    let log = try LogReader(bytes: bytes, name: "example")
    #expect(try log.verify().problems == [])
    #expect(try log.stores == ["n"] && log.storeLists.epoch(after: 2).registered == [0])
    #expect(try log.entry(at: 2).changed == ["n"])
  }

  @Test func `the format document has at most 4,500 words`() throws {
    let text = try String(contentsOf: Self.document, encoding: .utf8)
    #expect(text.split(whereSeparator: \.isWhitespace).count <= 4_500)
  }

  @Test func `the format document has the format's record kinds, value kinds and main numbers`()
    throws
  {
    let text = try String(contentsOf: Self.document, encoding: .utf8)
    for kind in Kind.allCases {
      #expect(try text.contains(Regex("\n *\(kind.rawValue)  \(kind) ")), "\(kind)")
    }
    for number in 1...10 as ClosedRange<UInt64> {
      let kind = try #require(RecordKind(rawValue: number))
      let name = "\(kind)".replacing(/[A-Z]/) { " " + $0.output.lowercased() }
      #expect(try text.contains(Regex("\n *\(number)  \(name) ")), "\(kind)")
    }
    for number in [
      "0x184D2204", "0x184D2A50", "0x184D2A5B", "PLYDXH01", "\(LogFormat.chunkActions)",
      "\(LogFormat.chunkBytes)", "\(LogFormat.timeUnit) ns", "64 µs", "2⁶²", "255",
      "\(LogFormat.indexInterval)", "PLYDTL05", "\(TailFormat.pageLength)",
    ] {
      #expect(text.replacing(",", with: "").contains(number), "\(number)")
    }
  }
}
