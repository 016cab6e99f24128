import Foundation
import PlayheadLog
import Testing
import crash_app

/// Places where a log cannot be kept as it should: the app's states are those that it has without a
/// recorder, and it ends well.
@Suite struct BrokenPlaceTests {
  /// One thread: with more, the order of the actions and so the states differ from run to run.
  private static let words = [
    "--threads", "1", "--count", "300", "--notes", "40", "--guests", "35",
  ]

  private func expectSameStates(_ app: AppProcess, _ words: [String] = []) throws {
    #expect(app.wait() == .exit(0))
    let scene = try Scene()
    let plain = try AppProcess(Programs.app, Self.words + words, output: scene.path("output"))
    #expect(plain.wait() == .exit(0))
    #expect(app.report["states"] != nil && app.report["states"] == plain.report["states"])
  }

  @Test(arguments: [0, 10, 300, 1_000, 2_000, 5_000, 1 << 20, 3 << 20])
  func `files that cannot grow beyond a size do the app no harm`(limit: Int) throws {
    for flushes in ["0", "10"] {
      let scene = try Scene()
      let app = try scene.run(
        Self.words + ["--file-limit", "\(limit)", "--flushes", flushes])
      try expectSameStates(app)
      guard app.report["unrecorded"] == nil else { continue }
      let mayLeaveOut: Set<GapReason> = [.unwritable]
      if app.report["closed"] == "well" {
        #expect(try scene.problemsAtEnd(mayLeaveOut: mayLeaveOut) == [])
      } else {
        #expect(app.report["failures"] == "1")
        #expect(try scene.problemsOfPart() == [])
      }
    }
  }

  @Test func `where the tail does not fit, a note says so`() throws {
    let scene = try Scene()
    // Less than a sheet.
    let app = try scene.run(Self.words + ["--file-limit", "\(TailFormat.sheetLength / 2)"])
    try expectSameStates(app)
    #expect(app.report["closed"] == "well")
    let notes = try LogReader(path: scene.log).notes().map(\.text)
    #expect(notes.first?.contains("not safe from the end of the app") == true, "\(notes)")
  }

  @Test func `a folder that is deleted while it is recorded into does the app no harm`() throws {
    let scene = try Scene()
    let app = try scene.start(Self.words + ["--rest", "300", "--flushes", "20"])
    scene.waitUntil(app, saw: 50)
    try FileManager.default.removeItem(at: scene.url)
    app.wait()
    // What it printed is gone with the folder.
    #expect(app.wait() == .exit(0))
    #expect(scene.runs.first?.codes.count == 300)
  }
}
