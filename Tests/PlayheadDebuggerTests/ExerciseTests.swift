import Foundation
import Testing

/// The sample apps with a mistake in them; `CheckTests` checks their sessions.
@Suite struct ExerciseTests {
  @Test func `each exercise app in Exercises.swift has a script and a log in fixtures/exercises`()
    throws
  {
    let folder = TranscriptTests.directory.appendingPathComponent("../exercises").standardized
    let file = folder.appendingPathComponent("../../Sources/PlayheadCLI/Exercises.swift")
    let text = try String(contentsOf: file, encoding: .utf8)
    let known = Set(text.matches(of: /Planted<\w+>\.self/).map { String($0.output.dropLast(5)) })
    let scripts = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".txt") }
    #expect(known.count == scripts.count && known.count > 1)
    for script in scripts {
      let log = folder.appendingPathComponent(script.dropLast(4) + ".playhead")
      #expect(FileManager.default.fileExists(atPath: log.path), "\(script)")
    }
  }
}
