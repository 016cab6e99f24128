import Foundation
package import PlayheadLog
import PlayheadReading
package import PlayheadReplay
import PlayheadValues
import Synchronization

package enum ShrinkGoal: Codable, Sendable {
  case holds(Condition)
  case crashes
  case diverges
}

extension ShrinkGoal {
  /// Whether the goal depends on the times of actions.
  var asksForTime: Bool {
    if case .holds(let condition) = self { condition.columns.contains(.time) } else { false }
  }

  package var isCrash: Bool {
    if case .crashes = self { true } else { false }
  }

  /// The beginning of the sentence if the session does not end in that way.
  package var missing: String {
    switch self {
    case .holds: "never true"
    case .crashes: "no store crashes"
    case .diverges: "replays never differ"
    }
  }
}

/// Asks for the shortest session that still ends as one of the log does.
///
/// Tries smaller sessions in other processes where the system can start them. The progress counts the actions that are
/// left out; the parts are ever smaller sessions. After an ``Interruption``, the answer is the smallest session so far.
package struct ShrinkRequest: Request {
  private let goal: ShrinkGoal
  private let last: Step?
  private let leastLimit: Duration

  /// Looks for the end in the steps up to `last`. A step of a smaller session may take at least `leastLimit`, and always
  /// much longer than the first session.
  package init(
    to goal: ShrinkGoal, upTo last: Step? = nil,
    leastLimit: Duration = SessionTrials.leastLimit
  ) {
    (self.goal, self.last, self.leastLimit) = (goal, last, leastLimit)
  }

  package struct Answer: Codable, Sendable {
    /// The smallest session; nil if the log does not come to such an end.
    package var smallest: Smallest?
    /// What the condition may have misspelled, if it never holds.
    package var unresolvedNames: [InspectorError] = []
    /// Whether the condition also holds before the first action.
    package var holdsBefore = false
  }

  package struct Smallest: Codable, Sendable {
    package var session: ShrunkSession
    /// Whether no single action can be left out.
    package var isSmallest: Bool
    /// How many actions there were, up to this step.
    package var firstCount: Int
    package var end: Step
    /// How many sessions were tried, and how many actions were played.
    package var trialCount: Int
    package var playedCount: UInt64
    package var failure: WorkerError?
    /// The crash at its end with its place, if that was looked for.
    package var crash: KnownCrash?
  }

  /// False: smaller sessions are played elsewhere.
  package var needsStores: Bool { false }

  package func answer(
    from inspector: Inspector, _ give: (ShrunkSession) throws -> Void
  ) throws -> Answer {
    var answer = Answer()
    let trials = try Trials(inspector, self)
    guard let shrinker = try trials.shrinker(goal, &answer) else { return answer }
    guard goal.isCrash else {
      answer.smallest = try shrink(shrinker, inspector, give)
      return answer
    }
    // To locate a crash takes a second, in which the search needs but one of the machine's cores.
    let whole = try trials.locateCrash(of: shrinker.best, in: shrinker.end)
    var smallest = try shrink(shrinker, inspector, give)
    if smallest.isSmallest {
      smallest.crash = try trials.locateCrash(of: smallest.session, in: smallest.end).crash
      if let place = smallest.crash?.location, let other = try whole.crash?.location,
        place != other,
        let exact = try trials.shrinker(ofCrashAtItsPlace: true)
      {
        smallest = try shrink(exact, inspector, give)
      }
    }
    answer.smallest = smallest
    return answer
  }

  private func shrink(
    _ shrinker: Shrinker, _ inspector: Inspector, _ give: (ShrunkSession) throws -> Void
  ) throws -> Smallest {
    let count = UInt64(shrinker.firstCount)
    var given = shrinker.best
    var (isSmallest, failure) = (false, nil as WorkerError?)
    do {
      try withoutActuallyEscaping(give) { give in
        shrinker.onTrial = { [unowned shrinker, unowned inspector] in
          let best = shrinker.best
          if best != given { try give(best) }
          given = best
          try inspector.reportProgress(.shrinking, count - UInt64(best.steps.count), of: count)
        }
        defer { shrinker.onTrial = {} }
        try shrinker.run()
      }
      isSmallest = true
    } catch let error as WorkerError {
      failure = error
    } catch is Interruption {}
    return Smallest(
      session: shrinker.best, isSmallest: isSmallest, firstCount: shrinker.firstCount,
      end: shrinker.end, trialCount: shrinker.trialCount, playedCount: shrinker.playedCount,
      failure: failure)
  }

  /// What smaller sessions are tried with.
  private struct Trials {
    let inspector: Inspector
    let request: ShrinkRequest
    let connection: any Connection
    let spec: ReplaySpec
    var log: LogReader { inspector.recording }
    /// The program in whose processes sessions are tried.
    var program: WorkerProgram? { log.opensByName ? connection.program : nil }

    init(_ inspector: Inspector, _ request: ShrinkRequest) throws {
      guard let connection = inspector.connection, let spec = inspector.spec else {
        throw InspectorError.storesMissing
      }
      (self.inspector, self.request, self.connection) = (inspector, request, connection)
      self.spec = ReplaySpec(spec.log, decoding: spec.decoding)
    }

    /// The shrinker for a goal; nil if the log does not come to such an end.
    func shrinker(_ goal: ShrinkGoal, _ answer: inout Answer) throws -> Shrinker? {
      if case .holds(let condition) = goal { return try shrinker(condition, &answer) }
      if case .diverges = goal { return try shrinker(ofDivergenceIn: startedProgram) }
      return try shrinker(ofCrashAtItsPlace: false)
    }

    private var startedProgram: WorkerProgram {
      get throws {
        guard let program else { throw ShrinkError.noProcess(log: log.name) }
        return program
      }
    }

    // MARK: Where a store crashes

    /// To look for the place of each crash takes seconds, so the first search goes without.
    func shrinker(ofCrashAtItsPlace isExact: Bool) throws -> Shrinker? {
      let program = try startedProgram
      return try Shrinker(
        crashOf: log, spec, upTo: request.last, at: program.slot(),
        locator: isExact ? program.locatingSlot() : nil,
        leastLimit: max(request.leastLimit, isExact ? CrashLocator.grace : .zero), payload: payload)
    }

    /// Begins to locate the crash of a session, which is a part of the run of `step`.
    func locateCrash(of session: ShrunkSession, in step: Step) throws -> LocatedCrash {
      let run = log.steps.run(holding: step) ?? step...step
      let trials = SessionTrials(
        [(try startedProgram.locatingSlot(), ShrinkTask(crashOf: spec, run: run))],
        leastLimit: max(request.leastLimit, CrashLocator.grace))
      return LocatedCrash { try trials.trap(of: session) }
    }

    func payload(of step: Step) throws -> Value? {
      try inspector.ask(CurrentPayloadRequest(of: step))
    }

    // MARK: Where a condition holds

    func shrinker(_ condition: Condition, _ answer: inout Answer) throws -> Shrinker? {
      guard let step = try firstStep(at: condition, &answer) else { return nil }
      guard let run = log.steps.run(holding: step) else {
        throw ShrinkError.holdsAfterGap(condition.text, step, log: log.name)
      }
      return try Shrinker(
        log, run.lowerBound...step, predicate(condition, in: run),
        guess: { steps in
          guard !condition.hasOtherPaths else { return nil }
          return try inspector.ask(LeadingActionsRequest(to: condition.paths, in: steps))
        }, payload: payload)
    }

    /// The first step after the initial state at which the condition holds.
    func firstStep(at condition: Condition, _ answer: inout Answer) throws -> Step? {
      let first = log.initialStep
      let end = min(request.last ?? log.lastStep, log.lastStep)
      if first < end {
        let found = try inspector.ask(BisectRequest(condition, in: first.next...end))
        if let step = found.found.first {
          answer.holdsBefore = try step == first.next && holds(condition, at: first)
          return step
        }
        answer.unresolvedNames = found.unresolvedNames
      }
      if try holds(condition, at: first) {
        throw ShrinkError.holdsAtStart(condition.text, log: log.name)
      }
      return nil
    }

    func holds(_ condition: Condition, at step: Step) throws -> Bool {
      try inspector.ask(BisectRequest(condition, in: step...step)).found.first != nil
    }

    func predicate(
      _ condition: Condition, in run: ClosedRange<Step>
    ) throws -> any ShrinkPredicate {
      if let slot = program?.slot(), (try? slot.ensureRunning()) != nil {
        let task = ShrinkTask(spec, run: run, .holds(condition.text))
        return WorkerPredicate(
          SessionTrials([(slot, task)], leastLimit: request.leastLimit), log, in: run)
      }
      guard let app = connection.app else { throw ShrinkError.noProcess(log: log.name) }
      let replay = try Replay(log, with: app.player(), decoding: spec.decoding)
      return try ConditionPredicate(replay, in: run, condition)
    }

    // MARK: Where replays differ

    func shrinker(ofDivergenceIn program: WorkerProgram) throws -> Shrinker? {
      let finding = try inspector.ask(CheckRequest()).finding
      guard let divergence = finding.divergence,
        request.last.map({ divergence.step <= $0 }) ?? true
      else { return nil }
      guard finding.lastAgreed != nil else {
        throw ShrinkError.differentFromTheStart(log: log.name)
      }
      guard let cause = finding.cause, let store = divergence.store, cause.isBetweenReplays else {
        throw ShrinkError.differentFromRecording("\(divergence)")
      }
      let run = log.steps.first { $0.contains(divergence.step) }
      let predicate = run.flatMap { run in
        DivergencePredicate(
          spec, run: run, divergence, in: store, cause, leastLimit: request.leastLimit
        ) { try program.start(under: $0) }
      }
      guard let run, let predicate,
        let shrinker = try Shrinker(
          log, run.lowerBound...divergence.step, predicate,
          guess: { steps in
            let paths = divergence.fieldPath.map { [$0] } ?? []
            return try inspector.ask(LeadingActionsRequest(to: paths, in: steps))
          }, payload: payload)
      else { throw ShrinkError.notAgainDifferent("\(divergence)") }
      return shrinker
    }
  }
}

/// A crash whose place in the code is looked for on another thread.
private final class LocatedCrash: Sendable {
  private let result = Mutex(Result<KnownCrash?, any Error>.success(nil))
  private let end = DispatchGroup()

  init(_ locate: @escaping () throws -> KnownCrash?) {
    nonisolated(unsafe) let locate = locate
    DispatchQueue.global().async(group: end) {
      let found = Result { try locate() }
      self.result.withLock { $0 = found }
    }
  }

  /// Waits for the end of the search. Nil if the session does not crash again.
  var crash: KnownCrash? {
    get throws {
      end.wait()
      return try result.withLock { try $0.get() }
    }
  }
}

/// Why a session cannot be made smaller.
package enum ShrinkError: Error, Codable, Sendable {
  /// Sessions that crash or differ need another process, and none can be started.
  case noProcess(log: String)
  /// The condition holds only in the initial state.
  case holdsAtStart(_ condition: String, log: String)
  /// The condition holds in a state after a gap, to which no action led.
  case holdsAfterGap(_ condition: String, Step, log: String)
  case differentFromTheStart(log: String)
  /// Replays agree with each other, but not with the recording.
  case differentFromRecording(_ divergence: String)
  /// A difference does not occur in a second try.
  case notAgainDifferent(_ divergence: String)
}

extension ShrinkError: ErrorWithKind {
  /// A condition that no action makes true is a problem.
  package var failureKind: FailureKind {
    switch self {
    case .holdsAtStart, .holdsAfterGap: .problem
    default: .unusable
    }
  }

  package var description: String {
    switch self {
    case .noProcess(let log):
      "smaller sessions of '\(log)' may crash, so they are tried in other processes, and none can be started here; "
        + "name the log as a file, and an executable of the app's with '--app'"
    case .holdsAtStart(let condition, let log):
      "'\(condition)' holds in the first state of '\(log)' and after no action, so there is nothing to leave out; "
        + "name a condition that an action makes true"
    case .holdsAfterGap(let condition, let step, let log):
      "'\(condition)' holds in the state of step \(step) of '\(log)', after a gap, and no action led there; name a "
        + "condition that an action makes true"
    case .differentFromTheStart(let log):
      "replays of '\(log)' differ before its first action, so there is nothing to leave out; 'check' shows why"
    case .differentFromRecording(let divergence):
      "\(divergence); replays agree with each other, and a smaller session has no recording to compare with; "
        + "'debug' shows the step, and 'cut' makes a log of the steps around it"
    case .notAgainDifferent(let divergence):
      "\(divergence); but a second try did not differ; try again, or see the step with 'debug'"
    }
  }
}
