/// The content of a post's row.
package struct PostRow: Hashable {
  /// The post's number.
  package let number: Int

  /// Whether the heart is full.
  package let hasLiked: Bool

  /// The number beside the heart.
  package let likeCount: Int

  /// The writer and the text.
  package let text: String

  /// The request without an answer yet, if any.
  package let pending: String?

  /// The row for `post`.
  package init(_ post: Post) {
    number = post.id
    hasLiked = post.likes.hasLiked
    likeCount = post.likes.count
    text = "\(post.author): \(post.text)"
    pending = post.request.map { $0.attempt == 1 ? "sending" : "sending, try \($0.attempt)" }
  }
}
