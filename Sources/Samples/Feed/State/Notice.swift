/// What a person is told, as a fact; the view model has the sentence.
package enum Notice: Codable, Sendable, Hashable {
  /// What they asked for was not done.
  case refused(Refusal)
  /// A like failed and is tried again.
  case likeIsRetried(post: Post.ID, attempt: Int, milliseconds: Int)
  /// A like failed for good.
  case likeFailed(post: Post.ID, liked: Bool, ServerFailure)
  /// A purchase is done.
  case bought(item: String, quantity: Int)
  /// A purchase failed.
  case purchaseFailed(item: String, quantity: Int, ServerFailure)
  /// A purchase was cancelled.
  case purchaseCancelled
  /// A page could not be loaded.
  case loadFailed(ServerFailure)
}

/// Why a middleware held an action back.
package enum Refusal: Codable, Sendable, Hashable {
  /// Nobody is signed in.
  case signedOut
  /// Somebody is signed in already.
  case signedIn
  /// No loaded post has this number.
  case noSuchPost(Post.ID)
  /// The same is on its way to the server.
  case alreadyAsked(post: Post.ID, liked: Bool)
  /// The post is as it is to be.
  case alreadySo(post: Post.ID, liked: Bool)
  /// A page is on its way.
  case alreadyLoading
  /// The last page is loaded.
  case noMorePosts
  /// The shop does not sell it.
  case noSuchItem(String)
  /// A quantity of less than one.
  case noQuantity(Int)
  /// The shop has fewer pieces.
  case notInStock(item: String, available: Int)
  /// No purchase is running.
  case nothingToCancel
  /// No request has failed.
  case nothingToRetry
}
