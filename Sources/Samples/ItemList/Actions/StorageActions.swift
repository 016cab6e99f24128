import PlayheadFlux

/// The items are kept elsewhere from now on.
package struct UseStorage: Action {
  /// What logs call it.
  package static let actionName = "UseStorage"

  /// The path of a JSON file; `nil` is the memory.
  package var path: String?

  /// A choice.
  package init(path: String?) { self.path = path }
}

/// The storage has been read.
package struct ItemsLoaded: Action {
  /// What logs call it.
  package static let actionName = "ItemsLoaded"

  /// All that it has.
  package var items: [LoginItem]

  /// What was found.
  package init(items: [LoginItem]) { self.items = items }
}

/// The storage could not be read or written.
package struct StorageFailed: Action {
  /// What logs call it.
  package static let actionName = "StorageFailed"

  /// Why, and the way out: one sentence for a person.
  package var reason: String

  /// A failure.
  package init(reason: String) { self.reason = reason }
}
