/// Numbers distinct shapes, at the cost of one comparison per written field.
///
/// The shapes form a trie with entries as edges. An encoder follows it while it writes, and the node at the
/// end of a value stands for the shape. The last edge is tried first, so similar values need no lookup.
/// Unchecked properties: see `RowBuilder`.
package final class ShapeTable {
  /// The node at which writing begins.
  package static let start: Int32 = 0

  @exclusivity(unchecked) package private(set) var shapes: [Shape] = []
  /// The number of shapes, for every action; asking the array would count references.
  @exclusivity(unchecked) package private(set) var shapeCount = 0
  @exclusivity(unchecked) private var stack = Stack<Node>(capacity: 64)
  private var edges: [Edge: Int32] = [:]

  package init() { stack.append(Node()) }

  deinit { stack.close() }

  /// Removes all shapes; numbers start again from 0.
  func removeAll() {
    stack.truncate(to: 0)
    stack.append(Node())
    (shapes, shapeCount, edges) = ([], 0, [:])
  }

  /// The memory of the table, in nodes.
  package var size: Int { stack.count }

  private var nodes: UnsafeMutablePointer<Node> { stack.elements }

  /// The node reached from `node` by writing `kind` under `key` of container `parent`.
  @inline(__always)
  package func step(from node: Int32, parent: Int32, key: String, kind: Kind) -> Int32 {
    let likely = nodes[Int(node)].likely
    if likely > 0, isReached(nodes + Int(likely), by: kind, key, parent) { return likely }
    return search(from: node, parent: parent, key: key, kind: kind)
  }

  /// The number of the shape that ends at `node`; −1 if the entries are not one value.
  @inline(__always)
  package func shape(at node: Int32) -> Int {
    let known = nodes[Int(node)].shape
    return known >= 0 ? Int(known) : addShape(at: node)
  }

  /// Whether one step leads from `earlier` to `node`, and writes one of `kinds`.
  func isStep(to node: Int32, from earlier: Int32, writing kinds: Kind...) -> Bool {
    node > 0 && nodes[Int(node)].previous == earlier && kinds.contains(nodes[Int(node)].kind)
  }

  /// The number of edges to try one by one before a lookup; most nodes have one or two.
  private static let siblingLimit = 8

  @inline(never)
  private func search(from node: Int32, parent: Int32, key: String, kind: Kind) -> Int32 {
    var next = nodes[Int(node)].child
    var tried = 0
    while next > 0, tried < Self.siblingLimit {
      if isReached(nodes + Int(next), by: kind, key, parent) { break }
      next = nodes[Int(next)].sibling
      tried += 1
    }
    if next <= 0 || tried == Self.siblingLimit {
      next = lookUp(Edge(node: node, parent: parent, kind: kind, key: key))
    }
    nodes[Int(node)].likely = next
    return next
  }

  private func lookUp(_ edge: Edge) -> Int32 {
    if let known = edges[edge] { return known }
    let new = Int32(size)
    var node = Node(from: edge)
    node.sibling = nodes[Int(edge.node)].child
    stack.append(node)
    nodes[Int(edge.node)].child = new
    edges[edge] = new
    return new
  }

  @inline(never)
  private func addShape(at node: Int32) -> Int {
    var entries: [Shape.Entry] = []
    var walk = node
    while walk != Self.start {
      let edge = nodes[Int(walk)]
      entries.append(Shape.Entry(parent: edge.parent, key: edge.key, kind: edge.kind))
      walk = edge.previous
    }
    guard let shape = Shape(entries.reversed()) else { return -1 }
    nodes[Int(node)].shape = Int32(shapes.count)
    shapes.append(shape)
    shapeCount += 1
    return shapes.count - 1
  }

  private struct Edge: Hashable {
    var node: Int32
    var parent: Int32
    var kind: Kind
    var key: String

    /// Strings with different bytes can be equal, but are different keys in the log.
    static func == (left: Edge, right: Edge) -> Bool {
      left.node == right.node && left.parent == right.parent && left.kind == right.kind
        && left.key.utf8.elementsEqual(right.key.utf8)
    }
  }

  private struct Node {
    var key = ""
    var parent: Int32 = -1
    var previous: Int32 = -1
    /// The edge that was last followed.
    var likely: Int32 = -1
    /// The newest child, and the next older sibling.
    var child: Int32 = -1
    var sibling: Int32 = -1
    var shape: Int32 = -1
    var kind = Kind.record
    var isASCII = true

    init() {}

    init(from edge: Edge) {
      key = edge.key
      parent = edge.parent
      previous = edge.node
      kind = edge.kind
      isASCII = key.utf8.allSatisfy { $0 < 0x80 }
    }
  }

  /// Takes a pointer, because a copy of the node would count references to its key.
  @inline(__always)
  private func isReached(
    _ node: UnsafeMutablePointer<Node>, by kind: Kind, _ key: String, _ parent: Int32
  ) -> Bool {
    guard node.pointee.kind == kind, node.pointee.parent == parent, node.pointee.key == key else {
      return false
    }
    // Equal strings may differ in their bytes, and then are different keys.
    return node.pointee.isASCII
      ? node.pointee.key.utf8.count == key.utf8.count
      : node.pointee.key.utf8.elementsEqual(key.utf8)
  }
}
