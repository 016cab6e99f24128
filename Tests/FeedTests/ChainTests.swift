import Feed
import PlayheadFlux
import Testing

@Suite(.timeLimit(.minutes(15))) struct `The chain of middleware` {
  @Test
  func `the chain of middleware holds an action back, which neither the stores nor the log see`()
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
  func `the chain of middleware says why in one sentence`(line: String, reason: Refusal)
    async throws
  {
    let session = try await FeedSession.loaded()
    try session.perform(line)
    #expect(session.state.notice == .refused(reason))
    #expect(session.actions == ["Refused"])
    #expect(session.feed.view.hasSuffix("→ " + reason.sentence))
  }

  @Test func `the chain of middleware prints nothing until the log is switched on`() async throws {
    let session = try await FeedSession.loaded()
    try session.perform("like 9")
    #expect(session.printed.all == [])
    try session.perform("log on", "unlike 3", "log off", "like 1")
    #expect(session.printed.all == ["#4 SetLike(post: 3, liked: false)"])
  }

  @Test func `the chain of middleware consumes the switch of the log`() async throws {
    let session = try await FeedSession.loaded()
    try session.perform("log on", "log off")
    #expect(session.actions == [])
  }

  @Test
  func `the chain of middleware begins with the log, which sees what those behind it hold back`()
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
  func `the chain of middleware has the guard before the requests: what is held back is not sent`()
    async throws
  {
    let session = try await FeedSession.loaded()
    try session.perform("like 9", "buy mug 0", "unlike 1")
    #expect(session.feed.effects.count == 0)
    #expect(session.server.requestCount == 1)
  }

  @Test func `the chain of middleware lets a change of the network pass, for the log`() async throws
  {
    let session = try await FeedSession.loaded()
    let before = session.state
    try session.perform("server fail 2", "server slow 5", "server flaky 10", "server ok")
    #expect(session.state == before)
    #expect(session.actions == Array(repeating: "ConfigureNetwork", count: 4))
  }
}
