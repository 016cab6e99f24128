import Foundation
package import ItemList
import SampleSupport

/// The login page.
package final class LoginScreen: LoginView, Screen {
  /// The name of the place, for messages.
  package static let place = "the way in"
  /// How a user gets there.
  package static let wayThere = "'lock' leads there"

  /// Takes the user's input. Lives as long as the screen.
  package let presenter: LoginPresenter
  private let model = Locked<LoginViewModel?>(nil)

  init(_ presenter: LoginPresenter) {
    self.presenter = presenter
    presenter.attach(to: self)
  }

  /// Shows the state of the login.
  package func show(_ model: LoginViewModel) { self.model.withLock { $0 = model } }

  /// The text of the view.
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

  /// The time of day, because no timer updates the view when the pause is over. In UTC, the same on all
  /// devices. Rounded up, because a moment earlier would be too early.
  private func time(of date: Date) -> String {
    let second = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.up))
    return second.formatted(Date.ISO8601FormatStyle().time(includingFractionalSeconds: false))
      + " UTC"
  }
}
