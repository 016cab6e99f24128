/// The content of the feed's page, as a pure function of its state.
package struct FeedViewModel: Hashable {
  /// The page's title, with the number of posts.
  package let title: String

  /// The loaded posts.
  package let posts: [PostRow]

  /// The stock and the purchases, one per line.
  package let shop: [String]

  /// The notice for the user, if any.
  package let notice: String?

  /// The page for `state`.
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
