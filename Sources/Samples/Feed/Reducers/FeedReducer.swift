package import PlayheadFlux

extension FeedState {
  /// The whole state's reducer: the reducers of its parts, and at last one for the whole.
  package static let reducer = Timeline.reducer.pullback(\FeedState.timeline)
    .then(Shop.reducer.pullback(\.shop))
    .then(FailedRequest.reducer.pullback(\.failures))
    .then(Notice.reducer.pullback(\.notice))
    .then(session)

  private static let session = Reducer<FeedState>()
    .on(SignIn.self) { state, _, context in context.set(&state.isSignedIn, to: true) }
    .on(SignOut.self) { state, _, context in context.set(&state, to: FeedState()) }
}
