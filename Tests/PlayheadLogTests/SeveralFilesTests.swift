import Foundation
import PlayheadFiles
import PlayheadLog
import PlayheadRepair
import Testing

/// Logs that are read from several files, or of which one stands behind another.
@Suite struct SeveralFilesTests {
  private static let other = UUID(uuid: (9, 1, 7, 1, 7, 1, 7, 1, 7, 1, 7, 1, 7, 1, 7, 1))

  @Test func `recovery leaves out and reports another session's log at the end of the file`() throws
  {
    let own = try LogScript.chunks(2)
    let other = try LogScript(session: Self.other)
    try other.fill(1)
    let check = try RecoveryCheck(own + (try other.close()))
    #expect(check.bytes == own && check.report.otherRecording?.offset == own.count)
    #expect(check.report.lostAfter == nil && !check.report.isComplete)
  }

  @Test func `logs of several sessions cannot be recovered into one`() throws {
    let folder = try Folder()
    let own = try folder.write(try LogScript.chunks(2), as: "own")
    let script = try LogScript(
      session: Self.other)
    let other = try folder.write(try script.close(), as: "other")
    #expect(throws: RewriteError.otherSession(path: other, first: own)) {
      try LogReader(savingFrom: [own, other])
    }
  }

  @Test func `damage in one of several files names that file`() throws {
    let folder = try Folder()
    var first = try LogScript.part(after: 0)
    let offset = try LogFrames(first).starts[1]
    first[offset + 30] ^= 1
    _ = try folder.write(first, as: "log.000001.playhead")
    let path = try folder.write(try LogScript.part(after: 20), as: "log.playhead")
    let log = try LogReader(path: path)
    try log.findDamage()
    let file = try #require(log.damage?.file)
    #expect(file.path == folder.path("log.000001.playhead"))
    #expect(file.frame == 1 && file.offset == offset)
    var second = try LogScript.part(after: 20)
    let later = try LogFrames(second).starts[1]
    second[later + 30] ^= 1
    _ = try folder.write(second, as: "log.playhead")
    let damaged = try LogReader(path: path)
    try damaged.findDamage()
    #expect(damaged.damages.map { $0.place.path } == [file.path, path])
    #expect(damaged.damages.map { $0.place.offset } == [offset, later])
  }
}
