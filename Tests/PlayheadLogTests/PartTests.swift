import Foundation
import PlayheadFlux
import PlayheadFiles
import PlayheadLog
import PlayheadRepair
import PlayheadValues
import Testing

/// Logs of several parts, and logs that begin at a later step.
@Suite struct PartTests {
  @Test func `a log can begin at a later step`() throws {
    let log = try LogReader(bytes: try LogScript.part(after: 70), name: "log")
    #expect(log.initialStep == 70 && log.firstStep == 71 && log.lastStep == 90)
    #expect(try log.stepsRead() == [71...90] && log.lostSteps == [])
    #expect(try log.verify().problems == [])
    #expect(
      try sentence { _ = try log.entry(at: 70) }
        == "'log' begins with the state at step 70, so there is no step 70; name a step from 70 on")
  }

  @Test func `segments of a recording joined by cat are one log`() throws {
    let log = try LogReader(
      bytes: try LogScript.part(after: 0) + LogScript.part(after: 20, build: "1.1")
        + LogScript.part(after: 40), name: "log")
    #expect(try log.stepsRead() == [1...60] && log.damages == [] && log.isClosed)
    #expect(log.parts.map(\.start) == [0, 20, 40])
    #expect(log.parts.map(\.header.build) == ["1.0", "1.1", "1.0"])
    #expect(try log.verify().problems == [])
  }

  @Test func `a segment that was not closed is joined to the next`() throws {
    let log = try LogReader(
      bytes: try LogScript.part(after: 0, isClosed: false) + LogScript.part(after: 20), name: "log")
    #expect(try log.stepsRead() == [1...40] && log.damages == [])
    #expect(try log.verify().problems == [])
  }

  @Test func `the steps of a missing segment are lost`() throws {
    let log = try LogReader(
      bytes: try LogScript.part(after: 0) + LogScript.part(after: 40), name: "log")
    #expect(try log.stepsRead() == [1...20, 41...60])
    #expect(log.lostSteps == [21...40] && log.damages == [])
    #expect(try log.verify().problems == [.missingSteps(21...40)])
  }

  @Test func `a log whose last part has no end is not closed`() throws {
    let log = try LogReader(
      bytes: try LogScript.part(after: 0) + LogScript.part(after: 20, isClosed: false), name: "log")
    #expect(!log.isClosed && log.lastStep == 40)
    #expect(try log.verify().problems == [.notClosed(lastStep: 40)])
  }

  @Test func `segments joined in the wrong order are reported as damage`() throws {
    let log = try LogReader(
      bytes: try LogScript.part(after: 20) + LogScript.part(after: 0), name: "log")
    #expect(try log.stepsRead() == [21...40])
    #expect(Set(log.damages.map(\.fault)) == ["its steps do not follow those before it"])
    #expect(log.damages.compactMap(\.steps) == [1...10, 11...20])
    let text = try #require(log.damages.first { $0.steps == 1...10 }).text.plain
    #expect(
      text.split(separator: "\n").map(String.init) == [
        "frame 6 of 'log' comes after later frames",
        "  at byte 462, covering steps 1–10, not read",
        "  Join the parts again, in the order of their steps.",
      ])
  }

  @Test func `a later part supplies the app and stores if the first frame is damaged`() throws {
    var bytes = try LogScript.part(after: 0)
    bytes[20] ^= 1
    let log = try LogReader(bytes: bytes + (try LogScript.part(after: 20)), name: "log")
    #expect(log.header.app == "demo" && log.stores == ["document"])
    #expect(try log.stepsRead() == [1...40])
    #expect(throws: LogError.self) { try log.storeLists.stretch(after: 19) }
    #expect(try log.storeLists.stretch(after: 20).registered == [0])
  }

  @Test func `a cut log opens by the last whole index, of which there is one every few megabytes`()
    throws
  {
    let whole = try LogScript.megabytes(14)
    #expect(try LogReader(bytes: whole, name: "log").verify().problems == [])
    let indexes = whole.indices.filter {
      whole[$0] == 0x50 && whole[$0...].starts(with: Array("PLYDXH01".utf8))
    }
    #expect(indexes.count == 4)
    // Cut behind the third index, in the middle of a frame.
    let cut = Array(whole[..<(indexes[2] + 300_000)])
    let log = try LogReader(bytes: cut, name: "log")
    #expect(log.steps == [1...log.lastStep] && log.lastStep > 45)
    #expect(log.damages.map(\.lost) == [.rest])
    #expect(try log.verify().problems.count == 1)
  }
}

extension LogScript {
  /// A closed log of about so many megabytes, with chunks of a quarter of one.
  static func megabytes(_ count: Int) throws -> [UInt8] {
    let script = try LogScript()
    var generator = SplitMix64(seed: 22)
    for _ in 0..<count * 4 {
      try script.act(
        Data(
          (0..<32_768).flatMap { _ in
            withUnsafeBytes(of: generator.next()) { Array($0) }
          }))
      try script.endChunk()
    }
    return try script.close()
  }
}
