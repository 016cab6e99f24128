import PlayheadFlux

/// Sends each order to the server, and cancels the latest when the person wishes.
///
/// It is not tried again by itself, as a like is: whether to spend money again is for the person to
/// say.
struct Purchases: Middleware {
  let store: Store<FeedState>
  let server: any FeedServer
  let effects: Effects

  func handle(_ action: any Action, dispatcher: Dispatcher, next: Next) {
    // Read before the reducer, which takes it out of the running ones.
    let cancelled = action is CancelPurchase ? store.state.shop.running.last : nil
    guard let turn = next(action) else { return }
    if let cancelled { effects.cancel(cancelled.id) }
    if action is Buy, let order = store.state.shop.running.last {
      send(order, from: dispatcher, cause: turn)
    }
  }

  private func send(_ order: Order, from dispatcher: Dispatcher, cause: Turn) {
    effects.start(order.id, from: dispatcher, cause: cause) { dispatch in
      do throws(ServerFailure) {
        dispatch(PurchaseConfirmed(order: order, left: try await server.sell(order)))
      } catch {
        dispatch(PurchaseFailed(order: order, failure: error))
      }
    }
  }
}
