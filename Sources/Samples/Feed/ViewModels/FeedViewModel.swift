/// What a person sees of the feed, as a pure function of its state.
package struct FeedViewModel: Hashable {
  /// What the page is, and how much of it there is.
  package let title: String

  /// The loaded posts.
  package let posts: [PostRow]

  /// What the shop has and what was bought, a line each.
  package let shop: [String]

  /// What the person is told, if anything.
  package let notice: String?

  /// What `state` looks like.
  package init(_ state: FeedState) {
    title = FeedViewModel.title(of: state)
    posts = state.timeline.posts.map(PostRow.init)
    shop = state.shop.lines
    notice = state.notice?.sentence
  }

  private static func title(of state: FeedState) -> String {
    guard state.isSignedIn else { return "Signed out; 'sign-in' comes back" }
    let timeline = state.timeline
    let count = timeline.posts.count
    let posts = "\(count) \(count == 1 ? "post" : "posts")"
    switch timeline.loading {
    case .first: return "Feed: \(posts), loading the first page …"
    case .next: return "Feed: \(posts), loading more …"
    case nil: return "Feed: \(posts)\(timeline.next == nil ? "" : "; there are more")"
    }
  }
}
