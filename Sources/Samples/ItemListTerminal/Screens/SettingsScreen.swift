package import ItemList
import SampleSupport

/// The settings.
package final class SettingsScreen: SettingsView, Screen {
  /// What a person calls it.
  package static let place = "the settings"
  /// How a person gets to it.
  package static let wayThere = "'settings' leads there from the list"

  /// Who is told what the person does; kept for as long as the screen.
  package let presenter: SettingsPresenter
  private let model = Locked<SettingsViewModel?>(nil)

  init(_ presenter: SettingsPresenter) {
    self.presenter = presenter
    presenter.attach(to: self)
  }

  /// Shows the settings.
  package func show(_ model: SettingsViewModel) { self.model.withLock { $0 = model } }

  /// What it shows.
  package var text: String {
    guard let model = model.value else { return "" }
    let place = model.path.map { "'\($0.printable)'" } ?? "the memory"
    let count = model.count.map { $0 == 1 ? "1 login" : "\($0) logins" } ?? "not read"
    return (["Settings", "  storage    \(place), \(count)"] + problemLines(model.problem))
      .joined(separator: "\n")
  }
}
