extension TextNode {
  /// Edits in place if one leaf can hold the result. Otherwise changes nothing, and returns false.
  ///
  /// Nearly all edits of a user are like this.
  mutating func replaceWithinLeaf(_ range: Range<Int>, with text: String.UTF8View) -> Bool {
    // The root may be smaller than a child.
    replaceWithinLeaf(range, with: text, sizes: 0...TextNode.leafSize.upperBound)
  }

  private mutating func replaceWithinLeaf(
    _ range: Range<Int>, with text: String.UTF8View, sizes: ClosedRange<Int>
  ) -> Bool {
    // Take the content out before you change it, so that its array has no other owner.
    switch content {
    case .leaf(var bytes):
      content = .leaf([])
      defer { content = .leaf(bytes) }
      return replace(range, of: &bytes, with: text, sizes: sizes)
    case .branch(var children):
      content = .leaf([])
      defer { content = .branch(children) }
      return replace(range, below: &children, with: text)
    }
  }

  private mutating func replace(
    _ range: Range<Int>, of bytes: inout [UInt8], with text: String.UTF8View,
    sizes: ClosedRange<Int>
  ) -> Bool {
    let old = byteRange(of: range, in: bytes)
    guard sizes.contains(bytes.count - old.count + text.count) else { return false }
    let window = bytes.scalarBefore(old.lowerBound)..<bytes.scalarAfter(old.upperBound)
    let change = text.count - old.count
    let before = TextMeasure(bytes[window])
    bytes.replaceSubrange(old, with: text)
    let after = TextMeasure(bytes[window.lowerBound..<window.upperBound + change])
    measure.exchange(before, for: after, edges: bytes.edges)
    return true
  }

  private mutating func replace(
    _ range: Range<Int>, below children: inout [TextNode], with text: String.UTF8View
  ) -> Bool {
    var start = 0
    for index in children.indices {
      let end = start + children[index].measure.scalars
      if range.upperBound <= end {
        let part = range.lowerBound - start..<range.upperBound - start
        guard
          part.lowerBound >= 0,
          children[index].replaceWithinLeaf(part, with: text, sizes: TextNode.leafSize)
        else { return false }
        measure = children.reduce(TextMeasure()) { $0 + $1.measure }
        return true
      }
      start = end
    }
    return false
  }
}

extension [UInt8] {
  /// The offset of the scalar before an offset, or 0.
  fileprivate func scalarBefore(_ offset: Int) -> Int {
    var offset = offset - 1
    while offset > 0 && self[offset].continuesScalar { offset -= 1 }
    return Swift.max(offset, 0)
  }

  /// The end of the scalar that begins at an offset, or the end of the text.
  fileprivate func scalarAfter(_ offset: Int) -> Int {
    guard offset < count else { return count }
    var offset = offset + 1
    while offset < count && self[offset].continuesScalar { offset += 1 }
    return offset
  }

  /// The measure of the first and the last scalar.
  fileprivate var edges: TextMeasure {
    TextMeasure(self[..<scalarAfter(0)]) + TextMeasure(self[scalarBefore(count)...])
  }
}
