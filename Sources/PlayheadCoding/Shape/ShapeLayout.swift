/// Determines, entry by entry, the places of a shape's fields and members.
struct ShapeLayout {
  private(set) var fields: [Kind] = []
  private(set) var containers: [[Shape.Member]] = []
  private(set) var dataMembers: [Int?] = []
  private(set) var indexes: [Int: [String: Int]] = [:]
  private(set) var root: Shape.Location?
  private var depths: [Int] = []
  /// The container of each opening: an earlier one if it was opened before.
  private var opened: [Int] = []
  /// The presence whose value comes next, and its field.
  private var presence: (entry: Shape.Entry, field: Int)?

  /// Whether every presence has its value.
  var isComplete: Bool { presence == nil }

  /// Adds an entry. Returns false if it cannot follow the previous ones.
  mutating func add(_ entry: Shape.Entry) -> Bool {
    let parent = Int(entry.parent)
    guard parent >= -1, parent < opened.count else { return false }
    if let presence {
      guard isValue(entry, of: presence.entry) else { return false }
    } else if entry.kind == .presence || entry.kind == .members {
      return parent >= 0 && addUnnamed(entry)
    }
    let known = place(of: entry)
    let place: Shape.Location
    if entry.kind == .record {
      guard let container = open(known, in: parent) else { return false }
      place = .container(container)
    } else {
      place = .field(fields.count)
      fields.append(entry.kind)
    }
    if parent >= 0 {
      note(
        Shape.Member(key: entry.key, place: place, presence: presence?.field), in: opened[parent])
      presence = nil
      return true
    }
    defer { root = place }
    return root == nil
  }

  /// Adds a field that is no member by itself.
  private mutating func addUnnamed(_ entry: Shape.Entry) -> Bool {
    let field = fields.count
    fields.append(entry.kind)
    if entry.kind == .presence {
      presence = (entry, field)
      return true
    }
    let container = opened[Int(entry.parent)]
    defer { dataMembers[container] = field }
    return dataMembers[container] == nil
  }

  private func isValue(_ entry: Shape.Entry, of presence: Shape.Entry) -> Bool {
    entry.parent == presence.parent && entry.key.utf8.elementsEqual(presence.key.utf8)
      && ![.record, .presence, .members].contains(entry.kind)
  }

  private func place(of entry: Shape.Entry) -> Shape.Location? {
    guard entry.parent >= 0 else { return nil }
    let container = opened[Int(entry.parent)]
    return indexes[container]?[entry.key].map { containers[container][$0].place }
  }

  private mutating func open(_ known: Shape.Location?, in parent: Int) -> Int? {
    if case .container(let again) = known {
      opened.append(again)
      return again
    }
    let depth = parent >= 0 ? depths[opened[parent]] + 1 : 0
    guard depth < Shape.depthLimit else { return nil }
    depths.append(depth)
    opened.append(containers.count)
    containers.append([])
    dataMembers.append(nil)
    return containers.count - 1
  }

  private mutating func note(_ member: Shape.Member, in container: Int) {
    if let index = indexes[container]?[member.key] {
      containers[container][index] = member
    } else {
      indexes[container, default: [:]][member.key] = containers[container].count
      containers[container].append(member)
    }
  }
}
