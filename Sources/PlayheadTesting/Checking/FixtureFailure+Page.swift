public import PlayheadFlux
import PlayheadInspector
import PlayheadLog
public import PlayheadPage
import PlayheadReading
public import PlayheadReplay
import PlayheadValues

extension FixtureFailure {
  /// The fixture's session as a page that opens at the failure, as `Fixture.check`
  /// attaches it.
  ///
  /// Costs a replay. Throws `ReadingError` if the log cannot be read.
  public func page(of app: any ReplayableApp.Type) throws -> SessionPage {
    try page(of: .app(app))
  }

  /// The same for any app, for example one with its own store.
  public func page(of app: AppEntry) throws -> SessionPage {
    try page(of: Inspector(fixture.log(), of: app))
  }

  func page(of inspector: Inspector) throws -> SessionPage {
    var options = SessionPage.Options()
    switch reason {
    case .findings(let report), .recorded(let report): options.failure = report.pageFailure
    case .impossible, .nothingExpected:
      options.failure = SessionPage.Failure(at: inspector.recording.initialStep, description)
    }
    return try SessionPage(of: inspector, options)
  }
}

extension FixtureReport {
  /// The first finding, for a page; nil if the fixture holds.
  package var pageFailure: SessionPage.Failure? {
    guard let first = findings.first else { return nil }
    let title = "fixture '\(fixture.name)' fails"
    switch first.fact {
    case .value(let path, let expected, let actual):
      return .init(
        at: first.step, "\(title): '\(path)' is not as expected", path: path,
        ("expected", expected), ("actual", actual))
    case .unknown(let path, _):
      return .init(at: first.step, "\(title): '\(path)' is not recorded yet", path: path)
    case .unanswered(let condition, _):
      return .init(
        at: first.step, "\(title): 'always \(condition.text)' is neither true nor false at any step"
      )
    case .crashed(let crash): return .init(at: first.step, "\(title): \(crash.sentence())")
    case .violated(let condition, let values):
      return .init(
        at: first.step, "\(title): 'always \(condition.text)' does not hold",
        path: values.first?.path)
    }
  }
}
