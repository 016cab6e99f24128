package import PlayheadFlux

extension FeedState {
  /// How the whole state reacts: the reducers of its parts, and last what concerns all of it.
  package static let reducer = Reducer.sequence(
    Timeline.reducer.pullback(\.timeline),
    Shop.reducer.pullback(\.shop),
    FailedRequest.reducer.pullback(\.failures),
    Notice.reducer.pullback(\.notice),
    session)

  private static let session = Reducer<FeedState>
    .on(SignIn.self) { state, _, context in context.set(&state.isSignedIn, to: true) }
    .on(SignOut.self) { state, _, context in context.set(&state, to: FeedState()) }
}
