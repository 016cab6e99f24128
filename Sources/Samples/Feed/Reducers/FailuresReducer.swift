import PlayheadFlux

extension FailedRequest {
  /// The list of failures: adds failed requests, and removes requests that are made again.
  static let reducer = Reducer<[FailedRequest]>()
    .on(LikeFailed.self) { failures, action, _ in
      failures.append(.like(post: action.post, liked: action.liked))
    }
    .on(PurchaseFailed.self) { failures, action, _ in
      failures.append(.purchase(item: action.order.item, quantity: action.order.quantity))
    }
    .on(LoadFailed.self) { failures, action, _ in failures.append(.page(action.which)) }
    .on(SetLike.self) { failures, action, context in
      failures.remove(context) { $0.isLike(of: action.post) }
    }
    .on(Buy.self) { failures, action, context in
      let asked = FailedRequest.purchase(item: action.item, quantity: action.quantity)
      // One for one: after a failed purchase of two, buying one leaves one failure.
      guard let index = failures.firstIndex(of: asked) else { return context.leaveUnchanged() }
      failures.remove(at: index)
    }
    .on(LoadMore.self) { failures, _, context in failures.remove(context) { $0.isPage } }
    .on(Refresh.self) { failures, _, context in failures.remove(context) { $0.isPage } }
    .on(Retry.self) { failures, _, context in failures.remove(context) { _ in true } }

  private func isLike(of post: Post.ID) -> Bool {
    if case .like(post, _) = self { true } else { false }
  }

  private var isPage: Bool {
    if case .page = self { true } else { false }
  }
}

extension [FailedRequest] {
  fileprivate mutating func remove(_ context: Context, _ isObsolete: (FailedRequest) -> Bool) {
    let count = count
    removeAll(where: isObsolete)
    if count == self.count { context.leaveUnchanged() }
  }
}
