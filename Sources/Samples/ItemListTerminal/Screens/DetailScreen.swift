import Foundation
package import ItemList
import PlayheadFlux
import PlayheadTerminal
import SampleSupport

/// One login's page.
package final class DetailScreen: ItemDetailView, Screen {
  /// What a person calls it.
  package static let place = "a login's page"
  /// How a person gets to it.
  package static let wayThere = "'open N' leads there from the list"

  /// Who is told what the person does; kept for as long as the screen.
  package let presenter: ItemDetailPresenter
  private let model = Locked<ItemDetailViewModel?>(nil)

  init(_ presenter: ItemDetailPresenter) {
    self.presenter = presenter
    presenter.attach(to: self)
  }

  /// Shows the login; `nil` if it is not there any more.
  package func show(_ model: ItemDetailViewModel?) { self.model.withLock { $0 = model } }

  /// What it shows.
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
    // Always eight dots: their number would tell the password's length.
    (model.password?.printable ?? "••••••••") + (model.isCopied ? "  (copied)" : "")
  }

  // The same on all devices: UTC, and no locale.
  private static let date = Date.ISO8601FormatStyle()

  /// Fills a field again.
  func fill(_ field: ItemDetailPresenter.Field, with text: String) throws {
    if text.isEmpty, field != .notes {
      throw CommandError("a \(field.rawValue) cannot be empty; say 'edit \(field.rawValue) TEXT'")
    }
    presenter.onEdit(field, text)
  }
}
