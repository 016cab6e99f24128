import SampleSupport

/// The feed as a page of plain text.
package struct FeedView: CustomStringConvertible {
  private let model: FeedViewModel

  package init(_ model: FeedViewModel) { self.model = model }

  /// The page's text.
  package var description: String {
    ([model.title] + model.posts.map(line) + model.shop + notice)
      .map(\.printable).joined(separator: "\n")
  }

  private func line(_ post: PostRow) -> String {
    // Three digits are enough for the simulated server's posts and likes. Larger numbers only shift the rest.
    let number = "\(post.number)".aligned(to: 3)
    let likes = (post.hasLiked ? "♥" : "♡") + "\(post.likeCount)".aligned(to: 3)
    return "\(number)  \(likes)  \(post.text)" + (post.pending.map { "  (\($0) …)" } ?? "")
  }

  private var notice: [String] { model.notice.map { ["→ \($0)"] } ?? [] }
}

extension String {
  /// The text with blanks before it, up to `width` characters.
  fileprivate func aligned(to width: Int) -> String {
    String(repeating: " ", count: max(width - count, 0)) + self
  }
}
