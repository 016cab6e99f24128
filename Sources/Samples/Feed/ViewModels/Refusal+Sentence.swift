extension Refusal {
  /// The reason as a sentence that says what to do.
  package var sentence: String {
    switch self {
    case .signedOut: "You are signed out; 'sign-in' comes first."
    case .signedIn: "You are signed in already."
    case .noSuchPost(let post): "There is no post \(post) on the loaded pages."
    case .alreadyAsked(let post, true): "Your like of post \(post) is on its way already."
    case .alreadyAsked(let post, false):
      "That your like of post \(post) is taken back is on its way already."
    case .alreadySo(let post, true):
      "You like post \(post) already; 'unlike \(post)' takes it back."
    case .alreadySo(let post, false): "You do not like post \(post); 'like \(post)' does."
    case .alreadyLoading: "A page is on its way already."
    case .noMorePosts: "These are all posts; 'refresh' looks for new ones."
    case .noSuchItem(let item): "The shop does not sell '\(item)'."
    case .noQuantity(let quantity): "\(quantity) is no quantity; buy 1 or more."
    case .notInStock(let item, available: 0): "The shop has no \(item) left."
    case .notInStock(let item, let available):
      "The shop has only \(available) × \(item) left; buy as many or fewer."
    case .nothingToCancel: "No purchase is running."
    case .nothingToRetry: "No request has failed."
    }
  }
}
