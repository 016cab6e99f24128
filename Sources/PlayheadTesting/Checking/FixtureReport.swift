package import PlayheadLog
package import PlayheadReplay
package import PlayheadValues

/// What came out of checking a fixture.
package struct FixtureReport: Codable, Sendable {
  /// Which.
  package let fixture: Fixture
  /// How many actions it has.
  package let actionCount: Int
  /// Its last step.
  package let lastStep: Step
  /// What it expects.
  package let expectations: Expectations
  /// What is where a value is expected, in the order of those values.
  package let actual: [Value]
  /// What is not as it is expected: conditions, then values, each by step.
  package let findings: [Finding]
  /// The first step at which the stores asked for other dates, UUIDs or random numbers than were recorded.
  package let drawFault: DrawnOtherwise?

  /// Whether all is as it is expected.
  package var holds: Bool { findings.isEmpty }

  /// The same with these findings alone.
  package func withFindings(_ findings: [Finding]) -> FixtureReport {
    FixtureReport(
      fixture: fixture, actionCount: actionCount, lastStep: lastStep, expectations: expectations,
      actual: actual, findings: findings, drawFault: drawFault)
  }

  /// What a check comes to once the values that were yet to be recorded are, in `expectations`.
  package func filled(_ expectations: Expectations) -> FixtureReport {
    let rest = findings.filter { if case .unknown = $0.fact { false } else { true } }
    return FixtureReport(
      fixture: fixture, actionCount: actionCount, lastStep: lastStep, expectations: expectations,
      actual: actual, findings: rest, drawFault: drawFault)
  }
}

/// That the stores drew something else than the log has.
package struct DrawnOtherwise: Codable, Sendable {
  /// Where first.
  package let step: Step
  /// What.
  package let fault: DrawFault
}

/// Something that a fixture expects, and that is not so.
package struct Finding: Codable, Sendable {
  /// What it is.
  package enum Fact: Codable, Sendable {
    /// Another value is at a place; null where nothing is.
    case value(StatePath, expected: Value, actual: Value)
    /// It is not written down yet what is expected at a place.
    case unknown(StatePath, actual: Value)
    /// A condition does not hold; the values are those that it asks for.
    case violated(Condition, [Place])
    /// A condition is neither true nor false at any step: nothing is where it looks.
    case unanswered(Condition)
  }

  /// What is at a path.
  package struct Place: Codable, Sendable {
    package let path: StatePath
    package let value: Value
  }

  /// At which step.
  package let step: Step
  /// The action that led to it, on a line; nil if none did.
  package let action: String?
  /// What is not so.
  package let fact: Fact

  /// Whether it can be written down as what is expected from now on: a condition is a person's word.
  package var isAcceptable: Bool {
    switch fact {
    case .value, .unknown: true
    case .violated, .unanswered: false
    }
  }
}
