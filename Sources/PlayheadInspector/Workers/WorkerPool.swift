import Foundation
import PlayheadLog
package import PlayheadReading
package import PlayheadReplay

/// The workers that check logs, one log at a time. The pool starts each worker once, and again if it ends.
package final class WorkerPool {
  /// How many workers have fresh hash seeds by default.
  package static let usualRuns = 8

  /// The factors that this system cannot hold still or vary.
  let uncontrolled: Set<Perturbation>
  private let slots: [(slot: WorkerSlot, perturbations: Set<Perturbation>)]
  private let inspector: WorkerSlot
  private let program: WorkerProgram

  /// One worker with fixed hashes, `runs` with fresh hashes, and one that replays twice by itself.
  ///
  /// The workers with fresh hashes, except the first, also vary the other factors: one each, if there are
  /// enough workers. A diagnosis later finds the factor behind a difference.
  package init(_ program: WorkerProgram, runs: Int) throws {
    (self.program, uncontrolled) = (program, try Self.uncontrolled(program))
    slots = Self.settings(runs: runs).map { (program.slot(under: $0.conditions), $0.perturbations) }
    inspector = program.slot()
  }

  /// The conditions of the compared workers, and the perturbations in which they replay.
  private static func settings(
    runs: Int
  ) -> [(conditions: RunConditions, perturbations: Set<Perturbation>)] {
    var fixed = RunConditions.usual
    fixed.hasFreshSeed = false
    var settings = [(conditions: fixed, perturbations: Set<Perturbation>())]
    settings += (0..<runs).map { _ in (.usual, []) }
    for (number, factor) in varied.enumerated() {
      let place = 2 + number % max(runs - 1, 1)
      guard settings.indices.contains(place) else { continue }
      settings[place].conditions = settings[place].conditions.varying(factor)
      if factor.isOfReplay { settings[place].perturbations.insert(factor) }
    }
    return settings
  }

  private static let varied: [Perturbation] = [
    .clock, .timeZone, .locale, .thread, .doubleApplication, .secondReplay, .observers,
  ]

  static func count(runs: Int) -> Int { runs + 2 }

  /// Checks a log. `onSteps` gets the number of steps that each worker has done.
  package func check(
    _ task: ReplaySpec, _ log: LogReader, onSteps: @escaping (UInt64) throws -> Void
  ) throws -> CheckFinding {
    try KillRetry.retrying { try checkOnce(task, log, onSteps: onSteps) }
  }

  private func checkOnce(
    _ task: ReplaySpec, _ log: LogReader, onSteps: @escaping (UInt64) throws -> Void
  ) throws -> CheckFinding {
    try ensureRunning()
    var check = LogCheck(
      slots.map { ($0.slot, $0.perturbations) }, inspector: inspector
    ) { [program] in try program.start(under: $0) }
    check.onSteps = onSteps
    check.uncontrolled = uncontrolled
    do {
      return try check.run(task, log)
    } catch let error where error.leavesAnswers {
      for (slot, _) in slots { slot.terminate() }
      inspector.terminate()
      throw error
    }
  }

  package func ensureRunning() throws {
    do {
      for (slot, _) in slots { try slot.ensureRunning() }
      try inspector.ensureRunning()
    } catch WorkerError.notStarted(let reason, let isLimit) {
      throw WorkerError.notStarted(
        reason: "\(reason), with \(slots.count + 1) at a time; a smaller '--runs' needs fewer",
        isLimit: isLimit)
    }
  }

  /// The factors that this system cannot hold still or vary in processes of this program.
  private static func uncontrolled(_ program: WorkerProgram) throws -> Set<Perturbation> {
    let held = try program.start(under: .held)
    var missing: Set<Perturbation> = held.greeting.hasFixedAddresses ? [] : [.addresses]
    // The system may refuse to load the library even if it is installed.
    if abs(held.greeting.time - Date().timeIntervalSince1970) < 86_400 { missing.insert(.clock) }
    return missing
  }
}

extension Error {
  /// Whether the next answers of workers that several were asked may belong to earlier requests.
  var leavesAnswers: Bool {
    guard let error = self as? WorkerError else { return true }
    if case .misunderstood = error { return true }
    return false
  }
}

extension RunConditions {
  /// Hash seeds are the same in each process. `check` finds code that depends on them.
  package static let comparing = {
    var conditions = RunConditions.usual
    conditions.hasFreshSeed = false
    return conditions
  }()
}

/// A process of the other build and one of this build, for one session at a time. A process that has ended
/// is started again.
package final class BuildPair {
  private let old: WorkerSlot
  private let new: WorkerSlot
  private let keepsDiffs: Bool

  package init(old: WorkerProgram, new: WorkerProgram, keepsDiffs: Bool) {
    self.keepsDiffs = keepsDiffs
    (self.old, self.new) = (old.slot(under: .comparing), new.slot(under: .comparing))
  }

  /// Compares a log. `onSteps` gets the number of finished steps.
  package func result(
    on task: ReplaySpec, _ log: LogReader, onSteps: @escaping (UInt64) throws -> Void
  ) throws -> ComparedBuilds {
    do {
      try ensureRunning()
      return try BuildComparison(old: old, new: new, keepsDiffs: keepsDiffs, onSteps: onSteps)
        .result(on: task, log, renew: ensureRunning)
    } catch let error where error.leavesAnswers {
      old.terminate()
      new.terminate()
      throw error
    }
  }

  private func ensureRunning() throws {
    try old.ensureRunning()
    try new.ensureRunning()
  }
}
