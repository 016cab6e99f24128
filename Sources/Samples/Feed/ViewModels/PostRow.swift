/// What a person sees of a post.
package struct PostRow: Hashable {
  /// By what a person calls it.
  package let number: Int

  /// Whether the heart is full.
  package let hasLiked: Bool

  /// The number beside the heart.
  package let likeCount: Int

  /// Who says what.
  package let text: String

  /// What the server has yet to answer, if anything.
  package let pending: String?

  /// What `post` looks like.
  package init(_ post: Post) {
    number = post.id
    hasLiked = post.likes.hasLiked
    likeCount = post.likes.count
    text = "\(post.author): \(post.text)"
    pending = post.request.map { $0.attempt == 1 ? "sending" : "sending, try \($0.attempt)" }
  }
}
