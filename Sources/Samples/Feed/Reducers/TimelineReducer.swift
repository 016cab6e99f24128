import PlayheadFlux

extension Timeline {
  /// How likes and pages change the posts.
  static let reducer = likes.then(pages)

  private static let likes = Reducer<Timeline>()
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

  private static let pages = Reducer<Timeline>()
    .on(SignIn.self) { timeline, _, context in context.set(&timeline.loading, to: .first) }
    .on(Refresh.self) { timeline, _, context in context.set(&timeline.loading, to: .first) }
    .on(LoadMore.self) { timeline, _, context in context.set(&timeline.loading, to: .next) }
    .on(LoadFailed.self) { timeline, _, context in context.set(&timeline.loading, to: nil) }
    .on(PageLoaded.self) { timeline, action, context in
      context.set(&timeline, to: timeline.with(action.page, as: action.which))
    }

  /// Changes a post. Ignores a post that is no longer loaded, as after a refresh.
  private mutating func update(_ id: Post.ID, _ context: Context, _ change: (inout Post) -> Void) {
    guard let index = posts.firstIndex(where: { $0.id == id }) else {
      return context.leaveUnchanged()
    }
    var post = posts[index]
    change(&post)
    context.set(&posts[index], to: post)
  }

  private func with(_ page: Page, as which: Loading) -> Timeline {
    var new = Timeline()
    new.posts = which == .first ? page.posts : posts + page.posts
    new.next = page.next
    // A page does not contain the likes that are still on their way.
    for index in new.posts.indices {
      new.posts[index].request = self[id: new.posts[index].id]?.request
    }
    return new
  }
}
