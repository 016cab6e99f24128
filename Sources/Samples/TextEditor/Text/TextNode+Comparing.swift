extension TextNode {
  /// Whether both trees have the same text, however it is split into pieces.
  ///
  /// Skips shared pieces: O(log n) if one text came from the other by an edit, O(n) if they share nothing.
  func hasSameText(as other: TextNode) -> Bool {
    guard measure.bytes == other.measure.bytes else { return false }
    var (mine, theirs) = (TextCursor(self), TextCursor(other))
    while true {
      if mine.piece.isEmpty, theirs.piece.isEmpty {
        mine.skipShared(with: &theirs)
      }
      // The texts are equally long, so they end together.
      guard mine.openPiece(), theirs.openPiece() else { return true }
      let length = min(mine.piece.count, theirs.piece.count)
      guard mine.piece.prefix(length).elementsEqual(theirs.piece.prefix(length)) else {
        return false
      }
      mine.piece.removeFirst(length)
      theirs.piece.removeFirst(length)
    }
  }

  /// Whether both have their content in the same memory.
  fileprivate func sharesContent(with other: TextNode) -> Bool {
    switch (content, other.content) {
    case (.leaf(let mine), .leaf(let theirs)): mine.isSameStorage(as: theirs)
    case (.branch(let mine), .branch(let theirs)): mine.isSameStorage(as: theirs)
    default: false
    }
  }
}

/// A place in a tree's text: the rest of a leaf, then the next nodes.
private struct TextCursor {
  var piece: ArraySlice<UInt8> = []
  /// The next node is the last one.
  private var nodes: [TextNode]

  init(_ root: TextNode) {
    nodes = [root]
  }

  /// Skips next nodes that both share. Both cursors are between two leaves.
  mutating func skipShared(with other: inout TextCursor) {
    while let mine = nodes.last, let theirs = other.nodes.last {
      if mine.sharesContent(with: theirs) {
        nodes.removeLast()
        other.nodes.removeLast()
      } else {
        let (isOpened, isOtherOpened) = (
          mine.height >= theirs.height && openBranch(),
          theirs.height >= mine.height && other.openBranch()
        )
        guard isOpened || isOtherOpened else { return }
      }
    }
  }

  /// Replaces a branch by its children. Returns false if the next node is not a branch.
  private mutating func openBranch() -> Bool {
    guard let next = nodes.last, case .branch(let children) = next.content else { return false }
    nodes.removeLast()
    nodes.append(contentsOf: children.reversed())
    return true
  }

  /// Takes the next leaf if the last one is used up. Returns false at the end.
  mutating func openPiece() -> Bool {
    while piece.isEmpty {
      if openBranch() { continue }
      guard let next = nodes.popLast(), case .leaf(let bytes) = next.content else { return false }
      piece = bytes[...]
    }
    return true
  }
}

extension Array {
  /// Whether both are one piece of memory.
  fileprivate func isSameStorage(as other: [Element]) -> Bool {
    withUnsafeBufferPointer { mine in
      other.withUnsafeBufferPointer { mine.baseAddress == $0.baseAddress && mine.count == $0.count }
    }
  }
}
