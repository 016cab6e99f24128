import Feed
import FluxTesting
import PlayheadFlux
import Testing

@Suite(.timeLimit(.minutes(15))) struct `A like` {
  @Test
  func `the feed tries to send a like three times with growing pauses and then takes it back`()
    async throws
  {
    let session = try await FeedSession.loaded()
    let before = session.state.timeline
    try session.perform("like 2")
    await session.question().answer(.failure(.unreachable))
    let second = await session.question()
    #expect(try session.post(2).request?.attempt == 2)
    #expect(
      session.state.notice?.sentence
        == "The server did not answer about post 2; try 2 follows in 100 ms.")
    second.answer(.failure(.unreachable))
    await session.answer(.failure(.unreachable))
    #expect(session.state.timeline == before)
    #expect(session.pauses.all == ["0.1 seconds", "0.2 seconds"])
    #expect(session.actions == ["SetLike", "RetryScheduled<3", "RetryScheduled<3", "LikeFailed<3"])
  }
}

@Suite(.timeLimit(.minutes(15))) struct `A like that is changed again` {
  @Test func `in the feed, the result of an earlier like does not overwrite a later unlike`()
    async throws
  {
    let session = try await FeedSession.loaded()
    try session.perform("like 1")
    let older = await session.question()
    // The result is there while the new wish is being handled: it has to wait, and is not wanted.
    session.feed.dispatcher.exclusively {
      older.answer(.likes(Likes(count: 99, hasLiked: true)))
      session.feed.dispatcher.dispatch(SetLike(post: 1, liked: false))
    }
    await session.answer(.likes(Likes(count: 10)))
    #expect(session.actions == ["SetLike", "SetLike", "LikeConfirmed<4"])
  }

  @Test func `in the feed, a failed unlike restores the state that the server confirmed last`()
    async throws
  {
    let session = try await FeedSession.loaded()
    let before = session.state.timeline
    try session.perform("like 1")
    let older = await session.question()
    try session.perform("unlike 1")
    older.answer(.failure(.unreachable))
    await session.answer(.failure(.gone))
    #expect(session.state.timeline == before)
    #expect(session.state.failures == [.like(post: 1, liked: false)])
  }
}

@Suite(.timeLimit(.minutes(15))) struct `A retry` {
  @Test func `the feed's list of failed requests loses a purchase that the user has repeated`()
    async throws
  {
    let session = try await FeedSession.loaded()
    try session.perform("buy mug 1", "buy mug 1")
    await session.answer([.failure(.unreachable), .failure(.unreachable)])
    #expect(session.state.failures.count == 2)
    try session.perform("buy mug 1")
    await session.answer(.left(4))
    #expect(session.state.failures == [.purchase(item: "mug", quantity: 1)])
  }
}
