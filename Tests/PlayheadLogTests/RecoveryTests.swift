import Foundation
import PlayheadCoding
import PlayheadReading
import PlayheadLog
import PlayheadRepair
import Testing

/// What is whole is kept, and what is lost is told.
@Suite struct RecoveryTests {
  private struct Recovered {
    let report: LogRecovery.Report
    let log: LogReader
    let bytes: [UInt8]
    let isAcceptedByLZ4: Bool
  }

  private func recover(_ bytes: [UInt8]) throws -> Recovered {
    let folder = try Folder()
    let report = try LogRecovery(LogReader(bytes: bytes, name: "log"))
      .write(to: folder.path("out"), isSynced: false)
    let out = try folder.read("out")
    #expect(report.bytes == out.count)
    let isAccepted = try LZ4Tool.path == nil || LZ4Tool.run("-t", folder.path("out")) == 0
    return Recovered(
      report: report, log: try LogReader(bytes: out, name: "out"), bytes: out,
      isAcceptedByLZ4: isAccepted)
  }

  @Test func `recovery of an undamaged log gives the same bytes`() throws {
    for bytes in [try LogScript.sampler(), try LogScript.chunks(5)] {
      let recovered = try recover(bytes)
      #expect(recovered.bytes == bytes && recovered.report.isComplete)
    }
  }

  @Test func `recovery writes a closed log with an index from a log that was not closed`() throws {
    let whole = try LogScript.chunks(5)
    let starts = try LogFrames(whole).starts
    let recovered = try recover(Array(whole[..<starts[6]]))
    #expect(recovered.report.lost.isEmpty && recovered.log.isClosed)
    // Without its tail nobody knows whether there was more.
    #expect(recovered.report.lostAfter == 50 && !recovered.report.isComplete)
    #expect(try recovered.log.stepsRead() == [1...50])
    #expect(try recovered.log.verify().problems == [])
  }

  @Test func `recovery turns lost steps into gaps`() throws {
    var bytes = try LogScript.chunks(5)
    let starts = try LogFrames(bytes).starts
    bytes[starts[2] + 30] ^= 1
    bytes[starts[5] + 30] ^= 1
    let recovered = try recover(bytes)
    #expect(recovered.report.lost == [11...20, 41...50] && recovered.report.actions == 30)
    #expect(try recovered.log.stepsRead() == [1...10, 21...40])
    #expect(try recovered.log.gaps().map(\.steps) == [11...20, 41...50])
    #expect(try recovered.log.gaps().allSatisfy { $0.reason == .damaged })
    #expect(try recovered.log.verify().problems == [])
    #expect(recovered.isAcceptedByLZ4 && recovered.log.lostSteps == [])
  }

  @Test func `recovery reports that steps after an incomplete last frame may be lost`() throws {
    let whole = try LogScript.chunks(5)
    let recovered = try recover(Array(whole[..<(try LogFrames(whole).starts[5] + 9)]))
    #expect(recovered.report.lostAfter == 40 && !recovered.report.isComplete)
    #expect(try recovered.log.verify().problems == [])
  }

  @Test func `recovery keeps records of unknown kinds`() throws {
    var contents = try LogFrames(try LogScript.chunks(2)).contents()
    let later = ByteBuffer()
    later.append(varint: 4_711)
    later.append(string: "from the future")
    contents.insert(later.array, at: 2)
    contents[1] += later.array
    let recovered = try recover(LogFrames.pack(contents))
    #expect(try LogFrames(recovered.bytes).contents() == contents)
    #expect(recovered.report.isComplete)
  }

  @Test func `recovery keeps all actions if the first frame is damaged`() throws {
    var bytes = try LogScript.chunks(3)
    bytes[20] ^= 1
    let recovered = try recover(bytes)
    #expect(recovered.report.isHeaderLost && recovered.report.lost == [])
    #expect(try recovered.log.stepsRead() == [1...30] && recovered.log.stores == [])
    #expect(try recovered.log.verify().problems == [])
  }

  @Test func `recovery keeps all other frames if the first frame is missing`() throws {
    var bytes = try LogScript.chunks(3)
    bytes.removeSubrange(..<(try LogFrames(bytes).starts[1]))
    let recovered = try recover(bytes)
    #expect(recovered.report.isHeaderLost && recovered.report.lost == [])
    #expect(try recovered.log.stepsRead() == [1...30])
  }

  @Test func `recovery never overwrites a file and leaves no unfinished file`() throws {
    let folder = try Folder()
    let path = try folder.write([1, 2, 3], as: "out")
    let log = try LogReader(bytes: try LogScript.chunks(2), name: "log")
    #expect(throws: LogError.exists(path: path)) { try LogRecovery(log).write(to: path) }
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try LogRecovery(log).write(to: folder.path("other")) { _ in throw Stop() }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")) == ["out"])
  }

  @Test func `recovery of a log with a damaged byte gives an undamaged log and reports the loss`()
    throws
  {
    let whole = try LogScript.sampler()
    for position in whole.indices {
      var bytes = whole
      bytes[position] ^= 0x10
      guard let log = try? LogReader(bytes: bytes, name: "log") else { continue }
      let folder = try Folder()
      let report = try LogRecovery(log).write(to: folder.path("out"))
      let recovered = try LogContent(folder.read("out"))
      #expect(recovered.faults == [], "byte \(position)")
      // Of the seven steps two were left out; where the record of that is damaged, they are lost.
      let gaps = recovered.gaps.reduce(0) { $0 + $1.steps.count }
      #expect(recovered.actions.count + gaps == 7, "byte \(position)")
      #expect(
        report.lost == recovered.gaps.filter { $0.reason == .damaged }.map(\.steps),
        "byte \(position)")
    }
  }

  @Test func `recovery reports lost steps at a damaged end that the index knows`() throws {
    var bytes = try LogScript.chunks(3)
    for start in try LogFrames(bytes).starts[3...4] { bytes[start + 24] ^= 1 }
    let recovered = try recover(bytes)
    #expect(recovered.report.lost == [21...30] && recovered.report.lostAfter == nil)
    #expect(!recovered.report.isComplete && recovered.log.lastStep == 20)
  }

  @Test func `recovery reports a note that is lost with its frame`() throws {
    let script = try LogScript()
    try script.fill(1)
    script.note("gone")
    try script.checkpoint(["hello"])
    try script.fill(1)
    var bytes = try script.close()
    bytes[try LogFrames(bytes).starts[2] + 30] ^= 1
    let recovered = try recover(bytes)
    #expect(recovered.report.lost == [] && recovered.report.lostBesides == 1)
    #expect(!recovered.report.isComplete)
  }

  @Test func `recovery leaves out all actions of a frame with a damaged record`() throws {
    var contents = try LogFrames(try LogScript.chunks(2)).contents()
    // A note whose text is longer than its record.
    let wrong = ByteBuffer()
    wrong.append(varint: RecordKind.note.rawValue)
    [UInt8]([1, 0, 0, 99]).withUnsafeBytes { wrong.append(sized: $0) }
    contents[2] = wrong.array + contents[2]
    let recovered = try recover(LogFrames.pack(contents))
    #expect(recovered.report.actions == 10 && recovered.report.lost == [11...20])
    #expect(try recovered.log.verify().problems == [])
  }
}
