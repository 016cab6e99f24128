import PlayheadFlux

/// Loads the page after the loaded posts.
package struct LoadMore: Action {
  package static let actionName = "LoadMore"

  package init() {}
}

/// Loads the first page again.
package struct Refresh: Action {
  package static let actionName = "Refresh"

  package init() {}
}

/// A page arrived.
package struct PageLoaded: Action {
  package static let actionName = "PageLoaded"

  /// Whether it is the first page or the next.
  package var which: Timeline.Loading

  /// The page's content.
  package var page: Page
}

/// A page could not be loaded. Loaded posts stay.
package struct LoadFailed: Action {
  package static let actionName = "LoadFailed"

  /// Whether it is the first page or the next.
  package var which: Timeline.Loading

  /// The reason.
  package var failure: ServerFailure
}
