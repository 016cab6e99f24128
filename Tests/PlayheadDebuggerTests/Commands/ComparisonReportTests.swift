import Foundation
import PlayheadCoding
import PlayheadLog
import PlayheadReplay
import PlayheadValues
import TestSupport
import Testing
import TextEditor

@testable import PlayheadDebugger
@testable import PlayheadInspector

/// What is said of sessions that were compared in part, or behind a gap.
@Suite struct ComparisonReportTests {
  private func session(
    _ path: String, _ verdict: BuildVerdict, _ onlyInOneBuild: OnlyInOneBuild = OnlyInOneBuild()
  )
    -> ComparedSession
  {
    ComparedSession(
      path: path, app: "shop", actionCount: 9, lastStep: 9, verdict: verdict,
      onlyInOneBuild: onlyInOneBuild,
      exitCode: .good)
  }

  private func change(_ path: String) throws -> AlignedChange {
    AlignedChange(Change(path: try StatePath(path), old: .int(1), new: .int(2)))
  }

  private var onlyInOneBuild: OnlyInOneBuild {
    var onlyInOneBuild = OnlyInOneBuild()
    onlyInOneBuild.stores.old = ["basket", "coupons"]
    onlyInOneBuild.stores.new = ["cart"]
    onlyInOneBuild.steps.new = [4...9]
    return onlyInOneBuild
  }

  private func report(_ sessions: [ComparedSession]) throws -> ComparisonReport {
    let desk = try Desk(apps: [TextEditor.self])
    try desk.makeBuild("playhead", of: Desk.tool)
    var other = try AppExecutable(desk.path("playhead"))
    other.path = "before/shop"
    return ComparisonReport(sessions, of: sessions.count, isStopped: false, with: other)
  }

  @Test
  func
    `'compare' warns once about stores and steps that only one build has, and per session in JSON`()
    throws
  {
    let sessions =
      [session("a.playhead", .same(stop: nil))]
      + ["b.playhead", "c.playhead"].map { session($0, .same(stop: nil), onlyInOneBuild) }
    #expect(
      try report(sessions).warning
        == "2 sessions could not be compared in full, such as 'b.playhead': only 'before/shop' has the stores "
        + "'basket', 'coupons', and only this build 'cart', and only this build has the steps 4–9; anything that only "
        + "one build has is in no group")
    #expect(try report([sessions[0]]).warning == nil)
    #expect(try !JSON(sessions[0]).text.contains("notCompared"))
    let text =
      #"{"log":"b.playhead","app":"shop","actions":9,"same":true,"notCompared":{"stores":{"#
      + #""old":["basket","coupons"],"new":["cart"]},"steps":{"old":[],"new":[{"first":4,"last":9}]}}}"#
    #expect(try JSON(sessions[1]).text == text)
  }

  @Test func `'compare' reports a difference after a gap, and the first one of every store`() throws
  {
    func difference(_ step: Step, _ path: String) throws -> BuildDifference {
      BuildDifference(
        step: step, lastAgreed: step.previous, action: nil, .values([path: try change(path)]))
    }
    var first = try difference(3, "cart.total")
    first.isAfterGap = true
    var session = session("a.playhead", .differs(first))
    session.later = [try difference(7, "history.count")]
    let terminal = MemoryTerminal()
    let console = Console(terminal)
    try report([session]).show(on: console)
    try console.flush()
    let text = terminal.outputText
    #expect(text.contains("1 session differs at cart.total, in the state after a gap\n"), "\(text)")
    #expect(text.contains("step 3 of 9, the same up to step 2\n"), "\(text)")
    #expect(text.contains("    cart.total: 1 → 2\n    later: step 7"), "\(text)")
    #expect(try JSON(session).text.contains(#""later":[{"step":7,"lastAgreed":6,"#))
  }
}
