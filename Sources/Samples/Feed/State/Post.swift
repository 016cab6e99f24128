/// A post, with the likes that the server confirmed and the one that is under way.
///
/// What a person sees, ``likes``, is computed from both. So a like shows at
/// once, and one that fails has nothing to take back: without its request the post is what it was.
package struct Post: Codable, Sendable, Hashable, Identifiable {
  /// Its number, by which people call it.
  package let id: Int

  /// Who wrote it.
  package let author: String

  /// What it says.
  package let text: String

  /// What the server said last.
  package var confirmed: Likes

  /// The wish that the server has not answered yet.
  package var request: LikeRequest?

  /// A post without a request: as the server knows it.
  package init(id: Int, author: String, text: String, confirmed: Likes) {
    self.id = id
    self.author = author
    self.text = text
    self.confirmed = confirmed
  }

  /// Its likes as the person sees them: with their wish, as if it were granted.
  package var likes: Likes { request.map { confirmed.with($0.liked) } ?? confirmed }
}

/// How many people like a post, and whether this one does.
package struct Likes: Codable, Sendable, Hashable {
  /// How many people like the post, this one included.
  package var count: Int

  /// Whether this person is one of them.
  package var hasLiked = false

  /// Likes by `count` people.
  package init(count: Int, hasLiked: Bool = false) {
    self.count = count
    self.hasLiked = hasLiked
  }

  /// The likes when this person likes the post, or does not.
  package func with(_ liked: Bool) -> Likes {
    let others = count - (hasLiked ? 1 : 0)
    return Likes(count: others + (liked ? 1 : 0), hasLiked: liked)
  }
}

/// A wish that is on its way to the server.
package struct LikeRequest: Codable, Sendable, Hashable {
  /// Whether the person wants to like the post or to take the like back.
  package var liked: Bool

  /// Which try it is, from 1.
  package var attempt = 1
}
