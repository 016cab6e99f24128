/// The whole state of the app: the only source of truth.
package struct FeedState: Codable, Sendable, Hashable {
  /// Whether the user is signed in.
  package var isSignedIn = false

  /// The loaded posts.
  package var timeline = Timeline()

  /// The stock and the purchases.
  package var shop = Shop()

  /// The failed requests that were not repeated, the oldest first.
  package var failures: [FailedRequest] = []

  /// The last notice for the user.
  package var notice: Notice?

  /// The state before a user signs in.
  package init() {}
}
