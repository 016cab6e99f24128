import Foundation
package import ItemList
import PlayheadFlux
import PlayheadTerminal
import SampleSupport

/// One login's page.
package final class DetailScreen: ItemDetailView, Screen {
  /// The name of the place, for messages.
  package static let place = "a login's page"
  /// How a user gets there.
  package static let wayThere = "'open N' leads there from the list"

  /// Takes the user's input. Lives as long as the screen.
  package let presenter: ItemDetailPresenter
  private let model = Locked<ItemDetailViewModel?>(nil)

  init(_ presenter: ItemDetailPresenter) {
    self.presenter = presenter
    presenter.attach(to: self)
  }

  /// Shows the login; `nil` if it no longer exists.
  package func show(_ model: ItemDetailViewModel?) { self.model.withLock { $0 = model } }

  /// The text of the view.
  package var text: String {
    guard let model = model.value else { return "This login is not there any more." }
    let page = [
      model.hostname.printable,
      "  username   " + model.username.printable,
      "  password   " + password(model),
      "  notes      " + model.notes.printable,
      "  last used  " + Self.date.format(model.lastUsed),
    ]
    return (page + problemLines(model.problem)).joined(separator: "\n")
  }

  private func password(_ model: ItemDetailViewModel) -> String {
    // Always eight dots, because their number would show the password's length.
    (model.password?.printable ?? "••••••••") + (model.isCopied ? "  (copied)" : "")
  }

  // UTC without a locale, the same on all devices.
  private static let date = Date.ISO8601FormatStyle()

  /// Edits a field.
  func fill(_ field: ItemDetailPresenter.Field, with text: String) throws {
    if text.isEmpty, field != .notes {
      throw CommandError("a \(field.rawValue) cannot be empty; say 'edit \(field.rawValue) TEXT'")
    }
    presenter.onEdit(field, text)
  }
}
