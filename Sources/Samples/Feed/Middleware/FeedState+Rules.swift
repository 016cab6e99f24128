package import PlayheadFlux

extension FeedState {
  /// Why `action` cannot be done now; `nil` if it can, or if the user did not ask for it.
  package func refusal(of action: any Action) -> Refusal? {
    switch action {
    case is SignIn: isSignedIn ? .signedIn : nil
    case is SignOut: isSignedIn ? nil : .signedOut
    case is SetLike, is Buy, is CancelPurchase, is LoadMore, is Refresh, is Retry:
      isSignedIn ? refusalWhenSignedIn(of: action) : .signedOut
    default: nil
    }
  }

  private func refusalWhenSignedIn(of action: any Action) -> Refusal? {
    switch action {
    case let action as SetLike: refusal(of: action)
    case let action as Buy: refusal(of: action)
    case is LoadMore where timeline.loading != nil: .alreadyLoading
    case is LoadMore where timeline.next == nil: .noMorePosts
    case is CancelPurchase where shop.running.isEmpty: .nothingToCancel
    case is Retry where failures.isEmpty: .nothingToRetry
    default: nil
    }
  }

  private func refusal(of action: SetLike) -> Refusal? {
    guard let post = timeline[id: action.post] else { return .noSuchPost(action.post) }
    guard post.likes.hasLiked == action.liked else { return nil }
    return post.request == nil
      ? .alreadySo(post: post.id, liked: action.liked)
      : .alreadyAsked(post: post.id, liked: action.liked)
  }

  private func refusal(of action: Buy) -> Refusal? {
    guard action.quantity > 0 else { return .noQuantity(action.quantity) }
    guard let available = shop.available(action.item) else { return .noSuchItem(action.item) }
    guard action.quantity <= available else {
      return .notInStock(item: action.item, available: available)
    }
    return nil
  }
}
