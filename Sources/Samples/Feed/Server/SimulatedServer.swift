import Foundation

/// A server in this process: twelve posts and a small shop, behind a ``Network``.
package actor SimulatedServer: FeedServer {
  /// The posts per page: few, so that a short session has several pages.
  private static let pageSize = 5

  private let network: Network
  private var posts = SimulatedServer.firstPosts
  private var stock = [Item("mug", left: 5), Item("shirt", left: 3), Item("sticker", left: 20)]
  private var sold: Set<UUID> = []

  /// A server behind `network`.
  package init(behind network: Network) { self.network = network }

  /// The posts after `post`, or the first posts.
  package func page(after post: Post.ID?) async throws(ServerFailure) -> Page {
    try await network.carry()
    let start = post.flatMap { post in posts.firstIndex { $0.id == post } }.map { $0 + 1 } ?? 0
    let shown = Array(posts[start...].prefix(SimulatedServer.pageSize))
    let isLast = start + shown.count == posts.count
    return Page(posts: shown, next: isLast ? nil : shown.last?.id, stock: stock)
  }

  /// Likes a post, or takes the like back.
  package func setLike(_ liked: Bool, of post: Post.ID) async throws(ServerFailure) -> Likes {
    try await network.carry()
    guard let index = posts.firstIndex(where: { $0.id == post }) else { throw .gone }
    posts[index].confirmed = posts[index].confirmed.with(liked)
    return posts[index].confirmed
  }

  /// Sells some pieces of an item.
  package func sell(_ order: Order) async throws(ServerFailure) -> Int {
    try await network.carry()
    guard let index = stock.firstIndex(where: { $0.name == order.item }) else { throw .gone }
    guard !sold.contains(order.id) else { return stock[index].left }
    guard order.quantity <= stock[index].left else { throw .soldOut(left: stock[index].left) }
    stock[index].left -= order.quantity
    sold.insert(order.id)
    return stock[index].left
  }
}

extension SimulatedServer {
  fileprivate static let firstPosts = [
    post(1, "Mei", "The lake froze over night", likes: 12),
    post(2, "Jonas", "First bread of the new oven", likes: 41),
    post(3, "Amara", "Does anybody collect ferry tickets?", likes: 3),
    post(4, "Li", "Fog over the harbour, again", likes: 27),
    post(5, "Noor", "I finished the quilt!", likes: 88),
    post(6, "Mei", "Skates found, one of them", likes: 9),
    post(7, "Pavel", "A heron on the roof", likes: 54),
    post(8, "Jonas", "Second bread. Better", likes: 38),
    post(9, "Ines", "Night train, window seat", likes: 19),
    post(10, "Li", "The fog has left", likes: 6),
    post(11, "Amara", "Found one: 1974, blue", likes: 15),
    post(12, "Noor", "Starting the next quilt", likes: 31),
  ]

  private static func post(_ id: Int, _ author: String, _ text: String, likes: Int) -> Post {
    Post(id: id, author: author, text: text, confirmed: Likes(count: likes))
  }
}
