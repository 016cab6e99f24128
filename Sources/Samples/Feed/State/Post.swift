/// A post, with the likes that the server confirmed and the like that is on its way.
///
/// The user sees ``likes``, which is computed from both. So a like shows at once, and a failed like takes
/// nothing back: without its request, the post is as before.
package struct Post: Codable, Sendable, Hashable, Identifiable {
  /// The post's number, as users see it.
  package let id: Int

  /// The writer's name.
  package let author: String

  /// The post's text.
  package let text: String

  /// The likes that the server confirmed last.
  package var confirmed: Likes

  /// The like that the server has not answered yet.
  package var request: LikeRequest?

  /// A post without a request, as on the server.
  package init(id: Int, author: String, text: String, confirmed: Likes) {
    self.id = id
    self.author = author
    self.text = text
    self.confirmed = confirmed
  }

  /// The likes as the user sees them: as if the request had succeeded.
  package var likes: Likes { request.map { confirmed.with($0.liked) } ?? confirmed }
}

/// How many users like a post, and whether this one does.
package struct Likes: Codable, Sendable, Hashable {
  /// The number of users who like the post, including this one.
  package var count: Int

  /// Whether this user likes the post.
  package var hasLiked = false

  /// Likes by `count` users.
  package init(count: Int, hasLiked: Bool = false) {
    self.count = count
    self.hasLiked = hasLiked
  }

  /// The likes if this user likes the post, or does not.
  package func with(_ liked: Bool) -> Likes {
    let others = count - (hasLiked ? 1 : 0)
    return Likes(count: others + (liked ? 1 : 0), hasLiked: liked)
  }
}

/// A like on its way to the server.
package struct LikeRequest: Codable, Sendable, Hashable {
  /// Whether the user likes the post, or takes the like back.
  package var liked: Bool

  /// The number of the try, from 1.
  package var attempt = 1
}
