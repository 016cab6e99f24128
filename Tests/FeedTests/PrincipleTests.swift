import FluxTesting
import Foundation
import PlayheadFlux
import Testing

// For the actions that only the app itself makes.
@testable import Feed

/// What a reducer makes of a state, an action and the draws of a seed.
private func reduce(_ state: FeedState, _ action: any Action, seed: UInt64) throws -> FeedState {
  try outcome(of: action, on: state, seed: seed).state
}

/// Also whether the store counts as changed.
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
  @Test func `the feed has exactly one store`() throws {
    let session = try FeedSession()
    #expect(session.feed.dispatcher.stores.map(\.name) == ["feed"])
    #expect(session.feed.dispatcher.stores.first === session.feed.store)
  }

  @Test func `changing a copy of the feed's state does not change the store`() async throws {
    let session = try await FeedSession.loaded()
    let before = session.state
    var copy = session.state
    copy.timeline.posts.removeAll()
    copy.shop.stock[0].left = 0
    #expect(session.state == before)
  }

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

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `the feed's reducer gives the same output for the same input and does not change the input`(
    seed: UInt64
  ) throws {
    var random = SplitMix64(seed: seed)
    var states = [FeedState()]
    var snapshots = [try bytes(states[0])]
    for step in 1...100 as ClosedRange<UInt64> {
      let action = anyAction(on: states[states.count - 1], using: &random)
      let state = try reduce(states[states.count - 1], action, seed: step)
      #expect(try state == reduce(states[states.count - 1], action, seed: step), "\(action)")
      states.append(state)
      snapshots.append(try bytes(state))
    }
    #expect(try states.map(bytes) == snapshots)
    #expect(Set(snapshots).count > 30, "the actions did something")
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `the feed's store is reported as changed by an action exactly if its state differs`(
    seed: UInt64
  ) throws {
    var random = SplitMix64(seed: seed)
    var state = FeedState()
    for step in 1...100 as ClosedRange<UInt64> {
      let action = anyAction(on: state, using: &random)
      let (next, isChanged) = try outcome(of: action, on: state, seed: step)
      #expect(isChanged == (next != state), "\(action) on \(state)")
      state = next
    }
  }

  @Test
  func `the feed's view model computes a post's number of likes, and the state does not store it`()
    async throws
  {
    let session = try await FeedSession.loaded()
    try session.perform("like 1", "buy mug 2")
    let state = session.state
    #expect(FeedViewModel(state) == FeedViewModel(state))
    #expect(FeedViewModel(state).posts[0].likeCount == 11)
    #expect(state.timeline[id: 1]?.confirmed.count == 10, "the sum is not stored")
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
