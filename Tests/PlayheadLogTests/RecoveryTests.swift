import Foundation
import PlayheadCoding
import PlayheadReading
import PlayheadLog
import PlayheadRepair
import Testing

/// What is whole is kept, and what is lost is told.
@Suite struct RecoveryTests {
  @Test func `recovery keeps records of unknown kinds`() throws {
    var contents = try LogFrames(try LogScript.chunks(2)).contents()
    let later = RecordFraming([(4_711, Array("from the future".utf8))]).content
    contents.insert(later, at: 2)
    contents[1] += later
    let check = try RecoveryCheck(LogFrames.pack(contents))
    #expect(try LogFrames(check.bytes).contents() == contents)
    #expect(check.report.isComplete)
  }

  @Test func `recovery writes a closed log with an index from a log that was not closed`() throws {
    let whole = try LogScript.chunks(5)
    let starts = try LogFrames(whole).starts
    let check = try RecoveryCheck(Array(whole[..<starts[6]]))
    #expect(check.report.lost.isEmpty && check.recovered.isClosed)
    // Without its tail nobody knows whether there was more.
    #expect(check.report.lostAfter == 50 && !check.report.isComplete)
    #expect(try check.recovered.stepsRead() == [1...50])
    #expect(try check.complaint() == nil)
  }

  @Test func `recovery reports lost steps at a damaged end that the index knows`() throws {
    var bytes = try LogScript.chunks(3)
    for start in try LogFrames(bytes).starts[3...4] { bytes[start + 24] ^= 1 }
    let check = try RecoveryCheck(bytes)
    #expect(check.report.lost == [21...30] && check.report.lostAfter == nil)
    #expect(!check.report.isComplete && check.recovered.lastStep == 20)
  }

  @Test func `a recovered log counts as closed only if the app closed the log`() throws {
    let whole = try LogScript.chunks(5)
    let starts = try LogFrames(whole).starts
    let open = try RecoveryCheck(Array(whole[..<starts[6]])).recovered
    #expect(open.ending == .stopped(after: 50, isComplete: false))
    #expect(try RecoveryCheck(open).recovered.ending == open.ending)
    var bytes = whole
    bytes[starts[5] + 24] ^= 1
    let closed = try RecoveryCheck(bytes).recovered
    #expect(closed.ending == .closed && closed.annotations().gaps.map(\.steps) == [41...50])
    let torn = try RecoveryCheck(Array(bytes[..<starts[6]])).recovered
    #expect(torn.ending == .stopped(after: 40, isComplete: false))
  }

  @Test func `recovery reports a note that is lost with its frame`() throws {
    let script = try LogScript()
    try script.fill(1)
    script.note("gone")
    try script.checkpoint(["hello"])
    try script.fill(1)
    var bytes = try script.close()
    bytes[try LogFrames(bytes).starts[2] + 30] ^= 1
    let report = try RecoveryCheck(bytes).report
    #expect(report.lost == [] && report.lostBesides == 1 && !report.isComplete)
  }

  @Test func `recovery leaves out all actions of a frame with a damaged record`() throws {
    var contents = try LogFrames(try LogScript.chunks(2)).contents()
    // A note whose text is longer than its record.
    contents[2] =
      RecordFraming([(RecordKind.note.rawValue, [1, 0, 0, 99])]).content + contents[2]
    let check = try RecoveryCheck(LogFrames.pack(contents))
    #expect(check.report.actions == 10 && check.report.lost == [11...20])
    #expect(try check.recovered.verify().problems == [])
  }
}
