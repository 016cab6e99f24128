package import PlayheadFlux

extension FeedState {
  /// How the whole state reacts: the reducers of its parts, and last what concerns all of it.
  package static let reducer = Timeline.reducer.pullback(\FeedState.timeline)
    .then(Shop.reducer.pullback(\.shop))
    .then(FailedRequest.reducer.pullback(\.failures))
    .then(Notice.reducer.pullback(\.notice))
    .then(session)

  private static let session = Reducer<FeedState>()
    .on(SignIn.self) { state, _, context in context.set(&state.isSignedIn, to: true) }
    .on(SignOut.self) { state, _, context in context.set(&state, to: FeedState()) }
}
