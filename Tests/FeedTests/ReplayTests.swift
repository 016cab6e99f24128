import Feed
import FluxTesting
import PlayheadFlux
import PlayheadTesting
import SampleReplay
import Testing

@Suite(.timeLimit(.minutes(15))) struct `A replay` {
  /// A session with all that can happen, and its states.
  private func session() async throws -> FeedSession {
    let session = try await FeedSession.loaded()
    try session.perform("like 1")
    await session.answer([.failure(.unreachable), .likes(Likes(count: 11, hasLiked: true))])
    try session.perform("like 2", "like 2")
    await session.answer(.failure(.gone))
    try session.perform("retry")
    await session.answer(.likes(Likes(count: 21, hasLiked: true)))
    try session.perform("buy mug 2", "cancel", "server fail 1", "buy mug 1")
    while await session.question().text != "sell 1 mug" {}
    try session.perform("more", "refresh", "log on")
    return session
  }

  @Test
  func `a replay of the feed's actions gives the same final state and view and sends no request`()
    async throws
  {
    let session = try await session()
    let replayed = try FeedSession()
    #expect(session.tape.replay(in: replayed.feed.dispatcher) == [])
    #expect(replayed.state == session.state)
    #expect(replayed.feed.view == session.feed.view)
    #expect(replayed.server.requestCount == 0)
    #expect(replayed.feed.effects.count == 0)
    #expect(replayed.printed.all == [])
  }

  @Test func `the feed declares each action type of a session, so that a replay can decode it`()
    async throws
  {
    let session = try await session()
    let known = session.feed.dispatcher.actionTypes + Feed.otherActionTypes
    for entry in session.tape.entries {
      #expect(known.contains { $0 == type(of: entry.action) }, "\(entry.action)")
    }
    #expect(Set(known.map { $0.actionName }).count == known.count)
  }
}

/// Sessions that were kept as tests: logs under `Fixtures`, and beside them what must hold.
@Suite struct RecordedSessionTests {
  @Test(arguments: Fixtures.all(in: "Fixtures"))
  func `each fixture of the feed meets its expectations`(_ fixture: Fixture) throws {
    try fixture.check(Feed.self)
  }
}
