import PlayheadFlux

/// Changes where the items are stored.
package struct UseStorage: Action {
  package static let actionName = "UseStorage"

  /// The path of a JSON file; `nil` for memory.
  package var path: String?

  package init(path: String?) { self.path = path }
}

/// The storage was read.
package struct ItemsLoaded: Action {
  package static let actionName = "ItemsLoaded"

  /// All stored items.
  package var items: [LoginItem]

  package init(items: [LoginItem]) { self.items = items }
}

/// The storage could not be read or written.
package struct StorageFailed: Action {
  package static let actionName = "StorageFailed"

  /// The reason and what to do, in one sentence for the user.
  package var reason: String

  package init(reason: String) { self.reason = reason }
}
