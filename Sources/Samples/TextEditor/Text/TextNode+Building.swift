extension TextNode {
  /// The tree of a text.
  init(_ utf8: String.UTF8View) {
    self.init(bytes: Array(utf8))
  }

  /// The tree of a text.
  init(bytes: [UInt8]) {
    if bytes.count <= TextNode.leafSize.upperBound {
      self.init(leaf: bytes)
    } else {
      self.init(row: TextNode.leaves(of: bytes))
    }
  }

  /// The tree over a row of nodes of equal height, each full enough.
  init(row nodes: [TextNode]) {
    var level = nodes
    while level.count > 1 {
      let parts = evenParts(of: level.count, atMost: TextNode.branchSize.upperBound)
      level = parts.map { TextNode(branch: Array(level[$0])) }
    }
    self = level.first ?? .empty
  }

  private static func leaves(of bytes: [UInt8]) -> [TextNode] {
    evenParts(of: bytes.count, atMost: cutSize).map { part in
      let start = scalarStart(in: bytes, near: part.lowerBound)
      let end = scalarStart(in: bytes, near: part.upperBound)
      return TextNode(leaf: Array(bytes[start..<end]))
    }
  }

  /// The first byte of the scalar that the byte at `index` belongs to.
  private static func scalarStart(in bytes: [UInt8], near index: Int) -> Int {
    var start = index
    while start < bytes.count && bytes[start].continuesScalar { start -= 1 }
    return start
  }
}

/// Splits `count` elements into the fewest ranges of at most `limit`, of similar lengths.
private func evenParts(of count: Int, atMost limit: Int) -> [Range<Int>] {
  let parts = (count + limit - 1) / limit
  return (0..<parts).map { count * $0 / parts..<count * ($0 + 1) / parts }
}

extension UInt8 {
  /// Whether this byte of UTF-8 is not the first of its scalar.
  var continuesScalar: Bool { self & 0xC0 == 0x80 }
}
