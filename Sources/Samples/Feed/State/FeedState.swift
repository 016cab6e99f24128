/// The whole state of the app: the one source of truth.
package struct FeedState: Codable, Sendable, Hashable {
  /// Whether somebody is signed in; nobody is at first.
  package var isSignedIn = false

  /// The posts, as far as they are loaded.
  package var timeline = Timeline()

  /// What can be bought, is being bought and was bought.
  package var shop = Shop()

  /// The requests that failed and were not tried again, the oldest first.
  package var failures: [FailedRequest] = []

  /// What the person was told last.
  package var notice: Notice?

  /// The state before anybody signed in.
  package init() {}
}
