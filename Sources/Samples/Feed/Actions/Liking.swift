import PlayheadFlux

/// Likes a post, or takes the like back.
package struct SetLike: Action {
  package static let actionName = "SetLike"

  /// The post's number.
  package var post: Post.ID

  /// Whether the post is liked. Not a toggle, so that the action means the same whenever it arrives.
  package var liked: Bool

  package init(post: Post.ID, liked: Bool) {
    self.post = post
    self.liked = liked
  }
}

/// The server confirmed the latest ``SetLike`` of a post.
package struct LikeConfirmed: Action {
  package static let actionName = "LikeConfirmed"

  /// The post's number.
  package var post: Post.ID

  /// The post's new likes.
  package var likes: Likes
}

/// A try failed. The next one follows after a pause.
package struct RetryScheduled: Action {
  package static let actionName = "RetryScheduled"

  /// The post's number.
  package var post: Post.ID

  /// The number of the next try. The first try was 1.
  package var attempt: Int

  /// The length of the pause.
  package var milliseconds: Int
}

/// The last try failed. The post goes back to what the server confirmed.
package struct LikeFailed: Action {
  package static let actionName = "LikeFailed"

  /// The post's number.
  package var post: Post.ID

  /// Whether the user wanted to like the post.
  package var liked: Bool

  /// The reason.
  package var failure: ServerFailure
}
