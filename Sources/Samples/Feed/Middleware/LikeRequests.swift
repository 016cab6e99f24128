import PlayheadFlux

/// Sends each wish of ``SetLike`` to the server, a few times if need be.
///
/// There is one effect per post, and the latest wins: a new wish cancels the request of the one before,
/// whose result is not heard of any more. So what the server answers is always about the wish that the
/// person sees. When the last try fails, the post is what the server confirmed last.
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
    // A cancelled effect is not heard of; it need not go on asking either.
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
