import PlayheadLog
import PlayheadReading
import PlayheadReplay
import SampleSupport

/// The cost of shrinking a session that ends in a mistake, from the log to the smallest session.
enum ShrinkBenchmarks {
  static func rows(_ scratch: borrowing Scratch) throws -> [Row] {
    let condition = try HiddenCondition.record(at: scratch.path("condition.playhead"))
    let crash = try HiddenCrash.record(at: scratch.path("crash.playhead"))
    let divergence = try HiddenDivergence.record(at: scratch.path("divergence.playhead"))
    return try [
      rows(for: HiddenCondition.goal, in: condition) {
        try HiddenCondition.shrinker(of: condition)
      },
      rows(for: "\(HiddenCondition.goal), unguided", in: condition) {
        try HiddenCondition.shrinker(of: condition, guessing: false)
      },
      rows(for: HiddenCrash.goal, in: crash) { try HiddenCrash.shrinker(of: crash) },
      rows(for: HiddenDivergence.goal, in: divergence) {
        try HiddenDivergence.shrinker(of: divergence)
      },
    ].flatMap(\.self)
  }

  private static func rows(
    for goal: String, in log: LogReader, _ shrinker: () throws -> Shrinker?
  ) throws -> [Row] {
    let own = try effort(shrinker) { shrinker in
      try shrinker.run()
      return (shrinker.best.steps.count, shrinker.trialCount)
    }
    let classic = try effort(shrinker) { shrinker in
      var classic = ClassicShrinking(insteadOf: shrinker)
      try classic.run()
      return (classic.steps.count, classic.trialCount)
    }
    guard own.left <= classic.left else {
      throw BenchmarkError("for \(goal), \(own.left) actions are left, and \(classic.left)")
    }
    func row(_ what: String, _ figure: KeyPath<Effort, Double>, _ unit: Row.Unit) -> Row {
      Row(
        subject: "shrink for \(goal)\(what)",
        input: "of \(log.actionCount) actions, to \(own.left)",
        playhead: own[keyPath: figure], competitor: "classic ddmin, to \(classic.left)",
        other: classic[keyPath: figure], unit: unit)
    }
    return [
      row("", \.milliseconds, .milliseconds), row(": sessions", \.trials, .count),
      row(": actions played", \.played, .actions),
    ]
  }

  private struct Effort {
    var left: Int
    var milliseconds: Double
    var trials: Double
    var played: Double
  }

  /// The effort of `shrink`. Its time includes making the shrinker, which finds the mistake.
  private static func effort(
    _ shrinker: () throws -> Shrinker?,
    _ shrink: (Shrinker) throws -> (left: Int, trials: Int)
  ) throws -> Effort {
    let start = ContinuousClock.now
    guard let shrinker = try shrinker() else {
      throw BenchmarkError("the mistake is not in the session")
    }
    let (left, trials) = try shrink(shrinker)
    return Effort(
      left: left, milliseconds: (ContinuousClock.now - start) / .milliseconds(1),
      trials: Double(trials), played: Double(shrinker.playedCount))
  }
}
