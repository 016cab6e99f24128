import PlayheadFlux

/// Sends each order to the server, and cancels the latest order when the user asks.
///
/// Does not try again by itself, as likes do: the user decides whether to spend money again.
struct Purchases: Middleware {
  let store: Store<FeedState>
  let server: any FeedServer
  let effects: Effects

  func handle(_ action: any Action, dispatcher: Dispatcher, next: Next) {
    // Read before the reducer removes it from the running orders.
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
