import PlayheadValues

/// Collects the events at each path within the present block of steps.
final class PostingDrafts {
  /// The most bytes of a value that the index keeps. Larger values are in the states.
  private static let valueLimit = 24

  /// The number of events.
  private(set) var events = 0
  private let file: ChangeFile
  private let root = Node(path: ChangeDirectory.root, lists: 0)
  private var drafts: [(series: PostingSeries, posting: Posting)] = []
  /// The nodes that have drafts.
  private var changed: [Node] = []

  /// A path with events. All elements of a list have one path.
  private final class Node {
    let path: Int
    let lists: Int
    var children: [StatePath.Component: Node] = [:]
    /// The node's drafts by layer, as indices into the list of all.
    var drafts: [PostingLayer: Int] = [:]

    init(path: Int, lists: Int) { (self.path, self.lists) = (path, lists) }
  }

  init(_ file: ChangeFile) { self.file = file }

  /// Ends the block: returns its events, and forgets them.
  func end() -> [(series: PostingSeries, posting: Posting)] {
    let ended = drafts
    for node in changed { node.drafts = [:] }
    (drafts, changed, events) = ([], [], 0)
    return ended
  }

  /// Adds a change at a step: an event at its path, and one at each path around it.
  func note(_ change: TrackedChange, at step: UInt64) {
    let event: Posting.Event =
      change.new == nil ? .removed : change.old == nil ? .added : .set
    // A value that cannot be encoded is unknown to the index; who asks for it learns why.
    let value = (try? change.new?.value(upTo: Self.valueLimit)) ?? nil
    var node = root
    var places: [Int] = []
    for component in change.path {
      append(step, .inside, at: node, places, nil)
      if case .index(let place) = component { places.append(place) }
      node = child(component, of: node)
    }
    append(step, event, at: node, places, value)
  }

  private func append(
    _ step: UInt64, _ event: Posting.Event, at node: Node, _ places: [Int], _ value: Value?
  ) {
    let draft = draft(of: node, event == .inside ? .inside : .own)
    drafts[draft].posting.append(step, event, at: places, value)
    events += 1
  }

  private func draft(of node: Node, _ layer: PostingLayer) -> Int {
    if let known = node.drafts[layer] { return known }
    if node.drafts.isEmpty { changed.append(node) }
    node.drafts[layer] = drafts.count
    let series = PostingSeries(path: node.path, layer: layer, lists: node.lists)
    drafts.append((series, Posting(lists: node.lists)))
    return drafts.count - 1
  }

  private func child(_ component: StatePath.Component, of node: Node) -> Node {
    let key: StatePath.Component = component.isPlace ? .index(0) : component
    if let known = node.children[key] { return known }
    let path = file.makePath(node.path, component)
    let child = Node(path: path, lists: node.lists + (component.isPlace ? 1 : 0))
    node.children[key] = child
    return child
  }
}
