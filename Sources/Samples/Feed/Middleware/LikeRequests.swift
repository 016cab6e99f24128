import PlayheadFlux

/// Sends each ``SetLike`` to the server, several times if necessary.
///
/// Each post has one effect, and the latest wins: a new like cancels the request before it, and that
/// request's result is ignored. So the server's answer is always about the like that the user sees. If the
/// last try fails, the post goes back to what the server confirmed last.
struct LikeRequests: Middleware {
  let server: any FeedServer
  let effects: Effects
  let backoff: Backoff
  let sleep: Network.Sleep

  private struct ID: Hashable { let post: Post.ID }

  func handle(_ action: any Action, dispatcher: Dispatcher, next: Next) {
    guard let turn = next(action), let action = action as? SetLike else { return }
    effects.start(ID(post: action.post), from: dispatcher, cause: turn) { dispatch in
      await send(action, dispatch)
    }
  }

  private func send(_ wish: SetLike, _ dispatch: Effects.Dispatch) async {
    var attempt = 1
    // A cancelled effect is ignored, so it need not try again.
    while !Task.isCancelled {
      do {
        let likes = try await server.setLike(wish.liked, of: wish.post)
        return dispatch(LikeConfirmed(post: wish.post, likes: likes))
      } catch {
        attempt += 1
        guard error == .unreachable, let pause = backoff.pause(before: attempt) else {
          return dispatch(LikeFailed(post: wish.post, liked: wish.liked, failure: error))
        }
        dispatch(RetryScheduled(post: wish.post, attempt: attempt, milliseconds: pause))
        try? await sleep(.milliseconds(pause))
      }
    }
  }
}
