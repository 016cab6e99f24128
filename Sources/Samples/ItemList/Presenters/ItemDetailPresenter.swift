package import Foundation
import PlayheadFlux

/// The content of one login's page.
package struct ItemDetailViewModel: Sendable, Equatable {
  /// The host that the login is for.
  package let hostname: String
  /// The name of the user.
  package let username: String
  /// The password, or `nil` while it is hidden.
  package let password: String?
  /// Other text to remember.
  package let notes: String
  /// When the login was last used.
  package let lastUsed: Date
  /// Whether the password was copied since the page was opened.
  package let isCopied: Bool
  /// Why the storage could not be read or written.
  package let problem: String?

  /// The page of one of `logins`, shown as in `display`; `nil` if the login does not exist.
  package init?(_ logins: Logins, _ id: UUID, _ display: ItemDetailDisplay) {
    guard let item = logins[id] else { return nil }
    hostname = item.hostname
    username = item.username
    password = display.isPasswordRevealed ? item.password : nil
    notes = item.notes
    lastUsed = item.lastUsed
    isCopied = display.copied == id
    problem = logins.problem
  }
}

/// A view that shows one login in full.
package protocol ItemDetailView: AnyObject, Sendable {
  /// Shows the login; `nil` if it no longer exists.
  func show(_ model: ItemDetailViewModel?)
}

/// Updates a view of one login, and dispatches the user's actions.
package final class ItemDetailPresenter: Sendable {
  /// The fields that a user can change.
  package enum Field: String, CaseIterable, Sendable {
    /// The host that the login is for.
    case hostname
    /// The name of the user.
    case username
    /// The password.
    case password
    /// Other text to remember.
    case notes
  }

  private let core: ItemListCore
  private let id: UUID

  /// A presenter for the item with this ID.
  package init(_ core: ItemListCore, of id: UUID) {
    self.core = core
    self.id = id
  }

  /// Keeps `view` up to date while the view and the presenter live. References the view weakly.
  package func attach(to view: any ItemDetailView) {
    core.dispatcher.observe(core.items, core.detail, with: self) {
      [weak view] presenter, items, display in
      view?.show(ItemDetailViewModel(items, presenter.id, display))
    }
  }

  /// The eye beside the password was tapped.
  package func onRevealButton() {
    core.dispatcher.dispatch(RevealPassword(isRevealed: !core.detail.state.isPasswordRevealed))
  }

  /// The copy button beside the password was tapped.
  package func onCopyButton() { core.dispatcher.dispatch(CopyPassword(id: id)) }

  /// A field was edited.
  package func onEdit(_ field: Field, _ text: String) {
    var edit = EditItem(id: id)
    switch field {
    case .hostname: edit.hostname = text
    case .username: edit.username = text
    case .password: edit.password = text
    case .notes: edit.notes = text
    }
    core.dispatcher.dispatch(edit)
  }

  /// The delete button was tapped.
  package func onDeleteButton() { core.dispatcher.dispatch(DeleteItem(id: id)) }
}
