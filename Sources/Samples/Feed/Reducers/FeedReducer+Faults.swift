import Foundation
import PlayheadFlux

extension FeedFault {
  /// What the mistake makes of the state behind the sound reducers.
  var reducer: Reducer<FeedState> {
    switch self {
    case .localHours:
      .on(PageLoaded.self) { state, _, _ in
        guard !state.timeline.posts.isEmpty else { return }
        state.timeline.posts[0].confirmed.count += TimeZone.current.secondsFromGMT() / 1_800
      }
    case .localOrder:
      .on(PageLoaded.self) { state, _, _ in
        // Foundation's 'Locale.current' is the same everywhere on Linux.
        let variables = ProcessInfo.processInfo.environment
        let language = variables["LC_ALL"] ?? variables["LANG"] ?? ""
        if language.hasPrefix("tr") || language.hasPrefix("de") { state.shop.stock.reverse() }
      }
    case .mainThread:
      .on(SetLike.self) { state, action, _ in
        guard let place = state.timeline.posts.firstIndex(where: { $0.id == action.post }) else {
          return
        }
        state.timeline.posts[place].request?.attempt = Thread.isMainThread ? 1 : 2
      }
    }
  }
}
