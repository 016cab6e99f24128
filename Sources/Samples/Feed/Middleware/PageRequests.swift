import PlayheadFlux

/// Loads pages, one at a time. A refresh cancels the load before it.
struct PageRequests: Middleware {
  let store: Store<FeedState>
  let server: any FeedServer
  let effects: Effects

  private struct ID: Hashable {}

  func handle(_ action: any Action, dispatcher: Dispatcher, next: Next) {
    guard let turn = next(action) else { return }
    switch action {
    case is SignIn, is Refresh: load(.first, from: dispatcher, cause: turn)
    case is LoadMore: load(.next, from: dispatcher, cause: turn)
    default: break
    }
  }

  private func load(_ which: Timeline.Loading, from dispatcher: Dispatcher, cause: Turn) {
    let post = which == .first ? nil : store.state.timeline.next
    effects.start(ID(), from: dispatcher, cause: cause) { dispatch in
      do throws(ServerFailure) {
        dispatch(PageLoaded(which: which, page: try await server.page(after: post)))
      } catch {
        dispatch(LoadFailed(which: which, failure: error))
      }
    }
  }
}
