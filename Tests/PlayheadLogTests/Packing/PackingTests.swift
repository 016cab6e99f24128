import Foundation
import PlayheadCoding
import PlayheadReading
import PlayheadLog
import PlayheadRepair
import Testing

@Suite struct PackingTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// Many small chunks, with everything that stands between chunks.
  private func long() throws -> [UInt8] {
    let script = try LogScript(stores: ["document", "caret"], states: ["hello", 3])
    for number in 0..<1_000 {
      try script.act(
        Insert(position: number * 3, text: "\(number % 7)"),
        as: number % 5 == 0 ? "Undo" : "Insert",
        cause: number % 3 == 1 ? script.step : nil, changed: [number % 2],
        nanoseconds: Int64(number), draws: number % 100 == 0 ? [UInt64(number)] : [])
      if number % 120 == 119 { try script.endChunk() }
      if number % 200 == 0 { script.digest(UInt64(number), 2) }
      if number == 400 { script.note("half") }
      if number == 600 { try script.skip(5, to: ["again", 4]) }
    }
    return try script.close()
  }

  @Test func `a packed log has the same contents in fewer bytes, and packs to the same bytes`()
    throws
  {
    for log in [try long(), try LogScript.sampler(), try LogScript.changingStores()] {
      let packed = try folder.pack(log)
      #expect(packed.count < log.count)
      #expect(try LogContent(packed).equals(LogContent(log)))
      #expect(try folder.pack(packed) == packed)
    }
  }

  @Test func `packing joins chunks, but not across a gap`() throws {
    let log = try long()
    let packed = try folder.pack(log)
    #expect(try LogReader(bytes: log, name: "log").chunkCount == 10)
    #expect(try LogReader(bytes: packed, name: "packed").chunkCount == 2)
    let small = try folder.pack(try LogScript.chunks(1))
    #expect(try LogFrames(small).starts == [0], "a small log is a single frame without an index")
    #expect(try LogReader(bytes: small, name: "small").verify().problems == [])
  }

  @Test(.enabled(if: LZ4Tool.path != nil, "needs lz4"))
  func `the strings of a small packed log are readable in lz4's output`() throws {
    let script = try LogScript(app: "letters", states: ["Dear Ada"])
    try script.act(Insert(text: "thank you"), as: "Typed")
    script.note("a slip")
    let path = try folder.write(try folder.pack(try script.close()), as: "packed.playhead")
    #expect(try LZ4Tool.run("-d", path, folder.path("shown")) == 0)
    let shown = String(decoding: try folder.read("shown"), as: UTF8.self)
    for text in ["letters", "Dear Ada", "Typed", "thank you", "a slip"] {
      #expect(shown.contains(text), "\(text)")
    }
  }

  @Test func `packing does not join chunks of different timing`() throws {
    let exact = try LogScript()
    try exact.act(Insert(), nanoseconds: 70_001)
    let coarse = try LogScript(timing: .coarse, after: 1)
    try coarse.act(Insert(), nanoseconds: 70_001)
    let contents = try (LogFrames(exact.close()).contents(), LogFrames(coarse.close()).contents())
    let log = LogFrames.pack(Array(contents.0[..<2] + contents.1[1...]))
    let packed = try LogReader(bytes: try folder.pack(log), name: "packed")
    #expect(try packed.entry(at: 1).timing == .exact && packed.entry(at: 2).timing == .coarse)
    #expect(try packed.entry(at: 1).nanoseconds == 70_001)
  }

  @Test func `packing ends a chunk at an action that was not fully handled`() throws {
    let script = try LogScript()
    try script.act(Insert())
    try script.act(Insert(), changed: nil)
    try script.endChunk()
    try script.act(Insert())
    let log = try script.close()
    let packed = try folder.pack(log)
    #expect(try LogContent(packed).equals(LogContent(log)))
    #expect(try LogReader(bytes: packed, name: "packed").chunkCount == 2)
  }

  @Test func `packing keeps unknown records and skippable frames in their place`() throws {
    let log = try LogScript.sampler()
    let contents = try LogFrames(log).contents()
    let unknown: [UInt8] = [99, 3, 7, 8, 9]
    let aside: [UInt8] = [0x53, 0x2A, 0x4D, 0x18, 2, 0, 0, 0, 42, 43]
    let spiced =
      LogFrames.pack([contents[0] + unknown, contents[1] + unknown]) + aside
      + LogFrames.pack([unknown] + contents[2...])
    let packed = try folder.pack(spiced)
    let all = try LogFrames(packed)
    let text = try all.contents().flatMap { $0 }
    #expect(text.count { $0 == 99 } >= 3)
    #expect(all.starts.contains { packed[$0...].starts(with: aside) })
    #expect(try LogReader(bytes: packed, name: "packed").lastStep == 7)
    #expect(try folder.pack(packed) == packed)
  }
}
