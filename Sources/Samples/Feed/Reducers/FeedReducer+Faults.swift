import Foundation
import PlayheadFlux

extension FeedFault {
  /// A reducer that makes the mistake after the sound reducers.
  var reducer: Reducer<FeedState> {
    switch self {
    case .localHours:
      Reducer().on(PageLoaded.self) { state, _, _ in
        guard !state.timeline.posts.isEmpty else { return }
        state.timeline.posts[0].confirmed.count += TimeZone.current.secondsFromGMT() / 1_800
      }
    case .localOrder:
      Reducer().on(PageLoaded.self) { state, _, _ in
        // On Linux, Foundation's 'Locale.current' is the same everywhere.
        let variables = ProcessInfo.processInfo.environment
        let language = variables["LC_ALL"] ?? variables["LANG"] ?? ""
        if language.hasPrefix("tr") || language.hasPrefix("de") { state.shop.stock.reverse() }
      }
    case .mainThread:
      Reducer().on(SetLike.self) { state, action, _ in
        state.timeline.change(action.post) { $0.request?.attempt = Thread.isMainThread ? 1 : 2 }
      }
    case .countedTwice:
      Reducer().on(LikeConfirmed.self) { state, action, _ in
        guard action.likes.hasLiked else { return }
        state.timeline.change(action.post) { $0.confirmed.count += 1 }
      }
    case .newestFirst:
      Reducer().on(PurchaseConfirmed.self) { state, action, _ in
        guard state.shop.bought.last == action.order else { return }
        state.shop.bought.insert(state.shop.bought.removeLast(), at: 0)
      }
    case .firstTries:
      Reducer().on(RetryScheduled.self) { state, action, _ in
        state.timeline.change(action.post) { $0.request?.attempt = 1 }
      }
    }
  }
}

extension Timeline {
  /// Changes the post with this number, if it is loaded.
  fileprivate mutating func change(_ id: Post.ID, _ body: (inout Post) -> Void) {
    guard let place = posts.firstIndex(where: { $0.id == id }) else { return }
    body(&posts[place])
  }
}
