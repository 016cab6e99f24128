import Feed
import Foundation
import PlayheadFlux
import Testing

@Suite(.timeLimit(.minutes(15))) struct `The view` {
  @Test
  func `the feed's view shows posts, likes, running requests, the shop and the last notice`()
    async throws
  {
    let session = try await FeedSession.loaded()
    try session.perform("like 1", "unlike 3", "buy mug 2", "more", "like 1")
    #expect(
      session.feed.view == """
        Feed: 3 posts, loading more …
          1  ♥ 11  Ada: One  (sending …)
          2  ♡ 20  Ben: Two
          3  ♡ 29  Cleo: Three  (sending …)
        Shop: 3 × mug, 1 × shirt
        Buying: 2 × mug …
        → Your like of post 1 is on its way already.
        """)
  }

  @Test func `the feed's view escapes control characters of a typed command`() async throws {
    let session = try await FeedSession.loaded()
    try session.perform("buy \u{1B}[31mmug 1")
    #expect(session.feed.view.hasSuffix("→ The shop does not sell '␛[31mmug'."))
  }

  @Test func `the feed's view shows the number of the current try to send a like`() async throws {
    let session = try await FeedSession.loaded()
    try session.perform("like 2")
    await session.question().answer(.failure(.unreachable))
    _ = await session.question()
    #expect(session.feed.view.contains("  2  ♥ 21  Ben: Two  (sending, try 2 …)\n"))
  }

  @Test func `a new command clears the feed's notice`() async throws {
    let session = try await FeedSession.loaded()
    try session.perform("like 9")
    #expect(session.state.notice != nil)
    try session.perform("like 1")
    #expect(session.state.notice == nil)
  }
}

@Suite struct `Refusals and notices` {
  @Test(arguments: [
    (Refusal.signedOut, "You are signed out; 'sign-in' comes first."),
    (.signedIn, "You are signed in already."),
    (.noSuchPost(9), "There is no post 9 on the loaded pages."),
    (.alreadyAsked(post: 1, liked: true), "Your like of post 1 is on its way already."),
    (
      .alreadyAsked(post: 1, liked: false),
      "That your like of post 1 is taken back is on its way already."
    ),
    (
      .alreadySo(post: 1, liked: true), "You like post 1 already; 'unlike 1' takes it back."
    ),
    (.alreadySo(post: 1, liked: false), "You do not like post 1; 'like 1' does."),
    (.alreadyLoading, "A page is on its way already."),
    (.noMorePosts, "These are all posts; 'refresh' looks for new ones."),
    (.noSuchItem("hat"), "The shop does not sell 'hat'."),
    (.noQuantity(0), "0 is no quantity; buy 1 or more."),
    (
      .notInStock(item: "mug", available: 2),
      "The shop has only 2 × mug left; buy as many or fewer."
    ),
    (.notInStock(item: "mug", available: 0), "The shop has no mug left."),
    (.nothingToCancel, "No purchase is running."),
    (.nothingToRetry, "No request has failed."),
  ])
  func `the feed has a sentence for each reason to refuse an action`(
    refusal: Refusal, sentence: String
  ) {
    #expect(refusal.sentence == sentence)
    #expect(Notice.refused(refusal).sentence == sentence)
  }

  @Test(arguments: [
    (
      Notice.likeIsRetried(post: 1, attempt: 2, milliseconds: 100),
      "The server did not answer about post 1; try 2 follows in 100 ms."
    ),
    (
      .likeFailed(post: 1, liked: true, .unreachable),
      "Your like of post 1 did not arrive: the server did not answer. 'retry' sends it again."
    ),
    (
      .likeFailed(post: 1, liked: false, .gone),
      "Your like of post 1 was not taken back: the server does not have it any more. 'retry' asks "
        + "again."
    ),
    (.bought(item: "mug", quantity: 2), "You bought 2 × mug."),
    (
      .purchaseFailed(item: "mug", quantity: 2, .soldOut(left: 1)),
      "You did not get 2 × mug: others were faster, and the shop has 1 left. 'retry' asks again."
    ),
    (.purchaseCancelled, "The purchase is cancelled."),
    (
      .loadFailed(.unreachable),
      "The page did not load: the server did not answer. 'retry' asks again."
    ),
  ])
  func `the feed has a sentence for each kind of notice`(notice: Notice, sentence: String) {
    #expect(notice.sentence == sentence)
  }
}
