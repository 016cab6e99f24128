/// A node of the tree inside a `TextBuffer`: a piece of text, or a row of nodes of equal height.
///
/// Both kinds are stored in arrays, which copy on write: a node with one owner changes in place. A node with
/// several owners is copied alone, without its children.
struct TextNode: Sendable {
  /// The content of a node.
  enum Content: Sendable {
    case leaf([UInt8])
    case branch([TextNode])
  }

  /// The content, always in step with `measure`.
  var content: Content

  /// The measure of all content below.
  var measure: TextMeasure

  /// The number of levels below: 0 for a leaf.
  let height: Int

  /// The node of the empty text.
  static let empty = TextNode(leaf: [])

  /// A leaf.
  init(leaf bytes: [UInt8]) {
    content = .leaf(bytes)
    measure = TextMeasure(bytes)
    height = 0
  }

  /// A branch. Its children must have one height, and there must be some.
  init(branch children: [TextNode]) {
    content = .branch(children)
    measure = children.reduce(TextMeasure()) { $0 + $1.measure }
    height = (children.first?.height ?? 0) + 1
  }

  /// Whether the node is full enough to be a child. Only a root may be less full.
  var isFullEnough: Bool {
    switch content {
    case .leaf(let bytes): bytes.count >= TextNode.leafSize.lowerBound
    case .branch(let children): children.count >= TextNode.branchSize.lowerBound
    }
  }

  /// The bytes of a leaf. A typed character moves half a leaf, and a copy on write copies one, so leaves are
  /// small. The largest is four times the smallest, so that a leaf just split or joined is many edits away
  /// from the next split or join.
  static let leafSize = 128...512

  /// The bytes of each leaf when a long text is split: three quarters of the most, so that typing into a new
  /// text does not split every leaf it touches.
  static let cutSize = 384

  /// The children of a branch. With sixteen, a book of a million characters has four levels. With more,
  /// copying a branch would cost more than copying a leaf.
  static let branchSize = 4...16
}
