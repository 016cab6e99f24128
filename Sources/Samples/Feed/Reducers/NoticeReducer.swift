import PlayheadFlux

extension Notice {
  /// The user's last notice: a result or a refusal, until the user asks for something else.
  static let reducer = results.then(questions)

  private static let results = Reducer<Notice?>()
    .on(Refused.self) { notice, action, context in
      context.set(&notice, to: .refused(action.reason))
    }
    .on(LoadFailed.self) { notice, action, context in
      context.set(&notice, to: .loadFailed(action.failure))
    }
    .then(likes).then(purchases)

  private static let likes = Reducer<Notice?>()
    .on(RetryScheduled.self) { notice, action, context in
      context.set(
        &notice,
        to: .likeIsRetried(
          post: action.post, attempt: action.attempt, milliseconds: action.milliseconds))
    }
    .on(LikeConfirmed.self) { notice, action, context in
      // The notice about its tries is outdated.
      guard case .likeIsRetried(action.post, _, _) = notice else { return context.leaveUnchanged() }
      notice = nil
    }
    .on(LikeFailed.self) { notice, action, context in
      let failed = Notice.likeFailed(post: action.post, liked: action.liked, action.failure)
      context.set(&notice, to: failed)
    }

  private static let purchases = Reducer<Notice?>()
    .on(PurchaseConfirmed.self) { notice, action, context in
      let order = action.order
      context.set(&notice, to: .bought(item: order.item, quantity: order.quantity))
    }
    .on(PurchaseFailed.self) { notice, action, context in
      let order = action.order
      let failed = Notice.purchaseFailed(
        item: order.item, quantity: order.quantity, action.failure)
      context.set(&notice, to: failed)
    }
    .on(CancelPurchase.self) { notice, _, context in
      context.set(&notice, to: .purchaseCancelled)
    }

  private static let questions = clearing(SignIn.self)
    .then(clearing(SetLike.self)).then(clearing(Buy.self)).then(clearing(LoadMore.self))
    .then(clearing(Refresh.self)).then(clearing(Retry.self))

  private static func clearing<A: Action>(_ type: A.Type) -> Reducer<Notice?> {
    Reducer().on(type) { notice, _, context in context.set(&notice, to: nil) }
  }
}
