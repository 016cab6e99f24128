import ClipEditor
import PlayheadLog
import PlayheadReading
import PlayheadReplay
import SampleSupport

/// The mistake: undo removes a title that was moved, and should undo the move first.
enum HiddenCondition: HiddenMistake {
  static let app: any FaultyApp.Type = Planted<ForgottenMoves>.self
  static let goal = "a condition"

  private static let condition = """
    type like '%Undo' and before('texts[0].place.y') <> 50 and state('texts[0]') is null
    """

  static func record(at path: String) throws -> LogReader {
    let lines = ClipSession.lines(around: [
      ["seek 0", "add text 3 Summer"], ["seek 0", "select text 1", "place 50 90"],
      ["seek 0", "undo", "seek 0"],
    ])
    return try record(lines, into: app, at: path)
  }

  static func shrinker(of log: LogReader) throws -> Shrinker? {
    try shrinker(of: log, guessing: true)
  }

  /// Without `guessing`, does not first try the actions that changed the condition's values.
  static func shrinker(of log: LogReader, guessing: Bool) throws -> Shrinker? {
    let replay = try Replay(log, of: Planted<ForgottenMoves>.self)
    let condition = try Condition(condition)
    return try Shrinker(replay, until: condition, guessing: guessing)
  }
}
