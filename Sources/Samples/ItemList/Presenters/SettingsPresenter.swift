import PlayheadFlux

/// What the settings show.
package struct SettingsViewModel: Sendable, Equatable {
  /// The path of the file that keeps the items; `nil` is the memory.
  package let path: String?
  /// How many items are there; `nil` if the storage could not be read.
  package let count: Int?
  /// Why the storage was not read or written.
  package let problem: String?

  /// What `logins` come to.
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

/// Tells a view about the settings, and takes what a person changes.
package final class SettingsPresenter: Sendable {
  private let core: ItemListCore

  /// A presenter for the settings.
  package init(_ core: ItemListCore) { self.core = core }

  /// Keeps `view` up to date, which it holds weakly, for as long as both live.
  package func attach(to view: any SettingsView) {
    core.items.observe(with: self) { [weak view] _, items in view?.show(SettingsViewModel(items)) }
  }

  /// A place for the items was chosen: a file, or, with `nil`, the memory.
  package func onStorage(path: String?) { core.dispatcher.dispatch(UseStorage(path: path)) }
}
