import Feed
import FluxTesting
import Foundation
import PlayheadFlux
import Testing

@Suite(.timeLimit(.minutes(15))) struct `A purchase` {
  @Test func `the identifier of a purchase in the feed is a recorded input`() async throws {
    let session = try await FeedSession.loaded()
    try session.perform("buy mug 2")
    let order = try #require(session.state.shop.running.first)
    #expect(session.tape.entries.last?.draws == [.uuid(order.id)])
  }

  @Test(arguments: [
    ("buy mug -1", Refusal.noQuantity(-1)),
    ("buy mug 6", .notInStock(item: "mug", available: 5)), ("buy hat 1", .noSuchItem("hat")),
    ("cancel", .nothingToCancel),
  ])
  func `the feed refuses an impossible purchase and sends no request`(line: String, reason: Refusal)
    async throws
  {
    let session = try await FeedSession.loaded()
    let before = session.state.shop
    try session.perform(line)
    #expect(session.state.shop == before)
    #expect(session.state.notice == .refused(reason))
    #expect(session.server.requestCount == 1)
  }
}

@Suite(.timeLimit(.minutes(15))) struct `A canceled purchase` {
  @Test
  func
    `the feed ignores the result of a purchase that arrives while the purchase is being canceled`()
    async throws
  {
    let session = try await FeedSession.loaded()
    try session.perform("buy mug 2")
    let question = await session.question()
    session.feed.dispatcher.exclusively {
      question.answer(.left(3))
      session.feed.dispatcher.dispatch(CancelPurchase())
    }
    try session.perform("buy shirt 1")
    await session.answer(.left(0))
    #expect(session.actions == ["Buy", "CancelPurchase", "Buy", "PurchaseConfirmed<5"])
  }
}
