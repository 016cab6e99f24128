import Foundation
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import PlayheadRepair
import PlayheadReplay
import PlayheadValues
import Testing

@Suite struct BranchLogTests {
  @Test func `a saved branch names its original session and its edits in a note`() throws {
    let session = try BranchedSession(count: 30, seed: 4)
    var branch = try session.branch()
    try branch.skip(3)
    try branch.move(9, after: 12)
    let log = try branch.saved()
    let recorded = session.session.log.header
    #expect(log.header.app == recorded.app && log.header.start == recorded.start)
    #expect(log.header.session != recorded.session)
    let again = try branch.saved()
    #expect(again.header == log.header, "the same changes are the same session")
    let changes = branch.changes.map(\.description).joined(separator: "; ")
    #expect(
      try log.notes().map(\.text) == ["a branch of session \(recorded.session): \(changes)"])
  }

  @Test func `a saved branch renumbers causes and drops those that were skipped`() throws {
    let session = try BranchedSession { dispatcher in
      for sku in ["a", "b", "c"] { dispatcher.dispatch(Put(sku: sku, count: 9)) }
    }
    #expect(session.causes == [2: 1, 4: 3, 6: 5])
    var branch = try session.branch()
    try branch.skip(3)
    try branch.insert("Draw3", payload: .fields(), after: 1)
    let log = try branch.saved()
    let causes = try (1...6).map { try log.entry(at: Step($0)).cause?.number }
    #expect(causes == [nil, nil, 1, nil, nil, 5])
  }

  @Test
  func `times in a saved branch never go back, and inserted actions take the time before them`()
    throws
  {
    let clock = ManualClock()
    let session = try Session(Shop.make, .exact, clock: clock) { dispatcher, _ in
      for count in 1...5 {
        clock.advance(by: 1_000_000)
        dispatcher.dispatch(Put(sku: "a", count: count))
      }
    }
    var branch = Branch(of: try session.replay())
    try branch.move(1, after: 3)
    try branch.insert("Take", payload: .fields(("sku", .string("a"))), after: 4)
    let saved = try branch.saved()
    let times = try (1...6).map { try saved.entry(at: Step($0)).moment.monotonic / 1_000_000 }
    #expect(times == [2, 3, 3, 4, 4, 5])
  }

  @Test func `a branch whose replay fails while it is saved leaves no log`() throws {
    let session = try BranchedSession(count: 50, seed: 1)
    let replay = try session.session.replay()
    var branch = Branch(of: replay)
    try branch.skip(2)
    struct Enough: Error {}
    replay.onStep = { step in if step == 20 { throw Enough() } }
    let url = FileManager.default.temporaryDirectory.appending(path: "stopped-\(UUID())")
    #expect(throws: Enough.self) { try branch.save(to: url.path(percentEncoded: false)) }
    #expect(!FileManager.default.fileExists(atPath: url.path))
    replay.onStep = { _ in }
    #expect(try branch.state(at: 40) == branch.state(at: 40) && replay.position == 0)
  }

  @Test func `stores in a saved branch come and go as recorded, also after skipped actions`() throws
  {
    let session = try ScreenSession { app, _ in
      let dispatcher = app.dispatcher
      for (screen, start) in [("detail", 40), ("list", 7)] {
        dispatcher.dispatch(Bump())
        dispatcher.dispatch(Open(screen: screen, start: start))
        dispatcher.dispatch(Bump(by: 2))
        dispatcher.dispatch(Close(screen: screen))
        dispatcher.dispatch(Bump(by: 4))
        dispatcher.dispatch(Open(screen: screen, start: start))
        dispatcher.dispatch(Bump(by: 8))
      }
    }
    for skipped in [[2], [4, 9], [14]] as [[Step]] {
      var branch = Branch(of: try Replay(session.log, of: Screens.self))
      for step in skipped { try branch.skip(.recorded(step)) }
      let log = try branch.saved()
      #expect(try log.verify().problems == [])
      #expect(log.stores == session.log.stores)
      #expect(try DeterminismCheck(log) { try DispatcherPlayer(Screens.self) }.run() == nil)
      let replay = try Replay(log, of: Screens.self)
      for step in (0...branch.lastStep.number).reversed() {
        #expect(try replay.state(at: Step(step)) == branch.state(at: Step(step)), "\(skipped)")
      }
    }
  }
}
