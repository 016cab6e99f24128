/// Gives every distinct shape a number, at the cost of one comparison per written field.
///
/// The shapes seen so far form a trie whose edges are entries; an encoder walks it as it writes,
/// and the node at which a value ends stands for its shape. The edge taken last is tried first, so
/// a stream of like values costs no look-up at all.
package final class ShapeTable {
  /// Where a walk begins.
  package static let start: Int32 = 0

  package private(set) var shapes: [Shape] = []
  private var nodes: [Node] = [Node()]
  private var edges: [Edge: Int32] = [:]

  package init() {}

  /// How much memory the table holds on to, in nodes.
  package var size: Int { nodes.count }

  /// The node reached from `node` by writing `kind` under `key` of container `parent`.
  @inline(__always)
  package func step(from node: Int32, parent: Int32, key: String, kind: Kind) -> Int32 {
    let likely = nodes[Int(node)].likely
    if likely > 0, nodes[Int(likely)].isReached(by: kind, key, parent) { return likely }
    return search(from: node, parent: parent, key: key, kind: kind)
  }

  /// The number of the shape whose writing ends at `node`; −1 if what was written is not one value.
  @inline(__always)
  package func shape(at node: Int32) -> Int {
    let known = nodes[Int(node)].shape
    return known >= 0 ? Int(known) : addShape(at: node)
  }

  @inline(never)
  private func search(from node: Int32, parent: Int32, key: String, kind: Kind) -> Int32 {
    let edge = Edge(node: node, parent: parent, kind: kind, key: key)
    let next: Int32
    if let known = edges[edge] {
      next = known
    } else {
      next = Int32(nodes.count)
      nodes.append(Node(from: edge))
      edges[edge] = next
    }
    nodes[Int(node)].likely = next
    return next
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
    return shapes.count - 1
  }

  private struct Edge: Hashable {
    var node: Int32
    var parent: Int32
    var kind: Kind
    var key: String
  }

  private struct Node {
    var key = ""
    var parent: Int32 = -1
    var previous: Int32 = -1
    var likely: Int32 = -1
    var shape: Int32 = -1
    var kind = Kind.record

    init() {}

    init(from edge: Edge) {
      key = edge.key
      parent = edge.parent
      previous = edge.node
      kind = edge.kind
    }

    @inline(__always)
    func isReached(by kind: Kind, _ key: String, _ parent: Int32) -> Bool {
      self.kind == kind && self.parent == parent && self.key == key
    }
  }
}
