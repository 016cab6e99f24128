/// What the app asks of the world.
///
/// A request whose task is cancelled may end as it likes: nobody hears of it.
package protocol FeedServer: Sendable {
  /// The page after a post, or the first one.
  func page(after post: Post.ID?) async throws(ServerFailure) -> Page

  /// Likes a post, or takes the like back; asking twice is the same as once.
  ///
  /// - Returns: The post's likes now.
  func setLike(_ liked: Bool, of post: Post.ID) async throws(ServerFailure) -> Likes

  /// Sells some pieces of an item, once for each order.
  ///
  /// - Returns: How many pieces are left.
  func sell(_ order: Order) async throws(ServerFailure) -> Int
}

/// A page of posts, with what the shop has.
package struct Page: Codable, Sendable, Hashable {
  /// The posts, in the order of the feed.
  package var posts: [Post]

  /// The post after which the next page begins; `nil` on the last page.
  package var next: Post.ID?

  /// What can be bought.
  package var stock: [Item]

  /// A page.
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
  /// There is no such post any more.
  case gone
  /// Others were faster: so many pieces are left.
  case soldOut(left: Int)
}
