@testable import TextEditor

extension TextBuffer {
  /// What is wrong with the tree, if anything is: sizes, heights or measures.
  var misshapenNode: String? { root.fault(isRoot: true) }

  /// Where each leaf's bytes lie in memory, in order.
  var leaves: [UnsafeRawPointer?] { root.leaves }
}

extension TextNode {
  fileprivate func fault(isRoot: Bool) -> String? {
    if !isRoot && !isFullEnough { return "a child at height \(height) is too small" }
    switch content {
    case .leaf(let bytes):
      if height != 0 { return "a leaf at height \(height)" }
      if bytes.count > TextNode.leafSize.upperBound { return "a leaf of \(bytes.count) bytes" }
      return measure == TextMeasure(bytes) ? nil : "a leaf measured wrongly"
    case .branch(let children):
      if !(2...TextNode.branchSize.upperBound).contains(children.count) {
        return "\(children.count) children"
      }
      if children.contains(where: { $0.height != height - 1 }) { return "children of two heights" }
      if measure != children.reduce(TextMeasure(), { $0 + $1.measure }) {
        return "a branch measured wrongly"
      }
      return children.lazy.compactMap { $0.fault(isRoot: false) }.first
    }
  }

  fileprivate var leaves: [UnsafeRawPointer?] {
    switch content {
    case .leaf(let bytes): [bytes.withUnsafeBytes { $0.baseAddress }]
    case .branch(let children): children.flatMap(\.leaves)
    }
  }
}
