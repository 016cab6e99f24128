package import PlayheadFlux

/// How the items are listed.
package struct ItemListDisplay: Codable, Sendable, Equatable {
  /// The filter text; empty to list all items.
  package var filteringText: String
  /// The order of the list.
  package var order: ItemOrder

  package init(filteringText: String = "", order: ItemOrder = .alphabetically) {
    self.filteringText = filteringText
    self.order = order
  }
}

/// How the items are listed.
package typealias ItemListDisplayStore = Store<ItemListDisplay>

extension ItemListDisplayStore {
  /// A store that starts without a filter. Locking clears the filter text, because it is private.
  package static func itemListDisplay() -> ItemListDisplayStore {
    ItemListDisplayStore("itemListDisplay", ItemListDisplay())
      .on(ItemListFilterAction.self) { display, action, context in
        display.show(action.filteringText, context)
      }
      .on(ItemListSortAction.self) { display, action, context in
        if display.order == action.order { return context.leaveUnchanged() }
        display.order = action.order
      }
      .on(Lock.self) { display, _, context in display.show("", context) }
  }
}

extension ItemListDisplay {
  fileprivate mutating func show(_ text: String, _ context: Context) {
    // Compares bytes, because strings are equal if they only look the same.
    if filteringText.utf8.elementsEqual(text.utf8) { return context.leaveUnchanged() }
    filteringText = text
  }
}
