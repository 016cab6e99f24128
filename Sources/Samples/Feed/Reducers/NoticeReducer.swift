import PlayheadFlux

extension Notice {
  /// What the person is told: a result or a refusal, until they ask for something else.
  static let reducer = results.then(questions)

  private static let results = Reducer<Notice?>
    .on(Refused.self) { notice, action, _ in notice = .refused(action.reason) }
    .on(RetryScheduled.self) { notice, action, _ in
      notice = .likeIsRetried(
        post: action.post, attempt: action.attempt, milliseconds: action.milliseconds)
    }
    .on(LikeConfirmed.self) { notice, action, context in
      // What was said about its tries is settled.
      guard case .likeIsRetried(action.post, _, _) = notice else { return context.leaveUnchanged() }
      notice = nil
    }
    .on(LikeFailed.self) { notice, action, _ in
      notice = .likeFailed(post: action.post, liked: action.liked, action.failure)
    }
    .on(PurchaseConfirmed.self) { notice, action, _ in
      notice = .bought(item: action.order.item, quantity: action.order.quantity)
    }
    .on(PurchaseFailed.self) { notice, action, _ in
      let order = action.order
      notice = .purchaseFailed(item: order.item, quantity: order.quantity, action.failure)
    }
    .on(LoadFailed.self) { notice, action, _ in notice = .loadFailed(action.failure) }
    .on(CancelPurchase.self) { notice, _, _ in notice = .purchaseCancelled }

  private static let questions = Reducer.sequence(
    clearing(SignIn.self), clearing(SetLike.self), clearing(Buy.self), clearing(LoadMore.self),
    clearing(Refresh.self), clearing(Retry.self))

  private static func clearing<A: Action>(_ type: A.Type) -> Reducer<Notice?> {
    .on(type) { notice, _, context in
      if notice == nil { return context.leaveUnchanged() }
      notice = nil
    }
  }
}
