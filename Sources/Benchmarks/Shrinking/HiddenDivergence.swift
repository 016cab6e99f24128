import ItemListTerminal
import PlayheadDebugger
import PlayheadInspector
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadReplay
import SampleSupport

/// The mistake: when a password is copied, the login stores the time of the system's clock.
enum HiddenDivergence: HiddenMistake {
  static let app: any FaultyApp.Type = Planted<OwnClock>.self
  static let goal = "a divergence"

  /// The approximate number of typed lines. Some are two actions.
  private static let count = 9_900

  static func record(at path: String) throws -> LogReader {
    var generator = SplitMix64(seed: 6)
    var lines = ["unlock 2580", "wait"]
    while lines.count < count { lines += idling(&generator) }
    return try record(lines + ["open 3", "copy", "wait", "back"], into: app, at: path)
  }

  private static func idling(_ generator: inout SplitMix64) -> [String] {
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: ["filter git", "clear"]
    case 1: ["open \(Int.random(in: 1...5, using: &generator))", "back"]
    default: ["filter \(["a", "m", "o"][Int.random(in: 0..<3, using: &generator)])", "clear"]
    }
  }

  static func shrinker(of log: LogReader) throws -> Shrinker? {
    let program = WorkerProgram(try Program.file)
    let task = ReplaySpec(log.name, decoding: .usual)
    let pool = try WorkerPool(program, runs: WorkerPool.usualRuns)
    let finding = try pool.check(task, log) { _ in }
    guard let divergence = finding.divergence, let store = divergence.store,
      let cause = finding.cause
    else { return nil }
    guard let run = log.steps.first(where: { $0.contains(divergence.step) }),
      let predicate = DivergencePredicate(
        task, run: run, divergence, in: store, cause,
        spawn: { try program.start(under: $0) })
    else { return nil }
    let replay = try Replay(log, of: app)
    let paths = divergence.fieldPath.map { [$0] } ?? []
    return try Shrinker(
      log, run.lowerBound...divergence.step, predicate,
      guess: { try replay.actions(leadingTo: paths, in: $0) }, payload: replay.currentPayload)
  }
}
