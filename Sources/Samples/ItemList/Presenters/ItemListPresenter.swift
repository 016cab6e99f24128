package import Foundation
import PlayheadFlux

/// A view that lists the items.
package protocol ItemListView: AnyObject, Sendable {
  /// Shows exactly these lines.
  func show(_ model: ItemListViewModel)

  /// Shows or hides the button beside the filter field.
  func setCancelButton(isHidden: Bool)
}

/// Turns the items into the lines of a view, and the user's input there into actions.
package final class ItemListPresenter: Sendable {
  private let core: ItemListCore

  /// A presenter for the list.
  package init(_ core: ItemListCore) { self.core = core }

  /// Keeps `view` up to date while the view and the presenter live. References the view weakly.
  package func attach(to view: any ItemListView) {
    core.dispatcher.observe(core.items, core.display, with: self) {
      [weak view] _, items, display in
      view?.show(ItemListViewModel(items, display))
    }
    core.display.observe(\.filteringText.isEmpty, with: self) { [weak view] _, isEmpty in
      view?.setCancelButton(isHidden: isEmpty)
    }
  }

  /// The filter text changed.
  package func onFilterText(_ text: String) {
    core.dispatcher.dispatch(ItemListFilterAction(filteringText: text))
  }

  /// The clear button in the filter field was tapped.
  package func onClearButton() { onFilterText("") }

  /// The cancel button beside the filter field was tapped.
  package func onCancelButton() { onFilterText("") }

  /// An order was chosen.
  package func onSortOrder(_ order: ItemOrder) {
    core.dispatcher.dispatch(ItemListSortAction(order: order))
  }

  /// A line was tapped.
  package func onItem(_ id: UUID) { core.dispatcher.dispatch(OpenItem(id: id)) }

  /// The settings button was tapped.
  package func onSettingsButton() { core.dispatcher.dispatch(OpenSettings()) }

  /// A new login was entered.
  package func onNewItem(hostname: String, username: String, password: String, notes: String) {
    core.dispatcher.dispatch(
      AddItem(hostname: hostname, username: username, password: password, notes: notes))
  }
}
