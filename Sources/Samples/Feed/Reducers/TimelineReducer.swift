import PlayheadFlux

extension Timeline {
  /// How the posts react to likes and pages.
  static let reducer = likes.then(pages)

  private static let likes = Reducer<Timeline>
    .on(SetLike.self) { timeline, action, context in
      timeline.update(action.post, context) { $0.request = LikeRequest(liked: action.liked) }
    }
    .on(RetryScheduled.self) { timeline, action, context in
      timeline.update(action.post, context) { $0.request?.attempt = action.attempt }
    }
    .on(LikeConfirmed.self) { timeline, action, context in
      timeline.update(action.post, context) { post in
        post.confirmed = action.likes
        post.request = nil
      }
    }
    .on(LikeFailed.self) { timeline, action, context in
      timeline.update(action.post, context) { $0.request = nil }
    }

  private static let pages = Reducer<Timeline>
    .on(SignIn.self) { timeline, _, _ in timeline.loading = .first }
    .on(Refresh.self) { timeline, _, _ in timeline.loading = .first }
    .on(LoadMore.self) { timeline, _, _ in timeline.loading = .next }
    .on(LoadFailed.self) { timeline, _, _ in timeline.loading = nil }
    .on(PageLoaded.self) { timeline, action, _ in timeline.take(action.page, action.which) }

  /// Changes a post; a post that is not loaded any more, as after a refresh, is left alone.
  private mutating func update(_ id: Post.ID, _ context: Context, _ change: (inout Post) -> Void) {
    guard let index = posts.firstIndex(where: { $0.id == id }) else {
      return context.leaveUnchanged()
    }
    change(&posts[index])
  }

  private mutating func take(_ page: Page, _ which: Loading) {
    var posts = which == .first ? page.posts : posts + page.posts
    // A page knows nothing of the wishes that are still on their way.
    for index in posts.indices { posts[index].request = self[id: posts[index].id]?.request }
    self.posts = posts
    next = page.next
    loading = nil
  }
}
