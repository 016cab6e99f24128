/// Numbers distinct shapes, at the cost of one comparison per written field.
///
/// The shapes form a trie with entries as edges. An encoder follows it while it writes, and the node at the
/// end of a value stands for the shape. The last edge is tried first, so similar values need no lookup.
/// Unchecked properties: see `RowBuilder`.
package final class ShapeTable {
  /// The node at which writing begins.
  package static let start: Int32 = 0

  @exclusivity(unchecked) package private(set) var shapes: [Shape] = []
  /// The number of the first of them. A number never means two shapes, also if the table starts over.
  @exclusivity(unchecked) package private(set) var firstNumber = 0
  @exclusivity(unchecked) private var stack = Stack<Node>(capacity: 64)
  private var edges: [Edge: Int32] = [:]
  /// The value in which each shape was last used.
  @exclusivity(unchecked) private var uses: [UInt64] = []
  @exclusivity(unchecked) private var value: UInt64 = 0

  package init() { stack.append(Node()) }

  deinit { stack.close() }

  /// Removes all shapes. Later ones have other numbers.
  func removeAll() {
    stack.truncate(to: 0)
    stack.append(Node())
    firstNumber += shapes.count
    (shapes, edges, uses) = ([], [:], [])
  }

  /// The shape with this number, which the table has.
  package subscript(number: Int) -> Shape { shapes[number - firstNumber] }

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
    return known >= 0 ? firstNumber + Int(known) : addShape(at: node)
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
    uses.append(0)
    return firstNumber + shapes.count - 1
  }

  // MARK: Uses

  /// Begins a value, in which no shape has been used.
  @inline(__always)
  func beginUses() { value &+= 1 }

  /// Whether the value has not used this shape before. It has now.
  @inline(__always)
  func isFirstUse(of number: Int) -> Bool {
    defer { uses[number - firstNumber] = value }
    return uses[number - firstNumber] != value
  }

  // MARK: Types

  /// Whether the last value that was written from `node` on has this type, and has been written in one way only
  /// since the table's `generation`.
  @inline(__always)
  func isFixed(_ type: UInt, at node: Int32, _ generation: Int32) -> Bool {
    nodes[Int(node)].type == type && nodes[Int(node)].generation == generation
  }

  /// Notes that a value of a type was written from one node to another. Returns false if the last value of the
  /// type was written in another way.
  @inline(__always)
  func note(_ type: UInt, from node: Int32, to end: Int32, _ generation: Int32) -> Bool {
    guard !isFixed(type, at: node, generation) else { return nodes[Int(node)].end == end }
    nodes[Int(node)].type = type
    nodes[Int(node)].generation = generation
    nodes[Int(node)].end = end
    return true
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
    /// The last type that was written from here on, where its value ended, and when that was noted.
    var end: Int32 = -1
    var type: UInt = 0
    var generation: Int32 = 0
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
