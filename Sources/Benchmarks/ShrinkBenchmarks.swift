import ClipEditor
import Foundation
import PlayheadFlux
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay
import SampleSupport

/// What it takes to make a session small that ends in a mistake of the clip editor's: moves that are not taken
/// back by 'undo'.
enum ShrinkBenchmarks {
  private typealias Editor = Planted<ForgottenMoves>

  /// About so many lines are typed.
  private static let count = 14_200
  /// An undo takes a title away that had been moved: the move should have been taken back before that.
  private static let condition = """
    type like '%Undo' and before('texts[0].place.y') <> 50 and state('texts[0]') is null
    """

  static func rows(_ scratch: borrowing Scratch) throws -> [Row] {
    let path = scratch.path("clips.playhead")
    try record(to: path)
    let log = try LogReader(path: path)
    let own = try shrink(log, guessing: true)
    let sweep = try shrink(log, guessing: false)
    let classic = try shrinkClassically(log)
    guard own.left == sweep.left, own.left <= classic.left else {
      throw BenchmarkError(
        "what was left is \(own.left), \(sweep.left) and \(classic.left) actions")
    }
    let input = "of \(log.actionCount) actions, to \(own.left)"
    return [(own, "shrink"), (sweep, "the same without looking for what matters")].flatMap {
      effort, name in
      [
        row(name, input, effort.milliseconds, classic.milliseconds, .milliseconds),
        row(
          "\(name): sessions tried", input, Double(effort.trials), Double(classic.trials), .count),
        row(
          "\(name): actions played", input, Double(effort.played), Double(classic.played), .actions),
      ]
    }
  }

  private static func row(
    _ subject: String, _ input: String, _ own: Double, _ other: Double, _ unit: Row.Unit
  ) -> Row {
    Row(
      subject: subject, input: input, playhead: own, competitor: "classic ddmin", other: other,
      unit: unit)
  }

  // MARK: The session

  /// Much editing, and spread in it a title that is put in, moved, and undone.
  private static func record(to path: String) throws {
    let editor = try Editor(environment: .live)
    var options = RecordingOptions()
    options.waits = true
    let recorder = try editor.dispatcher.record(to: path, app: Editor.appName, options: options)
    for line in lines { try editor.perform(line) }
    try recorder.close()
  }

  private static var lines: [String] {
    var generator = SplitMix64(seed: 5)
    var lines = ["add clip 4 beach.mov", "add clip 3 waves.mov", "add sound 9 song.m4a"]
    for part in title {
      let end = lines.count + (count - lines.count) / 3
      while lines.count < end { lines += idling(&generator) }
      lines += part
    }
    return lines
  }

  /// What leaves the edits that can be undone as they are.
  private static func idling(_ generator: inout SplitMix64) -> [String] {
    let seconds = Int.random(in: 1...6, using: &generator)
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: return ["seek \(seconds)"]
    case 1: return ["select clip 1", "select nothing"]
    case 2: return ["select clip 2"]
    default: return ["add clip \(seconds) wrong.mov", "undo"]
    }
  }

  private static let title = [
    ["seek 0", "add text 3 Summer"], ["seek 0", "select text 1", "place 50 90"],
    ["seek 0", "undo", "seek 0"],
  ]

  // MARK: Shrinking

  private struct Effort {
    var left: Int
    var milliseconds: Double
    var trials: Int
    var played: UInt64
  }

  private static func replay(_ log: LogReader) throws -> Replay {
    try Replay(log, of: Editor.self)
  }

  private static func shrink(_ log: LogReader, guessing: Bool) throws -> Effort {
    let replay = try replay(log)
    var found: Shrinker?
    let time = try ContinuousClock().measure {
      let condition = try Condition(condition)
      found = try Shrinker(replay, until: condition, guessing: guessing) { run in
        try Shrinker.judge(replay, in: run, condition)
      }
      try found?.run()
    }
    guard let shrinker = found else { throw BenchmarkError("the mistake is not in the session") }
    return Effort(
      left: shrinker.best.steps.count, milliseconds: time / .milliseconds(1),
      trials: shrinker.trialCount, played: shrinker.playedCount)
  }

  /// Zeller and Hildebrandt's ddmin (2002), on the same trials: of ever more parts each alone, then each left out.
  private static func shrinkClassically(_ log: LogReader) throws -> Effort {
    let replay = try replay(log)
    let condition = try Condition(condition)
    let judge = try Shrinker.judge(replay, in: log.firstStep...log.lastStep, condition)
    var steps: [Step] = []
    var trials = 0
    func does(_ candidate: [Step]) throws -> Bool {
      guard !candidate.isEmpty else { return false }
      trials += 1
      return try judge.holds(for: ShrunkSession(candidate))
    }
    let time = try ContinuousClock().measure {
      let search = try Search(log, for: condition, with: replay)
      guard let end = try search.nextStep(after: log.initialStep) else { return }
      steps = (log.firstStep.number...end.number).map { Step($0) }
      var parts = 2
      while steps.count >= 2 {
        let groups = split(steps, into: parts)
        if let alone = try groups.first(where: does) {
          (steps, parts) = (alone, 2)
        } else if let left = try groups.indices.lazy.map({ place in
          groups.enumerated().filter { $0.offset != place }.flatMap(\.element)
        }).first(where: does) {
          (steps, parts) = (left, max(parts - 1, 2))
        } else if parts < steps.count {
          parts = min(parts * 2, steps.count)
        } else {
          break
        }
      }
    }
    return Effort(
      left: steps.count, milliseconds: time / .milliseconds(1), trials: trials,
      played: judge.playedCount)
  }

  private static func split(_ steps: [Step], into parts: Int) -> [[Step]] {
    (0..<parts).map { part in
      Array(steps[(steps.count * part / parts)..<(steps.count * (part + 1) / parts)])
    }
  }
}
