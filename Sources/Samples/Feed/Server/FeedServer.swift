/// The app's requests to a server.
///
/// The result of a cancelled request is ignored, whatever it is.
package protocol FeedServer: Sendable {
  /// The page after a post, or the first page.
  func page(after post: Post.ID?) async throws(ServerFailure) -> Page

  /// Likes a post, or takes the like back. Repeating the request changes nothing.
  ///
  /// - Returns: The post's new likes.
  func setLike(_ liked: Bool, of post: Post.ID) async throws(ServerFailure) -> Likes

  /// Sells some pieces of an item, once for each order.
  ///
  /// - Returns: The number of pieces left.
  func sell(_ order: Order) async throws(ServerFailure) -> Int
}

/// A page of posts, with the shop's stock.
package struct Page: Codable, Sendable, Hashable {
  /// The posts, in the order of the feed.
  package var posts: [Post]

  /// The post after which the next page begins; `nil` on the last page.
  package var next: Post.ID?

  /// The items on sale.
  package var stock: [Item]

  package init(posts: [Post], next: Post.ID?, stock: [Item]) {
    self.posts = posts
    self.next = next
    self.stock = stock
  }
}

/// Why a request failed.
package enum ServerFailure: Error, Codable, Sendable, Hashable {
  /// No answer came.
  case unreachable
  /// The post no longer exists.
  case gone
  /// Others were faster. `left` pieces remain.
  case soldOut(left: Int)
}
