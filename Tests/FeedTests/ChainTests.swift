import Feed
import PlayheadFlux
import Testing

@Suite(.timeLimit(.minutes(15))) struct `The chain of middleware` {
  @Test
  func
    `an action that the feed's guard middleware stops reaches neither the store nor the recording`()
    async throws
  {
    let session = try await FeedSession.loaded()
    try session.perform("like 1")
    let before = session.state.timeline
    try session.perform("like 1")
    #expect(session.state.timeline == before)
    #expect(session.actions == ["SetLike", "Refused"])
    #expect(session.feed.view.hasSuffix("→ Your like of post 1 is on its way already."))
    #expect(session.feed.effects.count == 1, "no second request")
  }

  @Test(arguments: [
    ("like 9", Refusal.noSuchPost(9)), ("like 3", .alreadySo(post: 3, liked: true)),
    ("unlike 1", .alreadySo(post: 1, liked: false)), ("retry", .nothingToRetry),
  ])
  func `the feed reports an action that it refuses with one sentence`(line: String, reason: Refusal)
    async throws
  {
    let session = try await FeedSession.loaded()
    try session.perform(line)
    #expect(session.state.notice == .refused(reason))
    #expect(session.actions == ["Refused"])
    #expect(session.feed.view.hasSuffix("→ " + reason.sentence))
  }

  @Test func `the feed's console log prints nothing until it is switched on`() async throws {
    let session = try await FeedSession.loaded()
    try session.perform("like 9")
    #expect(session.printed.all == [])
    try session.perform("log on", "unlike 3", "log off", "like 1")
    #expect(session.printed.all == ["#4 SetLike(post: 3, liked: false)"])
  }

  @Test
  func
    `the action that switches the feed's console log reaches neither the store nor the recording`()
    async throws
  {
    let session = try await FeedSession.loaded()
    try session.perform("log on", "log off")
    #expect(session.actions == [])
  }

  @Test
  func `the feed's console log also prints actions that later middleware stops`()
    async throws
  {
    let session = try await FeedSession.loaded()
    try session.perform("log on", "like 9")
    #expect(
      session.printed.all == [
        "held back: SetLike(post: 9, liked: true)",
        "#3 Refused(reason: Feed.Refusal.noSuchPost(9))",
      ])
  }

  @Test
  func `an action that the feed's guard middleware stops sends no request`()
    async throws
  {
    let session = try await FeedSession.loaded()
    try session.perform("like 9", "buy mug 0", "unlike 1")
    #expect(session.feed.effects.count == 0)
    #expect(session.server.requestCount == 1)
  }

  @Test func `the feed records actions that change its network settings, and they change no state`()
    async throws
  {
    let session = try await FeedSession.loaded()
    let before = session.state
    try session.perform("server fail 2", "server slow 5", "server flaky 10", "server ok")
    #expect(session.state == before)
    #expect(session.actions == Array(repeating: "ConfigureNetwork", count: 4))
  }
}
