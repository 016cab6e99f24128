import ClipEditor
import Foundation
import PlayheadDebugger
import PlayheadFlux
import SampleSupport
import TestSupport
import Testing

/// A sample app with a mistake in it, and a session that shows it.
@Suite struct ExerciseTests {
  private static let folder = TranscriptTests.directory
    .appendingPathComponent("../exercises").standardized

  private func check(on app: any ReplayableApp.Type) throws -> TestSupport.Outcome {
    let desk = try Desk(apps: [app])
    let name = Planted<ForgottenMoves>.exerciseName
    let log = Self.folder.appendingPathComponent("\(name).playhead")
    try desk.write(Data(contentsOf: log), to: "exercise.playhead")
    return desk.playhead("check exercise.playhead --runs 2")
  }

  @Test
  func
    `'check' of an exercise's log passes with the faulty app and finds a difference with the correct one`()
    throws
  {
    let faulty = try check(on: Planted<ForgottenMoves>.self)
    #expect(faulty.code == .good, "\(faulty)")
    let sound = try check(on: ClipEditor.self)
    let place = "store 'history' differs at step 11 (MoveItem) and agreed at step 10"
    #expect(sound.code != .good && (sound.output + sound.error).contains(place), "\(sound)")
  }

  @Test func `each exercise app in Exercises.swift has a script and a log in fixtures/exercises`()
    throws
  {
    let file = Self.folder.appendingPathComponent("../../Sources/PlayheadCLI/Exercises.swift")
    let text = try String(contentsOf: file, encoding: .utf8)
    let known = Set(text.matches(of: /Planted<\w+>\.self/).map { String($0.output.dropLast(5)) })
    let scripts = try FileManager.default.subpathsOfDirectory(atPath: Self.folder.path)
      .filter { $0.hasSuffix(".txt") }
    #expect(known.count == scripts.count && known.count > 1)
    for script in scripts {
      let log = Self.folder.appendingPathComponent(script.dropLast(4) + ".playhead")
      #expect(FileManager.default.fileExists(atPath: log.path), "\(script)")
    }
  }
}
