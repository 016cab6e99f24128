import ClipEditor
import Foundation
import PlayheadDebugger
import PlayheadFlux
import SampleSupport
import TestSupport
import Testing

/// The sample apps with a mistake in them, and a session of each that shows it.
@Suite struct ExerciseTests {
  /// A faulty app, the sound one, and where the recorded states first are not the sound one's.
  static let exercises:
    [(faulty: any FaultyApp.Type, sound: any ReplayableApp.Type, place: String)] = [
      (
        Planted<ForgottenMoves>.self, ClipEditor.self,
        "store 'history' differs at step 11 (MoveItem) and agreed at step 10"
      )
    ]
  private static let folder = TranscriptTests.directory
    .appendingPathComponent("../exercises").standardized

  private func check(_ name: String, on app: any ReplayableApp.Type) throws -> (
    isSound: Bool, text: String
  ) {
    let desk = try Desk(apps: [app])
    let log = Self.folder.appendingPathComponent("\(name).playhead")
    try desk.write(Data(contentsOf: log), to: "exercise.playhead")
    let outcome = desk.playhead("check exercise.playhead --runs 2")
    return (outcome.code == .good, outcome.output + outcome.error)
  }

  @Test(arguments: exercises.indices)
  func
    `'check' of an exercise's log passes with the faulty app and finds a difference with the correct one`(
      number: Int
    ) throws
  {
    let exercise = Self.exercises[number]
    #expect(exercise.faulty.appName == exercise.sound.appName)
    let faulty = try check(exercise.faulty.exerciseName, on: exercise.faulty)
    #expect(faulty.isSound, "\(faulty.text)")
    let sound = try check(exercise.faulty.exerciseName, on: exercise.sound)
    #expect(!sound.isSound && sound.text.contains(exercise.place), "\(sound.text)")
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
