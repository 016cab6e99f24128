import PlayheadLog
import PlayheadValues

/// The values of a state without parts, and the change that wrote each, as far as it was found.
///
/// Goes back over the changes with all values at once: a change costs as much as it has parts.
final class BlameTree {
  /// A value without parts.
  struct Leaf {
    /// Its path in the state.
    let path: StatePath
    let value: Value
    /// The change that wrote it; nil if it was not found.
    fileprivate(set) var change: PathChange?
  }

  /// The path of all values.
  let path: StatePath
  /// In the order of the values.
  private(set) var leaves: [Leaf] = []
  private let root = Node()
  private var openCount = 0

  /// A value on the way to leaves whose writers are unknown.
  private final class Node {
    /// The number of the leaf; nil if the value has parts.
    var leaf: Int?
    /// The parts of a list or a set by their places, nil for those without open leaves; empty for other values.
    var elements: [Node?] = []
    /// The parts of a record or a dictionary.
    var fields: [StatePath.Component: Node] = [:]

    /// The part with this component, which is added if need be.
    func child(_ component: StatePath.Component) -> Node {
      let new = Node()
      if case .index(let place) = component {
        elements += Array(repeating: nil, count: max(0, place + 1 - elements.count))
        if let known = elements[place] { return known }
        elements[place] = new
      } else {
        if let known = fields[component] { return known }
        fields[component] = new
      }
      return new
    }

    /// The part that a change names, and its key, which may be another reading of the same.
    func field(
      _ component: StatePath.Component
    ) -> (key: StatePath.Component, node: Node)? {
      if let known = fields[component] { return (component, known) }
      // Only the path of the whole may have other readings. It has one part at each level.
      let only =
        fields.first.map { ($0.key, $0.value) }
        ?? elements.last.flatMap(\.self).map {
          (.index(elements.count - 1), $0)
        }
      guard fields.count <= 1, fields.isEmpty || elements.isEmpty, let (key, node) = only,
        key.otherReadings.contains(component)
      else { return nil }
      return (key, node)
    }
  }

  /// The values within `value`, which is at `path` in a state, by the fields of records: some of these change in few
  /// windows.
  static func trees(of value: Value, at path: StatePath) -> [BlameTree] {
    guard case .record(let fields) = value, !fields.isEmpty,
      path.components.allSatisfy({ $0.name != nil })
    else { return [BlameTree(value, at: path)] }
    return fields.flatMap { trees(of: $0.value, at: path.appending(.field($0.name))) }
  }

  private init(_ value: Value, at path: StatePath) {
    self.path = path
    var node = root
    for component in path.components { node = node.child(component) }
    add(value, path, to: node)
    openCount = leaves.count
  }

  /// Whether all writers were found.
  var isComplete: Bool { openCount == 0 }

  private func add(_ value: Value, _ path: StatePath, to node: Node) {
    let parts = value.namedParts
    if parts.isEmpty {
      node.leaf = leaves.count
      leaves.append(Leaf(path: path, value: value))
    }
    for (name, part) in parts { add(part, path.appending(name), to: node.child(name)) }
  }

  /// Goes back over the changes of a step, and notes which values they wrote.
  func undo(_ tree: ChangeTree, of step: Step) {
    var path: [StatePath.Component] = []
    undo(tree, root, &path, step)
  }

  private func undo(
    _ tree: ChangeTree, _ node: Node, _ path: inout [StatePath.Component], _ step: Step
  ) {
    switch (tree, node.leaf) {
    case (.same, _): break
    case (.replaced, let leaf): close(node, path, step, leaf == nil ? .around : .set)
    case (_, _?): close(node, path, step, .inside)
    case (.fields(let fields), nil):
      for (component, field) in fields {
        guard let (key, child) = node.field(component) else { continue }
        path.append(component)
        switch field {
        case .changed(let inner): undo(inner, child, &path, step)
        case .added:
          close(child, path, step, .added)
          node.fields[key] = nil
        case .removed: close(child, path, step, .removed)
        }
        path.removeLast()
      }
    case (.elements(let elements), nil): undo(elements, node, &path, step)
    }
  }

  private func undo(
    _ elements: ChangeTree.Elements, _ node: Node, _ path: inout [StatePath.Component],
    _ step: Step
  ) {
    for (place, inner) in elements.changed where place < node.elements.count {
      guard let child = node.elements[place] else { continue }
      path.append(.index(place))
      undo(inner, child, &path, step)
      path.removeLast()
    }
    for place in elements.added.reversed() where place < node.elements.count {
      if let child = node.elements.remove(at: place) {
        path.append(.index(place))
        close(child, path, step, .added)
        path.removeLast()
      }
    }
    for place in elements.removed where place < node.elements.count {
      node.elements.insert(nil, at: place)
    }
  }

  /// Notes the writer of all open values within a node. `kind` is the change of the node's own value.
  private func close(
    _ node: Node, _ path: [StatePath.Component], _ step: Step, _ kind: PathChange.Kind
  ) {
    if let leaf = node.leaf, leaves[leaf].change == nil {
      leaves[leaf].change = PathChange(step: step, kind: kind, path: StatePath(path))
      openCount -= 1
    }
    for (component, child) in node.fields { close(child, path + [component], step, kind) }
    for (place, child) in node.elements.enumerated() {
      if let child { close(child, path + [.index(place)], step, kind) }
    }
    (node.fields, node.elements) = ([:], [])
  }
}
