import PlayheadReading
package import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// Compares a replay with a fixture's expectations.
struct FixtureCheck {
  private let fixture: Fixture
  private let log: any ActionSource
  private let replay: Replay
  private let expectations: Expectations
  /// The crash to which the replay came.
  private var crash: KnownCrash?

  /// A check of `expectations`. Throws ``ExpectationsError`` if they name missing stores.
  init(_ fixture: Fixture, _ replay: Replay, _ expectations: Expectations) throws {
    (self.fixture, self.log) = (fixture, replay.log)
    (self.replay, self.expectations) = (replay, expectations)
    for expected in expectations.values { try requireStore(of: expected.path) }
  }

  /// Replays the log as far as there are expectations, or to a crash.
  ///
  /// Conditions take one pass, and values another, up to the last step with a value.
  mutating func run() throws -> FixtureReport {
    // A search ends in front of a known crash without a word.
    if !expectations.conditions.isEmpty { _ = try reach(log.lastStep) }
    let violations = try violations()
    let expected = expectations.values
    var actual: [Int: Value] = [:]
    var findings: [(step: Step, finding: Finding)] = []
    for expected in expected.sorted(by: { step(of: $0) < step(of: $1) }) {
      let step = step(of: expected)
      guard try reach(step) else { continue }
      let found = try replay.value(at: expected.path) ?? .null
      let value = found.jsonForm
      actual[expected.item] = value
      if let fact = Self.fact(of: expected, value), try !isOnlyNewer(found, than: expected) {
        findings.append((step, try finding(fact, at: step)))
      }
    }
    let crashes = try crash.map { try finding(.crashed($0), at: $0.step) }
    return FixtureReport(
      fixture: fixture, actionCount: log.actionCount, lastStep: log.lastStep,
      expectations: expectations, actual: expected.map { actual[$0.item] },
      findings: [crashes].compactMap(\.self) + violations + findings.map(\.finding),
      drawFault: replay.firstDrawFault.map { DrawDifference(step: $0.step, fault: $0.fault) },
      stateMismatch: replay.stateMismatch)
  }

  /// Goes to a step; false if a store crashes on the way.
  private mutating func reach(_ step: Step) throws -> Bool {
    do {
      try replay.go(to: step)
      return true
    } catch ReplayError.traps(let crash, _) {
      self.crash = crash
      return false
    }
  }

  private func step(of expected: Expectations.Expected) -> Step { expected.step ?? log.lastStep }

  private static func fact(of expected: Expectations.Expected, _ actual: Value) -> Finding.Fact? {
    guard let value = expected.value else { return .unknown(expected.path, actual: actual) }
    return value == actual ? nil : .value(expected.path, expected: value, actual: actual)
  }

  /// Whether the value is the expected one but for fields that this build's types add to older states.
  private func isOnlyNewer(_ found: Value, than expected: Expectations.Expected) throws -> Bool {
    guard let old = expected.value, let store = expected.path.components.first?.name else {
      return false
    }
    let supplied = try replay.suppliedFields()[store] ?? [:]
    return found.asOld(as: old, without: supplied, at: expected.path.place).jsonForm == old
  }

  private func finding(_ fact: Finding.Fact, at step: Step) throws -> Finding {
    // A state may also be at the end of a gap.
    let isAction = step > log.initialStep && log.steps.contains { $0.contains(step) }
    return Finding(step: step, action: isAction ? try log.entry(at: step).call() : nil, fact: fact)
  }

  // MARK: Conditions

  /// The conditions that do not hold, by step.
  private func violations() throws -> [Finding] {
    try expectations.conditions.compactMap { try violation(of: $0) }.sorted { $0.step < $1.step }
  }

  /// As with SQL's own constraints, a condition that is neither true nor false is not violated: there may be
  /// no value yet. But it must be true at some step, or it is misspelled.
  private func violation(of condition: Condition) throws -> Finding? {
    do {
      try condition.check(against: replay.stores)
      return try violation(ofChecked: condition)
    } catch var error as ConditionError {
      // The place in the text only fits the text that was evaluated.
      if error.text != condition.text { (error.text, error.offset) = (condition.text, nil) }
      throw ExpectationsError(fixture.shownExpectationsPath, .condition(error))
    }
  }

  private func violation(ofChecked condition: Condition) throws -> Finding? {
    guard let stop = try firstStep(at: condition, is: "false") else {
      let isAnswered = try firstStep(at: condition, is: "true") != nil
      if isAnswered || crash != nil { return nil }
      let unresolvedNames = log.unresolvedNames(in: condition, replay)
      return try finding(.unanswered(condition, unresolvedNames), at: log.lastStep)
    }
    try replay.go(to: stop)
    let values = try condition.paths.map { path in
      Finding.PathValue(path: path, value: try replay.value(at: path)?.jsonForm ?? .null)
    }
    return try finding(.violated(condition, values), at: stop)
  }

  private func firstStep(at condition: Condition, is truth: String) throws -> Step? {
    // The line break ends a comment.
    let search = try Search(
      log, for: Condition("(\(condition.text)\n) is \(truth)"), with: replay)
    search.onStep = replay.onStep
    return try search.stop(at: log.initialStep)?.step ?? search.nextStep(after: log.initialStep)
  }

  private func requireStore(of path: StatePath) throws(ExpectationsError) {
    if let name = path.components.first?.name, replay.stores.contains(name) { return }
    throw ExpectationsError(
      fixture.shownExpectationsPath, .unknownStore(path, known: replay.stores))
  }
}

/// Replays a fixture's log, and compares it with the expectations.
package struct FixtureRequest: Request {
  /// The fixture. Its log is the one the inspector has.
  package var fixture: Fixture
  /// The expectations; without any, the last state of every store counts as expected but unknown.
  package var expectations: Expectations?
  /// Whether the expectations are in no file yet, so that errors do not name one.
  package var isDraft: Bool

  /// Asks for a check of `fixture` with these expectations.
  package init(_ fixture: Fixture, _ expectations: Expectations?, isDraft: Bool = false) {
    (self.fixture, self.expectations, self.isDraft) = (fixture, expectations, isDraft)
  }

  /// Costs a replay, and another one if there are conditions for every step.
  package func answer(
    from inspector: Inspector, _ give: (Never) throws -> Void
  ) throws -> FixtureReport {
    try inspector.replaying { replay in
      do {
        return try fixture.report(by: replay, on: expectations)
      } catch let error as ExpectationsError {
        if isDraft, case .condition(let asked) = error.reason { throw asked }
        throw error
      }
    }
  }
}
