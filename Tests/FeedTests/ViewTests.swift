import Feed
import Foundation
import PlayheadFlux
import Testing

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
