package import ItemList
import PlayheadFlux
import PlayheadTerminal
import SampleSupport

/// The list of logins, with the filter field above.
package final class ListScreen: ItemListView, Screen {
  /// The name of the place, for messages.
  package static let place = "the list of logins"
  /// How a user gets there.
  package static let wayThere = "'back' leads there"

  /// Takes the user's input. Lives as long as the screen.
  package let presenter: ItemListPresenter
  private let model = Locked<ItemListViewModel?>(nil)
  private let isCancelButtonHidden = Locked(true)

  init(_ presenter: ItemListPresenter) {
    self.presenter = presenter
    presenter.attach(to: self)
  }

  // MARK: What it shows

  /// Shows exactly these lines.
  package func show(_ model: ItemListViewModel) { self.model.withLock { $0 = model } }

  /// Shows or hides the button beside the filter field.
  package func setCancelButton(isHidden: Bool) { isCancelButtonHidden.withLock { $0 = isHidden } }

  /// The text of the view.
  package var text: String {
    guard let model = model.value else { return "" }
    let head = [title(model), field(model)]
    let foot = [summary(model)] + problemLines(model.problem)
    let room = Page.lines - head.count - foot.count
    let cells = lines(model).folded(to: room, keeping: model.latest, mark: Self.mark)
    return (head + cells + foot).joined(separator: "\n")
  }

  private static func mark(_ count: Int) -> String {
    "      … \(count) more; 'filter TEXT' lists fewer"
  }

  private func title(_ model: ItemListViewModel) -> String {
    switch model.order {
    case .alphabetically: "Logins, alphabetically"
    case .recent: "Logins, by recent use"
    }
  }

  private func field(_ model: ItemListViewModel) -> String {
    "[\(model.filteringText.printable)]" + (isCancelButtonHidden.value ? "" : " (cancel)")
  }

  private func lines(_ model: ItemListViewModel) -> [String] {
    let width = model.cells.map(\.title.printable.count).max() ?? 0
    return model.cells.enumerated().map { index, cell in
      // Four digits keep a list of 9,999 logins aligned.
      let label = String(index + 1)
      let margin = String(repeating: " ", count: max(4 - label.count, 0)) + label + "  "
      return margin + cell.title.printable.padding(to: width) + "  " + cell.subtitle.printable
    }
  }

  private func summary(_ model: ItemListViewModel) -> String {
    let noun = model.total == 1 ? "login" : "logins"
    if model.filteringText.isEmpty { return "\(model.total) \(noun)" }
    return "\(model.cells.count) of \(model.total) \(noun)"
  }

  // MARK: What a person does

  /// Taps the button beside the filter field, if there is one.
  func tapCancelButton() throws {
    if isCancelButtonHidden.value {
      throw CommandError(
        "there is no cancel button while the filter is empty; 'filter TEXT' fills it")
    }
    presenter.onCancelButton()
  }

  /// Taps a line by its number, from 1.
  func tapLine(_ number: Int) throws {
    let cells = model.value?.cells ?? []
    guard (1...).contains(number), number <= cells.count else {
      throw CommandError("there is no login \(number); the list has \(cells.count)")
    }
    presenter.onItem(cells[number - 1].id)
  }
}
