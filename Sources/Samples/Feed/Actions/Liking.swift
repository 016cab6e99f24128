import PlayheadFlux

/// The person likes a post, or takes the like back.
package struct SetLike: Action {
  /// What logs call it.
  package static let actionName = "SetLike"

  /// The post's number.
  package var post: Post.ID

  /// What the person wants; not a toggle, so that the action means the same whenever it arrives.
  package var liked: Bool

  /// A wish.
  package init(post: Post.ID, liked: Bool) {
    self.post = post
    self.liked = liked
  }
}

/// The server did what the latest ``SetLike`` of a post asked for.
package struct LikeConfirmed: Action {
  /// What logs call it.
  package static let actionName = "LikeConfirmed"

  /// The post's number.
  package var post: Post.ID

  /// Its likes now.
  package var likes: Likes
}

/// A try failed; the next one follows after a pause.
package struct RetryScheduled: Action {
  /// What logs call it.
  package static let actionName = "RetryScheduled"

  /// The post's number.
  package var post: Post.ID

  /// Which try the next one is; the first one was 1.
  package var attempt: Int

  /// How long the pause is.
  package var milliseconds: Int
}

/// The last try failed: the post is again what the server confirmed.
package struct LikeFailed: Action {
  /// What logs call it.
  package static let actionName = "LikeFailed"

  /// The post's number.
  package var post: Post.ID

  /// What the person wanted.
  package var liked: Bool

  /// What went wrong.
  package var failure: ServerFailure
}
