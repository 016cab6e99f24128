package import PlayheadFlux

/// A request that failed for good, with all that is needed to repeat it.
package enum FailedRequest: Codable, Sendable, Hashable {
  /// A like, or taking it back.
  case like(post: Post.ID, liked: Bool)
  /// A purchase.
  case purchase(item: String, quantity: Int)
  /// The first page or the next one.
  case page(Timeline.Loading)

  /// The action that repeats the request.
  package var action: any Action {
    switch self {
    case .like(let post, let liked): SetLike(post: post, liked: liked)
    case .purchase(let item, let quantity): Buy(item: item, quantity: quantity)
    case .page(.first): Refresh()
    case .page(.next): LoadMore()
    }
  }
}
