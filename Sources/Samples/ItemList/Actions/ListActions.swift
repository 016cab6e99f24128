import PlayheadFlux

/// The text of the filter field is another: by typing, by the clear button, by the cancel button.
package struct ItemListFilterAction: Action {
  /// What logs call it.
  package static let actionName = "ItemListFilterAction"

  /// All of the text.
  package var filteringText: String

  /// A text for the filter field.
  package init(filteringText: String) { self.filteringText = filteringText }
}

/// The items are to be listed in another order.
package struct ItemListSortAction: Action {
  /// What logs call it.
  package static let actionName = "ItemListSortAction"

  /// The order from now on.
  package var order: ItemOrder

  /// A choice.
  package init(order: ItemOrder) { self.order = order }
}
