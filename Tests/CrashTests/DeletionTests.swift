import Foundation
import PlayheadFiles
import PlayheadLog
import Testing
import crash_app

/// Files of a recording that are deleted while an app goes on, which is then killed.
@Suite struct DeletionTests {
  private static let words = [
    "--threads", "1", "--count", "100000", "--rest", "200", "--flushes", "40",
  ]

  private func delete(_ path: String) throws { try FileManager.default.removeItem(atPath: path) }

  @Test func `an app whose tail was deleted and that is killed leaves all that its stores saw`()
    throws
  {
    let scene = try Scene()
    let app = try scene.start(Self.words)
    scene.waitUntil(app, saw: 20)
    try delete(scene.log + ".tail")
    scene.waitUntil(app, saw: 150)
    app.kill()
    app.wait()
    #expect(FileManager.default.fileExists(atPath: scene.log + ".tail"))
    #expect(try scene.problems() == [])
    let notes = try openAfterCrash(scene.log).notes().map(\.text)
    #expect(notes.contains { $0.hasPrefix("the tail was deleted") }, "\(notes)")
  }

  @Test(arguments: [false, true])
  func `an app whose log was deleted and that is killed leaves what its stores saw since`(
    isFolder: Bool
  ) throws {
    let scene = try Scene()
    let app = try scene.start(Self.words)
    scene.waitUntil(app, saw: 20)
    try delete(isFolder ? scene.url.path : scene.log)
    scene.waitUntil(app, saw: 200)
    app.kill()
    app.wait()
    let seen = try #require(scene.runs.first).codes.count
    let log = try openAfterCrash(scene.log)
    #expect(log.initialStep > 0 && log.lostSteps == [] && log.damages == [])
    // The last may have been recorded and not seen yet.
    #expect([seen, seen + 1].contains(Int(log.lastStep.number)))
    #expect(log.actionCount == Int(log.lastStep.number - log.initialStep.number))
  }
}
