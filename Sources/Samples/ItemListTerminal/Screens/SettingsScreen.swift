package import ItemList
import SampleSupport

/// The settings.
package final class SettingsScreen: SettingsView, Screen {
  /// The name of the place, for messages.
  package static let place = "the settings"
  /// How a user gets there.
  package static let wayThere = "'settings' leads there from the list"

  /// Takes the user's input. Lives as long as the screen.
  package let presenter: SettingsPresenter
  private let model = Locked<SettingsViewModel?>(nil)

  init(_ presenter: SettingsPresenter) {
    self.presenter = presenter
    presenter.attach(to: self)
  }

  /// Shows the settings.
  package func show(_ model: SettingsViewModel) { self.model.withLock { $0 = model } }

  /// The text of the view.
  package var text: String {
    guard let model = model.value else { return "" }
    let place = model.path.map { "'\($0.printable)'" } ?? "the memory"
    let count = model.count.map { $0 == 1 ? "1 login" : "\($0) logins" } ?? "not read"
    return (["Settings", "  storage    \(place), \(count)"] + problemLines(model.problem))
      .joined(separator: "\n")
  }
}
