import ClipEditor
import PlayheadDebugger
import PlayheadInspector
import PlayheadLog
import PlayheadReading
import PlayheadReplay
import SampleSupport

/// The mistake: undo removes a title that has handles, and the editor traps.
enum HiddenCrash: HiddenMistake {
  static let app: any FaultyApp.Type = Planted<KeptHandles>.self
  static let goal = "a crash"

  /// Records the app without the mistake, which would end the benchmark.
  static func record(at path: String) throws -> LogReader {
    let lines = ClipSession.lines(around: [
      ["seek 0", "add text 3 Summer"], ["seek 0"], ["seek 0", "select text 1", "undo"],
    ])
    return try record(lines, into: ClipEditor.self, at: path)
  }

  static func shrinker(of log: LogReader) throws -> Shrinker? {
    let program = try Program.file
    return try Shrinker(
      crashOf: log, ReplaySpec(log.name, decoding: .usual),
      at: WorkerProgram(program).slot(),
      payload: Replay(log, of: app).currentPayload)
  }
}
