import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay
import PlayheadValues
import Testing

/// What a branch refuses, where no transcript has it.
@Suite struct BranchRefusalTests {
  /// Step 2 is the effect of step 1.
  private func branch() throws -> Branch {
    try BranchedSession { dispatcher in
      dispatcher.dispatch(Put(sku: "a", count: 9))
      dispatcher.dispatch(Draw3())
      dispatcher.dispatch(Stray())
    }
    .branch()
  }

  private struct Stray: Action {}

  private func sentence(_ body: (inout Branch) throws -> Void) throws -> String {
    var branch = try branch()
    try branch.skip(3)
    let before = branch.changes.count
    do {
      try body(&branch)
      return "nothing was refused"
    } catch {
      #expect(branch.changes.count == before, "what is refused changes nothing")
      return "\(error)"
    }
  }

  @Test func `a branch refuses a step that is skipped, missing or an effect before its cause`()
    throws
  {
    let skipped = "step 3 is skipped in this branch; undo that, or name another step"
    #expect(try sentence { try $0.skip(3) } == skipped)
    #expect(try sentence { try $0.move(1, after: 3) } == skipped)
    #expect(
      try sentence { try $0.skip(9) }
        == "'session' ends at step 4, so there is no step 9; name a step from 0 to 4")
    let effect =
      "step 2 was caused by step 1 and cannot come before it; move step 1 too, or skip it"
    #expect(try sentence { try $0.move(1, after: 2) } == effect)
    #expect(try sentence { try $0.move(2, after: 0) } == effect)
  }

  @Test func `a branch refuses unknown action types and payloads that do not fit`() throws {
    let unknown = try sentence { try $0.insert("Wardrobe", payload: .fields(), after: 1) }
    #expect(unknown.hasPrefix("the app has no action 'Wardrobe'; it has '"))
    #expect(unknown.contains("'PlayheadReplayTests.Put'"), "\(unknown)")
    let odd = Value.fields(("sku", .string("a")), ("count", .int(1)), ("odd", .int(1)))
    let refused = "action 'PlayheadReplayTests.Put' takes nothing at 'odd'; name a part that it has"
    #expect(try sentence { try $0.insert("Put", payload: odd, after: 1) } == refused)
    #expect(try sentence { try $0.edit(1, set: StatePath(), to: odd) } == refused)
    #expect(
      try sentence { try $0.edit(4, set: StatePath(), to: .record([])) }.hasPrefix(
        "action 'PlayheadReplayTests.BranchRefusalTests.Stray' of step 4 is of a type that the app does "
          + "not have; skip it, or move it"))
  }

  @Test func `a branch refuses to edit steps on the other side of a gap`() throws {
    let session = try Session(Shop.make) { dispatcher, recorder in
      for _ in 0..<3 { dispatcher.dispatch(Put()) }
      recorder.pause()
      for _ in 0..<2 { dispatcher.dispatch(Put()) }
      recorder.resume()
      for _ in 0..<3 { dispatcher.dispatch(Put()) }
    }
    var branch = Branch(of: try session.replay())
    try branch.skip(7)
    #expect(branch.lastStep == 7 && branch.base == 6)
    #expect(throws: BranchError.otherRun(2, run: 6...8)) { try branch.skip(2) }
    #expect(
      "\(BranchError.otherRun(2, run: 6...8))"
        == "the branch has only the recording's steps 6–8, because the steps around them are missing; "
        + "leave it, and begin another branch for step 2")
    #expect(throws: ReadingError.self) { try branch.skip(4) }
    #expect(try branch.state(at: 6) == session.live[6])
    #expect(try branch.state(at: 7) != session.live[8])
    let log = try branch.saved()
    #expect(log.initialStep == 5 && log.lastStep == 7)
    #expect(try DeterminismCheck(log) { try session.player() }.run() == nil)
  }
}
