/// A notice for the user, as a fact. The view model has the sentence.
package enum Notice: Codable, Sendable, Hashable {
  /// A request was refused.
  case refused(Refusal)
  /// A like failed, and is tried again.
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

/// Why a middleware held back an action.
package enum Refusal: Codable, Sendable, Hashable {
  /// The user is not signed in.
  case signedOut
  /// The user is already signed in.
  case signedIn
  /// No loaded post has this number.
  case noSuchPost(Post.ID)
  /// The same request is already on its way.
  case alreadyAsked(post: Post.ID, liked: Bool)
  /// The post already is as wanted.
  case alreadySo(post: Post.ID, liked: Bool)
  /// A page is already loading.
  case alreadyLoading
  /// The last page is loaded.
  case noMorePosts
  /// The shop does not have the item.
  case noSuchItem(String)
  /// The quantity is less than one.
  case noQuantity(Int)
  /// The shop has fewer pieces.
  case notInStock(item: String, available: Int)
  /// No purchase is running.
  case nothingToCancel
  /// No request has failed.
  case nothingToRetry
}
