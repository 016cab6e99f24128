extension TextNode {
  /// The whole text.
  var string: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(measure.bytes)
    append(0..<measure.scalars, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A part of the text. The range must be in it.
  func string(in range: Range<Int>) -> String {
    var bytes: [UInt8] = []
    append(range, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func append(_ range: Range<Int>, to output: inout [UInt8]) {
    switch content {
    case .leaf(let bytes):
      output.append(contentsOf: bytes[byteRange(of: range, in: bytes)])
    case .branch(let children):
      TextNode.forEachOverlap(of: children, with: range) { child, part in
        child.append(part, to: &output)
      }
    }
  }

  /// Calls `body` with each child that has scalars in the range, and with the range of these in the child.
  static func forEachOverlap(
    of children: [TextNode], with range: Range<Int>, _ body: (TextNode, Range<Int>) -> Void
  ) {
    var start = 0
    for child in children where start < range.upperBound {
      let end = start + child.measure.scalars
      if end > range.lowerBound {
        body(child, max(range.lowerBound - start, 0)..<min(range.upperBound, end) - start)
      }
      start = end
    }
  }

  /// The number of newlines before a position, which must be in the text.
  func newlines(before position: Int) -> Int {
    switch content {
    case .leaf(let bytes):
      let end = byteRange(of: 0..<position, in: bytes).upperBound
      return bytes[..<end].count { $0 == UInt8(ascii: "\n") }
    case .branch(let children):
      var start = 0
      var newlines = 0
      for child in children {
        let end = start + child.measure.scalars
        if position < end { return newlines + child.newlines(before: position - start) }
        newlines += child.measure.newlines
        start = end
      }
      return newlines
    }
  }

  /// The position right after a newline, counted from 1; the end of the text if there are fewer.
  func end(ofNewline number: Int) -> Int {
    switch content {
    case .leaf(let bytes):
      return TextNode.end(ofNewline: number, in: bytes)
    case .branch(let children):
      var start = 0
      var missing = number
      for child in children {
        if missing <= child.measure.newlines { return start + child.end(ofNewline: missing) }
        missing -= child.measure.newlines
        start += child.measure.scalars
      }
      return start
    }
  }

  private static func end(ofNewline number: Int, in bytes: [UInt8]) -> Int {
    var scalars = 0
    var missing = number
    for byte in bytes where missing > 0 {
      scalars += byte.continuesScalar ? 0 : 1
      missing -= byte == UInt8(ascii: "\n") ? 1 : 0
    }
    return scalars
  }

  /// The bytes of a range of a leaf's scalars.
  func byteRange(of range: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
    // If every scalar is one byte, as in most program text, positions are byte offsets.
    if measure.scalars == bytes.count { return range }
    let start = bytes.offset(from: 0, advancedByScalars: range.lowerBound)
    return start..<bytes.offset(from: start, advancedByScalars: range.count)
  }
}

extension [UInt8] {
  /// The offset of the scalar `count` scalars after the one at `start`.
  fileprivate func offset(from start: Int, advancedByScalars count: Int) -> Int {
    var offset = start
    var missing = count
    while offset < self.count {
      if !self[offset].continuesScalar {
        if missing == 0 { return offset }
        missing -= 1
      }
      offset += 1
    }
    return offset
  }
}
