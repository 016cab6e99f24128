import FluxTesting
import Foundation
import PlayheadFlux
import Testing

// For the actions that only the app itself makes.
@testable import Feed

/// What a reducer makes of a state, an action and the draws of a seed, and whether the store counts as changed.
private func outcome(
  of action: any Action, on state: FeedState, seed: UInt64
) throws -> (state: FeedState, isChanged: Bool) {
  let store = Store("feed", state, reducer: FeedState.reducer)
  let dispatcher = Dispatcher(inputs: .seeded(seed))
  try dispatcher.register(store)
  let tape = Tape()
  dispatcher.attach(tape)
  dispatcher.dispatch(action)
  return (store.state, tape.entries.contains { !$0.changed.isEmpty })
}

private func bytes(_ state: FeedState) throws -> Data {
  let encoder = JSONEncoder()
  encoder.outputFormatting = .sortedKeys
  return try encoder.encode(state)
}

@Suite struct `The principles of Redux` {
  @Test func `the feed's state changes after a command only if an action was dispatched`()
    async throws
  {
    let session = try await FeedSession.loaded()
    var known = session.state
    for line in ["like 1", "like 9", "log on", "server fail 1", "more", "buy mug 1", "refresh"] {
      let turn = session.feed.dispatcher.lastTurn
      try session.perform(line)
      #expect(session.state == known || session.feed.dispatcher.lastTurn != turn, "\(line)")
      known = session.state
    }
  }

  @Test(arguments: 1...(Soak.isOn ? 10 : 3) as ClosedRange<UInt64>)
  func
    `the feed's reducer gives equal output for equal input, and reports a change exactly if there is one`(
      seed: UInt64
    ) throws
  {
    var random = SplitMix64(seed: seed)
    var states = [FeedState()]
    var snapshots = [try bytes(states[0])]
    for step in 1...100 as ClosedRange<UInt64> {
      let state = states[states.count - 1]
      let action = anyAction(on: state, using: &random)
      let (next, isChanged) = try outcome(of: action, on: state, seed: step)
      #expect(try outcome(of: action, on: state, seed: step).state == next, "\(action)")
      #expect(isChanged == (next != state), "\(action) on \(state)")
      states.append(next)
      snapshots.append(try bytes(next))
    }
    #expect(try states.map(bytes) == snapshots, "no input has changed")
    #expect(Set(snapshots).count > 30, "the actions did something")
  }
}

/// Any action there is, mostly about something that exists.
private func anyAction(on state: FeedState, using random: inout SplitMix64) -> any Action {
  let post = Int.random(in: 1...6, using: &random)
  let liked = Bool.random(using: &random)
  let failure = [ServerFailure.unreachable, .gone, .soldOut(left: 1)][post % 3]
  let which = liked ? Timeline.Loading.first : .next
  let order =
    state.shop.running.randomElement(using: &random)
    ?? Order(
      id: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)), item: "mug", quantity: post)
  let actions: [any Action] = [
    SignIn(), SignOut(), Refresh(), LoadMore(), Retry(), CancelPurchase(),
    SetLike(post: post, liked: liked), SetLike(post: post, liked: liked),
    LikeConfirmed(post: post, likes: Likes(count: post, hasLiked: liked)),
    LikeFailed(post: post, liked: liked, failure: failure),
    RetryScheduled(post: post, attempt: 2, milliseconds: 100),
    Buy(item: liked ? "mug" : "shirt", quantity: post),
    PurchaseConfirmed(order: order, left: post), PurchaseFailed(order: order, failure: failure),
    PageLoaded(which: .first, page: .first), PageLoaded(which: which, page: .second),
    LoadFailed(which: which, failure: failure), Refused(reason: .noMorePosts),
    ConfigureNetwork(.failNext(post)),
  ]
  return actions[Int.random(in: actions.indices, using: &random)]
}
