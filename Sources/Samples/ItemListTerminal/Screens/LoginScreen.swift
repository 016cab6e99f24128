import Foundation
package import ItemList
import SampleSupport

/// The way in.
package final class LoginScreen: LoginView, Screen {
  /// What a person calls it.
  package static let place = "the way in"
  /// How a person gets to it.
  package static let wayThere = "'lock' leads there"

  /// Who is told what the person does; kept for as long as the screen.
  package let presenter: LoginPresenter
  private let model = Locked<LoginViewModel?>(nil)

  init(_ presenter: LoginPresenter) {
    self.presenter = presenter
    presenter.attach(to: self)
  }

  /// Shows how far the way in has led.
  package func show(_ model: LoginViewModel) { self.model.withLock { $0 = model } }

  /// What it shows.
  package var text: String {
    guard let model = model.value else { return "" }
    let title = model.isWelcome ? "Welcome." : "Locked."
    return ([title] + failures(model) + [advice(model)]).joined(separator: "\n")
  }

  private func failures(_ model: LoginViewModel) -> [String] {
    switch model.failures {
    case 0: []
    case 1: ["The code was wrong."]
    default: ["\(model.failures) codes were wrong."]
    }
  }

  private func advice(_ model: LoginViewModel) -> String {
    if model.isChecking { return "The code is being checked; 'wait' waits for the answer." }
    guard let date = model.blockedUntil else { return "'unlock CODE' lets you in." }
    return "No code is checked until \(time(of: date)); then 'unlock CODE' lets you in."
  }

  /// The time of day, as no clock brings the view up to date when it is over. The same on all devices,
  /// UTC, and rounded up: a moment earlier is too early.
  private func time(of date: Date) -> String {
    let second = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.up))
    return second.formatted(Date.ISO8601FormatStyle().time(includingFractionalSeconds: false))
      + " UTC"
  }
}
