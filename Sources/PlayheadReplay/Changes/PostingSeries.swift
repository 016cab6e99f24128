/// What is told of one path, block for block.
struct PostingSeries: Hashable {
  /// The path's number.
  var path: Int
  var layer: PostingLayer
  /// How many lists are on the way to it.
  var lists: Int
}

/// Which events of a path are told together.
///
/// Of the places around a part it only matters what came, went or was replaced, and within them much more
/// changes than that: so nobody who asks for a part goes through what changed beside it.
enum PostingLayer: Int64 {
  /// What is at the path itself came, went or was replaced.
  case own = 0
  /// Something within it changed.
  case inside = 1
}
