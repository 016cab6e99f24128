import Foundation
import PlayheadCoding
import PlayheadReading
import PlayheadLog
import PlayheadRepair
import PlayheadReplay
import PlayheadValues
import Testing

/// Records for which no page of the tail has room, and what is left of them.
@Suite struct ChainTests {
  private static let pageLength = TailForge.pageLength

  /// Three actions in a page, a fourth in a chain of three pages, three more behind it.
  private func crash(flushing flushed: Int = 0) throws -> TailCrash {
    let script = try TailScript()
    try script.act(3)
    try script.actLong(9_000)
    try script.act(3)
    let crash = try script.crash(flushing: flushed)
    #expect(crash.frameCount == 2 && crash.tail.count == 4 * Self.pageLength)
    return crash
  }

  @Test(arguments: 0...2)
  func `an action longer than a tail page is read once, whether or not the log already has it`(
    flushed: Int
  ) throws {
    let log = try crash(flushing: flushed).open(in: Folder())
    #expect(try log.stepsRead() == [1...7] && log.damages == [])
    #expect(
      try log.entry(at: 4).payload() == .string("4 " + String(repeating: "long ", count: 1_800)))
    #expect(try log.entry(at: 4).isHandled && log.entry(at: 7).isHandled)
    #expect(try log.entry(at: 5).moment.monotonic == 5_000_000)
  }

  @Test(arguments: [1, 2])
  func `damage to a fragment of a long action in the tail costs only that action, reported as lost`(
    page: Int
  ) throws {
    for offset in [64, 68, 72, 73, Self.pageLength - 1] {
      var crash = try crash()
      crash.damage(page: page, at: offset)
      let folder = try Folder()
      let log = try crash.open(in: folder)
      #expect(try log.stepsRead() == [1...3, 5...7] && log.lostSteps == [4...4])
      #expect(log.damages.map(\.lost) == [.steps(4...4)], "page \(page), byte \(offset)")
      #expect(try log.entry(at: 7).moment.monotonic == 7_000_000)
      let report = try LogRecovery(log).write(to: folder.path("out"))
      #expect(report.lost == [4...4] && report.actions == 6)
      #expect(try LogReader(path: folder.path("out")).verify().problems == [])
    }
  }

  @Test(arguments: [1, 2, 3])
  func `a missing tail page of a long action is reported as damage`(page: Int) throws {
    var crash = try crash()
    crash.clear(page: page)
    let log = try crash.open(in: Folder())
    #expect(try log.stepsRead() == (page == 3 ? [1...3] : [1...3, 5...7]))
    #expect(!log.damages.isEmpty && log.lostSteps == [4...4])
  }

  @Test(arguments: [[1, 2, 3], [3, 2, 1], [2, 1, 3]])
  func `damaged and cleared tail pages of a long action are no loss if the log has the action`(
    pages: [Int]
  ) throws {
    var (damaged, cleared) = (try crash(flushing: 2), try crash(flushing: 2))
    damaged.damage(page: min(pages[0], 2), at: 80)
    #expect(try damaged.frames().flushed.isEmpty && damaged.frames().losses == [])
    for page in pages {
      cleared.clear(page: page)
      #expect(try cleared.frames().flushed.isEmpty && cleared.frames().losses == [])
    }
  }

  @Test
  func `a tail cut off within a long action gives the actions before it and reports the loss`()
    throws
  {
    let whole = try crash()
    for page in 1...3 {
      for edge in [0, 8, 40, 56, 64, 68, 72, 73, 77, 900] {
        let end = page * Self.pageLength + edge
        let found = try whole.cut(to: end)
        #expect(found.steps == [1...3], "cut at \(end)")
        // A page of which nothing is there says nothing.
        #expect(found.losses.isEmpty == (page == 1 && edge == 0), "cut at \(end): \(found.losses)")
      }
    }
    #expect(try whole.cut(to: whole.end(ofPage: 3) + 3 * Self.pageLength).steps == [1...7])
  }

  @Test func `an action handled during a long action follows it in the log`() throws {
    let script = try TailScript()
    try script.act(2, isOpen: true)
    try script.actLong(9_000, isOpen: true)
    try script.act(1)
    try script.actLong(5_000, isOpen: true)
    script.settle()
    script.endPage()
    script.settle(2)
    script.settle(3)
    script.endPage()
    try script.act(1)
    let whole = try script.crash(flushing: 0)
    for flushed in 0...whole.frameCount {
      let log = try script.crash(flushing: flushed).open(in: Folder())
      #expect(try log.stepsRead() == [1...6] && log.damages == [])
      for step in 1...6 as ClosedRange<UInt64> {
        #expect(try log.entry(at: Step(step)).isHandled)
      }
    }
    var crash = whole
    crash.damage(page: 2, at: 500)
    let log = try crash.open(in: Folder())
    #expect(log.lostSteps == [3...3])
    #expect(try log.entry(at: 2).isHandled == false && log.entry(at: 6).isHandled)
  }

  @Test(arguments: [true, false])
  func `states longer than a tail page are read, and damage to them is reported`(isStoreList: Bool)
    throws
  {
    let script = try TailScript()
    try script.act(2)
    try script.checkpoint(9_000, isStoreList: isStoreList)
    try script.act(2)
    var crash = try script.crash(flushing: 0)
    let text = Value.string(String(repeating: "state ", count: 1_500))
    let log = try crash.open(in: Folder())
    #expect(try log.stepsRead() == [1...4] && log.damages == [])
    if isStoreList {
      #expect(log.stores == ["document", "guest"])
    } else {
      #expect(try log.checkpoints().last?.trees() == [text])
    }
    crash.damage(page: 2, at: 500)
    let damaged = try crash.open(in: Folder())
    #expect(try damaged.stepsRead() == [1...4] && damaged.damages.map(\.lost) == [.nothing])
  }

  @Test func `a chain of fragments inside another chain in a tail is reported as a loss`() throws {
    let chain: [UInt8] = [12, 0, 0, 0, 0, 5, 12, 0, 0, 0, 0]
    let tail = TailReading(TailForge(pages: [[chain]]).bytes, pageLength: Self.pageLength)
    let found = tail.frames(of: TailFormat.session(LogScript.session), after: nil, step: .initial)
    #expect(found.flushed.isEmpty && !found.losses.isEmpty)
  }
}

extension TailCrash {
  /// What is left of the tail if it ends there.
  fileprivate func cut(
    to end: Int
  ) throws -> (steps: [ClosedRange<Step>], losses: [TailFrames.Loss]) {
    var crash = self
    crash.tail = Array(tail.prefix(end))
    let (log, losses) = try crash.read()
    return (try log.stepsRead(), losses)
  }
}
