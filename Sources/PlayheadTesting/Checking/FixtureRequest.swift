package import PlayheadInspector
import PlayheadReplay

/// What a fixture comes to: its log is replayed, and compared with what is expected of it.
package struct FixtureRequest: Request {
  /// The fixture; its log is the one that is asked about.
  package var fixture: Fixture
  /// What is expected; without any, the last state of every store is asked for.
  package var expectations: Expectations?
  /// Whether the expectations are in no file yet: what is wrong with one of them is told without it.
  package var isDraft: Bool

  /// What `fixture` comes to with these expectations.
  package init(_ fixture: Fixture, _ expectations: Expectations?, isDraft: Bool = false) {
    (self.fixture, self.expectations, self.isDraft) = (fixture, expectations, isDraft)
  }

  /// Costs a replay; another one if there are conditions that must hold at every step.
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
