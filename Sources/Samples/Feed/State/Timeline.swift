/// The posts that are loaded, and what is being loaded.
package struct Timeline: Codable, Sendable, Hashable {
  /// The loaded posts, in the order of the feed.
  package var posts: [Post] = []

  /// The post after which the next page begins; `nil` if there is none, or none is loaded yet.
  package var next: Post.ID?

  /// The page that is on its way.
  package var loading: Loading?

  /// A page that is on its way.
  package enum Loading: String, Codable, Sendable {
    /// The first one, which takes the place of all that is loaded.
    case first
    /// The one after the loaded posts.
    case next
  }

  /// The loaded post with this number.
  package subscript(id id: Post.ID) -> Post? { posts.first { $0.id == id } }
}
