import PlayheadFlux

/// The person wants the page after the loaded posts.
package struct LoadMore: Action {
  /// What logs call it.
  package static let actionName = "LoadMore"

  /// A wish for more.
  package init() {}
}

/// The person wants the first page again.
package struct Refresh: Action {
  /// What logs call it.
  package static let actionName = "Refresh"

  /// A wish for news.
  package init() {}
}

/// A page arrived.
package struct PageLoaded: Action {
  /// What logs call it.
  package static let actionName = "PageLoaded"

  /// Which of the two it is.
  package var which: Timeline.Loading

  /// What is on it.
  package var page: Page
}

/// A page could not be loaded; the posts that are loaded stay.
package struct LoadFailed: Action {
  /// What logs call it.
  package static let actionName = "LoadFailed"

  /// Which of the two it was to be.
  package var which: Timeline.Loading

  /// What went wrong.
  package var failure: ServerFailure
}
