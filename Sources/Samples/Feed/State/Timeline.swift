/// The loaded posts, and the page that is loading.
package struct Timeline: Codable, Sendable, Hashable {
  /// The loaded posts, in the order of the feed.
  package var posts: [Post] = []

  /// The post after which the next page begins; `nil` if there is no next page, or no page yet.
  package var next: Post.ID?

  /// The page that is loading.
  package var loading: Loading?

  /// A page that is loading.
  package enum Loading: String, Codable, Sendable {
    /// The first page, which replaces all loaded posts.
    case first
    /// The page after the loaded posts.
    case next
  }

  /// The loaded post with this number.
  package subscript(id id: Post.ID) -> Post? { posts.first { $0.id == id } }
}
