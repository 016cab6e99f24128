import Foundation
import PlayheadCoding
import PlayheadReading
import PlayheadLog
import PlayheadRepair
import Testing

/// A log and a tail of which one is gone, damaged or something else.
@Suite struct OddTailTests {
  private func crash(flushing flushed: Int = 1) throws -> TailCrash {
    let script = try TailScript()
    try script.act(5)
    script.endPage()
    try script.act(4)
    return try script.crash(flushing: flushed)
  }

  @Test(arguments: [0, 1])
  func `the tail of a log whose first frame is damaged is read`(flushed: Int) throws {
    var crash = try crash(flushing: flushed)
    crash.log[20] ^= 1
    let folder = try Folder()
    let log = try crash.open(in: folder)
    #expect(try log.stepsRead() == [1...9] && !log.hasHeader)
    let report = try LogRecovery(log).write(to: folder.path("out"))
    #expect(report.isHeaderLost && report.lost == [] && report.actions == 9)
    #expect(try LogReader(path: folder.path("out")).verify().problems == [])
  }

  @Test(arguments: [true, false])
  func `LogRecovery recovers the actions of a tail whose log is missing`(isWhole: Bool) throws {
    let folder = try Folder()
    var crash = try crash()
    if !isWhole { crash.clear(page: 0) }
    _ = try crash.open(in: folder)
    let path = folder.path("log")
    try FileManager.default.removeItem(atPath: path)
    #expect(throws: ReadingError.onlyTail(path: path)) { try LogReader(path: path) }
    let log = try LogReader(savingFrom: path)
    let report = try LogRecovery(log).write(to: folder.path("out"))
    #expect(report.isHeaderLost && report.actions == (isWhole ? 9 : 4))
    #expect(report.lost == (isWhole ? [] : [1...5]))
    #expect(try LogReader(path: folder.path("out")).verify().problems == [])
  }

  @Test func `a file that is not a tail does not stand in for a missing log`() throws {
    let folder = try Folder()
    let path = folder.path("log")
    #expect(throws: ReadingError.missing(path: path)) { try LogReader(savingFrom: path) }
    _ = try folder.write([1, 2, 3], as: "log.tail")
    #expect(throws: ReadingError.missing(path: path)) { try LogReader(path: path) }
  }

  @Test(.timeLimit(.minutes(1)))
  func `reading a log ignores a named pipe or a directory that has the tail's name`() throws {
    let folder = try Folder()
    for name in ["pipe", "folder"] {
      let path = try folder.write(LogScript.chunks(2), as: name)
      let made = name == "pipe" ? mkfifo(path + ".tail", 0o600) : mkdir(path + ".tail", 0o700)
      try #require(made == 0)
      #expect(try LogReader(path: path).stepsRead() == [1...20])
      #expect(SystemDisk().start(of: path + ".tail", count: 8) == nil)
    }
  }

  @Test func `a log's incomplete last frame is not damage if the tail has all actions`() throws {
    var crash = try crash(flushing: 2)
    crash.log += try LogScript.chunks(1).prefix(40)
    let log = try crash.open(in: Folder())
    #expect(try log.stepsRead() == [1...9] && log.damages == [])
    #expect(try log.verify().problems == [.notClosed(lastStep: 9)])
  }

  @Test func `a damaged frame before a frame that the tail has only in part is damage`() throws {
    var crash = try crash(flushing: 2)
    crash.log[try LogFrames(crash.log).starts[1] + 30] ^= 0x10
    crash.damage(page: 1, at: crash.end(ofPage: 1) - 24)
    let log = try crash.open(in: Folder())
    #expect(try log.stepsRead() == [6...9])
    #expect(log.lostSteps == [1...5])
  }

  @Test func `a damaged frame before a note that the tail lacks is damage`() throws {
    let script = try TailScript()
    try script.act(4)
    script.endPage()
    script.note("here")
    var crash = try script.crash(flushing: 2)
    crash.log[try LogFrames(crash.log).starts[1] + 30] ^= 0x10
    crash.clear(page: 1)
    let log = try crash.open(in: Folder())
    #expect(try log.damages.count == 1 && log.notes().map(\.text) == ["here"])
  }

  @Test func `an action in the log is not read again from a tail whose first page is cleared`()
    throws
  {
    let script = try TailScript()
    try script.act(4, isOpen: true)
    script.endPage()
    script.settle()
    try script.act(1)
    script.endPage()
    try script.act(2)
    var crash = try script.crash(flushing: 1)
    crash.clear(page: 0)
    let log = try crash.open(in: Folder())
    #expect(try log.stepsRead() == [1...7] && log.damages == [])
    #expect(try log.verify().problems == [.notClosed(lastStep: 7)])
  }

  @Test func `a note in the log is not read again from a tail whose first page is cleared`() throws
  {
    let script = try TailScript()
    try script.act(4, isOpen: true)
    script.endPage()
    script.settle()
    script.note("here")
    script.endPage()
    try script.act(2)
    var crash = try script.crash(flushing: 1)
    crash.clear(page: 0)
    let log = try crash.open(in: Folder())
    #expect(try log.stepsRead() == [1...6] && log.notes().map(\.text) == ["here"])
  }

  @Test func `a duplicated tail page that ends in the middle of an action is read once`() throws {
    let script = try TailScript()
    try script.act(4, isOpen: true)
    script.endPage()
    script.settle()
    try script.act(4)
    var crash = try script.crash(flushing: 0)
    crash.tail += crash.tail[..<TailForge.pageLength]
    let log = try crash.open(in: Folder())
    #expect(try log.stepsRead() == [1...8] && log.damages == [])
  }

  @Test func `actions that a tail has after the log's end record are read`() throws {
    // As a flight recorder leaves it that is killed between a segment's end and the next one's name.
    var crash = try crash(flushing: 1)
    let ended = try LogScript()
    for _ in 1...5 { try ended.act(1) }
    let bytes = try ended.close()
    crash.log += bytes[try LogFrames(bytes).starts[2]...]
    #expect(try LogReader(bytes: crash.log, name: "log").isClosed)
    let folder = try Folder()
    let log = try crash.open(in: folder)
    #expect(try log.stepsRead() == [1...9] && !log.isClosed && log.damages == [])
    _ = try LogRecovery(log).write(to: folder.path("out"))
    #expect(try LogReader(path: folder.path("out")).stepsRead() == [1...9])
  }

  @Test func `a log's incomplete last frame is damage if the tail is empty`() throws {
    var crash = try crash(flushing: 2)
    crash.log += try LogScript.chunks(1).prefix(40)
    crash.clear(page: 0)
    crash.clear(page: 1)
    #expect(try crash.open(in: Folder()).damages.map(\.lost) == [.rest])
  }
}
