import PlayheadCoding
import PlayheadReading
import PlayheadLog
import PlayheadRepair
import Testing

/// What a damaged tail has lost is told, and nothing of what it still has is.
@Suite struct TailLossTests {
  /// Two pages: the stores are at work on step 5 when the first one ends, and a gap comes next. So the
  /// first frame of the second page has steps 1 to 5, the other one 7 to 9.
  private func crash(flushing flushed: Int) throws -> TailCrash {
    let script = try TailScript()
    try script.act(5, isOpen: true)
    script.endPage()
    script.settle()
    script.skip(1)
    try script.act(3)
    script.endPage()
    let crash = try script.crash(flushing: flushed)
    #expect(crash.frameCount == 2)
    return crash
  }

  @Test(arguments: [1, 2])
  func `a damaged tail page whose actions the log already has costs no steps`(flushed: Int) throws {
    var crash = try crash(flushing: flushed)
    crash.damage(page: 0, at: 80)
    let log = try crash.open(in: Folder())
    #expect(try log.stepsRead() == [1...5, 7...9] && log.lostSteps == [] && log.damages == [])
    #expect(try log.gaps().map(\.steps) == [6...6])
  }

  @Test func `a damaged record in a tail is reported, even if the tail page's progress is damaged`()
    throws
  {
    let script = try TailScript()
    try script.act(4)
    script.endPage()
    script.leaveOut(5)
    var crash = try script.crash(flushing: 0)
    crash.damage(page: 0, at: 40)
    #expect(try crash.open(in: Folder()).damages == [])
    crash.damage(page: 0, at: 80)
    let log = try crash.open(in: Folder())
    #expect(log.damages.count == 1 && log.damages.first?.isInTail == true)
    #expect(try log.gaps().map(\.reason).contains(.overrun) == false)
  }

  @Test func `a damaged tail page costs only the steps that the log does not have`() throws {
    var crash = try crash(flushing: 0)
    crash.damage(page: 0, at: 80)
    let folder = try Folder()
    let log = try crash.open(in: folder)
    #expect(try log.stepsRead() == [7...9] && log.lostSteps == [1...5])
    #expect(log.damages.map(\.lost) == [.steps(1...5)])
    #expect(try log.verify().problems.contains { $0.isDamage(of: 1...5) })
    let report = try LogRecovery(log).write(to: folder.path("out"))
    #expect(report.lost == [1...5] && !report.isComplete)
    let saved = try LogReader(path: folder.path("out"))
    #expect(try saved.verify().problems == [] && saved.gaps().map(\.steps) == [1...5, 6...6])
  }

  @Test func `steps lost at the end of a tail are reported`() throws {
    let script = try TailScript()
    try script.act(9)
    var crash = try script.crash(flushing: 0)
    crash.damage(page: 0, at: 200)
    let folder = try Folder()
    let log = try crash.open(in: folder)
    let last = log.lastStep
    #expect(last < 9 && log.lostSteps == [last.next...9])
    #expect(log.damages.map(\.lost) == [.steps(last.next...9)])
    #expect(log.ending == .stopped(after: last, isComplete: false))
    let report = try LogRecovery(log).write(to: folder.path("out"))
    #expect(report.lost == [last.next...9])
    #expect(try LogReader(path: folder.path("out")).verify().problems == [])
  }

  @Test func `a damaged last record of a tail is reported as a loss after the last action`() throws
  {
    let script = try TailScript()
    try script.act(4)
    script.note("the last that is known")
    var crash = try script.crash(flushing: 0)
    crash.damageLastRecord(ofPage: 0)
    let folder = try Folder()
    let log = try crash.open(in: folder)
    #expect(log.damages.map(\.lost) == [.rest] && log.damages.map(\.lastWhole) == [4])
    #expect(log.ending == .stopped(after: 4, isComplete: false))
    #expect(try log.verify().problems == log.damages.map { .damage($0) })
    let report = try LogRecovery(log).write(to: folder.path("out"))
    #expect(report.lostAfter == 4 && report.lost == [] && !report.isComplete)
    let lines = try #require(log.damage).description.split(separator: "\n")
    #expect(
      lines[0].hasPrefix("the tail of '") && lines[0].hasSuffix("a part of it cannot be read"))
    #expect(lines[1] == "  covering the steps after 4")
  }

  @Test func `actions left out because the tail was full become a gap, not damage`() throws {
    let script = try TailScript()
    try script.act(4)
    script.endPage()
    script.leaveOut(5)
    let folder = try Folder()
    let log = try script.crash(flushing: 0).open(in: folder)
    #expect(try log.stepsRead() == [1...4] && log.damages == [] && log.lostSteps == [])
    #expect(try log.gaps() == [Gap(steps: 5...9, reason: .overrun)])
    #expect(log.ending == .stopped(after: 4, isComplete: false))
    #expect(try log.verify().problems == [.notClosed(lastStep: 4)])
    let report = try LogRecovery(log).write(to: folder.path("out"))
    #expect(report.lost == [] && report.damages == [])
    #expect(try report.gaps == log.gaps() && log.verify().missing == 5)
    #expect(try LogReader(path: folder.path("out")).gaps() == log.gaps())
  }

  @Test(arguments: [56, 63], [0, 5])
  func `a damaged byte in a tail's count of left-out actions is reported and makes no gap`(
    offset: Int, leftOut: Int
  ) throws {
    let script = try TailScript()
    try script.act(4)
    script.endPage()
    if leftOut > 0 { script.leaveOut(leftOut) }
    var crash = try script.crash(flushing: 0)
    crash.damage(page: 0, at: offset)
    let log = try crash.open(in: Folder())
    #expect(try log.stepsRead() == [1...4] && log.gaps() == [] && log.lostSteps == [])
    #expect(log.damages.map(\.lost) == [.rest])
  }
}

extension Verification.Problem {
  fileprivate func isDamage(of steps: ClosedRange<Step>) -> Bool {
    if case .damage(let damage) = self { damage.steps == steps } else { false }
  }
}
