import SampleSupport
package import ItemList

/// The way in.
package final class LoginScreen: LoginView, Screen {
  /// What a person calls it.
  package static let place = "the way in"
  /// How a person gets to it.
  package static let wayThere = "'lock' leads there"

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
    if model.isBlocked { return "No code is checked for \(Int(LockState.pause)) seconds." }
    return "'unlock CODE' lets you in."
  }
}
