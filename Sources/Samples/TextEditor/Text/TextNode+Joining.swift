extension TextNode {
  /// The tree of one text followed by another. Costs O(difference of heights).
  ///
  /// B-tree ropes are joined like this: the lower tree goes down the near edge of the higher one until it
  /// meets nodes of its height. Rows that got too long are split in two on the way back.
  static func join(_ first: TextNode, _ second: TextNode) -> TextNode {
    if first.measure.bytes == 0 { return second }
    if second.measure.bytes == 0 { return first }
    switch (first.content, second.content) {
    case (.branch(let row), _) where first.height > second.height:
      return joinBelow(row, second)
    case (_, .branch(let row)) where first.height < second.height:
      return joinBelow(first, row)
    case _ where first.isFullEnough && second.isFullEnough:
      return TextNode(branch: [first, second])
    case (.branch(let firstRow), .branch(let secondRow)):
      return TextNode(row: firstRow + secondRow)
    case (.leaf(let firstBytes), .leaf(let secondBytes)):
      return TextNode(bytes: firstBytes + secondBytes)
    default:
      // The heights differ only if there is a branch, which the first two cases handle.
      return TextNode(branch: [first, second])
    }
  }

  /// Joins a row of children with a lower tree that follows it.
  private static func joinBelow(_ row: [TextNode], _ lower: TextNode) -> TextNode {
    guard let edge = row.last else { return lower }
    if lower.height == edge.height && lower.isFullEnough {
      return TextNode(row: row + [lower])
    }
    return TextNode(row: row.dropLast() + join(edge, lower).asRow(ofHeight: edge.height))
  }

  /// Joins a lower tree with a row of children that follows it.
  private static func joinBelow(_ lower: TextNode, _ row: [TextNode]) -> TextNode {
    guard let edge = row.first else { return lower }
    if lower.height == edge.height && lower.isFullEnough {
      return TextNode(row: [lower] + row)
    }
    return TextNode(row: join(lower, edge).asRow(ofHeight: edge.height) + row.dropFirst())
  }

  /// The node itself if it has the height, or else its children, which have it.
  private func asRow(ofHeight height: Int) -> [TextNode] {
    if case .branch(let children) = content, self.height > height { return children }
    return [self]
  }

  /// The tree of a part of the text. The range must be in it. Costs O(log n).
  func slice(_ range: Range<Int>) -> TextNode {
    if range.count == measure.scalars { return self }
    if range.isEmpty { return .empty }
    switch content {
    case .leaf(let bytes):
      return TextNode(leaf: Array(bytes[byteRange(of: range, in: bytes)]))
    case .branch(let children):
      return TextNode.slice(children, range)
    }
  }

  /// The children entirely within the range as one tree, joined with the parts at both ends.
  private static func slice(_ children: [TextNode], _ range: Range<Int>) -> TextNode {
    var head = TextNode.empty
    var whole: [TextNode] = []
    var tail = TextNode.empty
    forEachOverlap(of: children, with: range) { child, part in
      if part.count == child.measure.scalars {
        whole.append(child)
      } else if part.lowerBound > 0 {
        head = child.slice(part)
      } else {
        tail = child.slice(part)
      }
    }
    return join(join(head, TextNode(row: whole)), tail)
  }
}
