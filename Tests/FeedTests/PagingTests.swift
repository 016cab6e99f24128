import Feed
import FluxTesting
import PlayheadFlux
import Testing

@Suite(.timeLimit(.minutes(15))) struct `The feed's pages` {
  @Test func `in the feed, a refresh keeps likes whose requests are still running`() async throws {
    let session = try await FeedSession.loaded()
    try session.perform("like 1")
    let like = await session.question()
    try session.perform("refresh")
    let refresh = await session.question()
    refresh.answer(.page(.first))
    for await state in session.feed.store.states() where state.timeline.loading == nil { break }
    #expect(try session.post(1).likes == Likes(count: 11, hasLiked: true))
    like.answer(.likes(Likes(count: 11, hasLiked: true)))
    await session.feed.effects.finish()
    #expect(try session.post(1).request == nil)
  }

  @Test
  func
    `in the feed, the server's confirmation of a like changes nothing if its post is no longer loaded`()
    async throws
  {
    let session = try await FeedSession.loaded()
    try session.perform("more")
    await session.answer(.page(.second))
    try session.perform("like 5")
    let like = await session.question()
    try session.perform("refresh")
    await session.question().answer(.page(.first))
    for await state in session.feed.store.states() where state.timeline.loading == nil { break }
    let before = session.state
    like.answer(.likes(Likes(count: 51, hasLiked: true)))
    await session.feed.effects.finish()
    #expect(session.state == before)
  }
}

@Suite(.timeLimit(.minutes(15))) struct `Signing out` {
  @Test(arguments: ["like 1", "buy mug 1", "more", "retry"])
  func `after signing out, the feed refuses commands until the user signs in again`(line: String)
    async throws
  {
    let session = try await FeedSession.loaded()
    try session.perform("sign-out", line)
    #expect(session.state.notice == .refused(.signedOut))
    try session.perform("sign-in")
    await session.answer(.page(.first))
    #expect(session.state.timeline.posts.count == 3)
    try session.perform("sign-in")
    #expect(session.state.notice == .refused(.signedIn))
  }
}
