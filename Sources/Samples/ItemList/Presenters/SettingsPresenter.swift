import PlayheadFlux

/// The content of the settings page.
package struct SettingsViewModel: Sendable, Equatable {
  /// The path of the storage file; `nil` for memory.
  package let path: String?
  /// The number of items; `nil` if the storage could not be read.
  package let count: Int?
  /// Why the storage could not be read or written.
  package let problem: String?

  /// The settings page for `logins`.
  package init(_ logins: Logins) {
    path = logins.path
    count = logins.isLoaded ? logins.items.count : nil
    problem = logins.problem
  }
}

/// A view that shows the settings.
package protocol SettingsView: AnyObject, Sendable {
  /// Shows the settings.
  func show(_ model: SettingsViewModel)
}

/// Updates a view of the settings, and dispatches the user's changes.
package final class SettingsPresenter: Sendable {
  private let core: ItemListCore

  /// A presenter for the settings.
  package init(_ core: ItemListCore) { self.core = core }

  /// Keeps `view` up to date while the view and the presenter live. References the view weakly.
  package func attach(to view: any SettingsView) {
    core.items.observe(with: self) { [weak view] _, items in view?.show(SettingsViewModel(items)) }
  }

  /// The user chose a storage: a file, or memory if `nil`.
  package func onStorage(path: String?) { core.dispatcher.dispatch(UseStorage(path: path)) }
}
