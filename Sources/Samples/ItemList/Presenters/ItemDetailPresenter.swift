package import Foundation
import PlayheadFlux

/// What one login's page shows.
package struct ItemDetailViewModel: Sendable, Equatable {
  /// Where one logs in.
  package let hostname: String
  /// As whom.
  package let username: String
  /// With what, or `nil` while it is covered.
  package let password: String?
  /// What else is to be remembered.
  package let notes: String
  /// When it was used last.
  package let lastUsed: Date
  /// Whether its password was copied since the page was opened.
  package let isCopied: Bool
  /// Why the storage was not read or written.
  package let problem: String?

  /// What one of `logins` comes to, shown as `display` says; `nil` if it is not there.
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
  /// Shows the login; `nil` if it is not there any more.
  func show(_ model: ItemDetailViewModel?)
}

/// Tells a view about one login, and takes what a person does with it.
package final class ItemDetailPresenter: Sendable {
  /// The fields that a person can change.
  package enum Field: String, CaseIterable, Sendable {
    /// Where one logs in.
    case hostname
    /// As whom.
    case username
    /// With what.
    case password
    /// What else is to be remembered.
    case notes
  }

  private let core: ItemListCore
  private let id: UUID

  /// A presenter for the item with this identity.
  package init(_ core: ItemListCore, of id: UUID) {
    self.core = core
    self.id = id
  }

  /// Keeps `view` up to date, which it holds weakly, for as long as both live.
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

  /// A field was filled in again.
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
