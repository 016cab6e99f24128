/// A node of the tree inside a `TextBuffer`: a piece of text, or a row of nodes of equal height.
///
/// Both kinds live in arrays, so copying on write is the arrays' own: a node changes in place when
/// nobody else holds it, and is copied by itself, without its children, when somebody does.
struct TextNode: Sendable {
  /// What a node holds.
  enum Content: Sendable {
    case leaf([UInt8])
    case branch([TextNode])
  }

  /// The content, always in step with `measure`.
  var content: Content

  /// The measure of everything below.
  var measure: TextMeasure

  /// How many levels of nodes lie below: 0 for a leaf.
  let height: Int

  /// The node of the empty text.
  static let empty = TextNode(leaf: [])

  /// A leaf.
  init(leaf bytes: [UInt8]) {
    content = .leaf(bytes)
    measure = TextMeasure(bytes)
    height = 0
  }

  /// A branch; its children have one height and are not none.
  init(branch children: [TextNode]) {
    content = .branch(children)
    measure = children.reduce(TextMeasure()) { $0 + $1.measure }
    height = (children.first?.height ?? 0) + 1
  }

  /// Whether the node is full enough to be a child; only a root may be less.
  var isFullEnough: Bool {
    switch content {
    case .leaf(let bytes): bytes.count >= TextNode.leafSize.lowerBound
    case .branch(let children): children.count >= TextNode.branchSize.lowerBound
    }
  }

  /// How many bytes a leaf takes. A typed character moves half a leaf and a copy on write copies
  /// one, so leaves are small; the largest is 4 × the smallest, so that a leaf just split or just
  /// joined is many edits away from the next.
  static let leafSize = 128...512

  /// How many bytes each leaf gets when a long text is cut: three quarters of the most, so that
  /// typing into a text just loaded does not split every leaf it touches.
  static let cutSize = 384

  /// How many children a branch takes. Sixteen keep a book of a million characters at four levels;
  /// more would make copying a branch dearer than copying a leaf.
  static let branchSize = 4...16
}
