package import PlayheadInspector
package import PlayheadLog
package import PlayheadReplay
package import PlayheadValues

/// The result of checking a fixture.
package struct FixtureReport: Codable, Sendable {
  package let fixture: Fixture
  /// How many actions the log has.
  package let actionCount: Int
  /// The log's last step.
  package let lastStep: Step
  /// The fixture's expectations.
  package var expectations: Expectations
  /// The actual values, in the order of the expected ones; nil for those after a crash.
  package let actual: [Value?]
  /// A crash, and the failed expectations: conditions, then values, each by step.
  package var findings: [Finding]
  /// The first step at which the stores asked for other dates, UUIDs or random numbers than recorded.
  package let drawFault: DrawDifference?
  /// The first state that is not the one with which the app went on when it was recorded.
  package let stateMismatch: StateMismatch?

  /// Whether all expectations hold.
  package var holds: Bool { findings.isEmpty }
}

/// Stores drew different values than the log has.
package struct DrawDifference: Codable, Sendable {
  /// The first step with other draws.
  package let step: Step
  /// The difference.
  package let fault: DrawFault
}

/// An expectation that does not hold.
package struct Finding: Codable, Sendable {
  /// How the expectation fails.
  package enum Fact: Codable, Sendable {
    /// Another value is at the place; null if there is none.
    case value(StatePath, expected: Value, actual: Value)
    /// The expected value is not recorded yet.
    case unknown(StatePath, actual: Value)
    /// A condition does not hold. The places are those that it reads.
    case violated(Condition, [PathValue])
    /// A condition is neither true nor false at any step. The last state that it looked at lacks these values.
    case unanswered(Condition, [InspectorError])
    /// A store crashes at the step, so that nothing after it is known.
    case crashed(KnownCrash)
  }

  /// The value at a path.
  package struct PathValue: Codable, Sendable {
    package let path: StatePath
    package let value: Value
  }

  /// The step of the finding.
  package let step: Step
  /// The action that led to the step, on one line; nil if no action did.
  package let action: String?
  /// The failure.
  package let fact: Fact

  /// Whether the actual value can become the expected one. A condition stays as a person wrote it.
  package var isAcceptable: Bool {
    switch fact {
    case .value, .unknown: true
    case .violated, .unanswered, .crashed: false
    }
  }
}
