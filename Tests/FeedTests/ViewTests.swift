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
}

@Suite struct `Refusals and notices` {
  /// Those that no transcript of the feed shows.
  @Test(arguments: [
    (Notice.refused(.signedIn), "You are signed in already."),
    (.refused(.noSuchPost(9)), "There is no post 9 on the loaded pages."),
    (
      .refused(.alreadyAsked(post: 1, liked: false)),
      "That your like of post 1 is taken back is on its way already."
    ),
    (
      .refused(.alreadySo(post: 1, liked: true)),
      "You like post 1 already; 'unlike 1' takes it back."
    ),
    (.refused(.nothingToRetry), "No request has failed."),
    (
      .likeFailed(post: 1, liked: false, .gone),
      "Your like of post 1 was not taken back: the server does not have it any more. 'retry' asks "
        + "again."
    ),
    (
      .purchaseFailed(item: "mug", quantity: 2, .soldOut(left: 1)),
      "You did not get 2 × mug: others were faster, and the shop has 1 left. 'retry' asks again."
    ),
  ])
  func `the feed has a sentence for each kind of notice`(notice: Notice, sentence: String) {
    #expect(notice.sentence == sentence)
  }
}
