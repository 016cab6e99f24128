import Feed
import FluxTesting
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

  @Test
  func
    `the feed's console log prints actions only while it is on, also those that middleware stops`()
    async throws
  {
    let session = try await FeedSession.loaded()
    try session.perform("like 9")
    #expect(session.printed.all == [])
    try session.perform("log on", "like 9", "log off", "like 1")
    #expect(
      session.printed.all == [
        "held back: SetLike(post: 9, liked: true)",
        "#4 Refused(reason: Feed.Refusal.noSuchPost(9))",
      ])
    #expect(session.actions == ["Refused", "Refused", "SetLike"], "the switch is not recorded")
  }
}
