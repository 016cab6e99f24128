/// Two values side by side, as a tree: what a diff's changes, patches and texts are made from.
indirect enum Difference: Sendable {
  /// Nothing changed.
  case same
  /// Another value altogether.
  case replaced(old: Value, new: Value)
  /// The same container with other parts; the steps cover all parts of both, from the start.
  case inside(old: Value, new: Value, steps: [Step])

  /// What became of a part. Places are counted in the container's array, from 0.
  enum Step: Sendable {
    /// This many parts in a row stayed.
    case same(Int)
    /// The old container's part is gone.
    case removed(Int)
    /// The new container's part is new.
    case added(Int)
    /// The part is in both, and changed.
    case changed(old: Int, new: Int, Difference)
  }
}

extension Difference {
  init(from old: Value, to new: Value) {
    switch (old, new) {
    case (.list(let a), .list(let b)):
      self = .container(old, new, ListAlignment(of: a, with: b).pairs)
    case (.set(let a), .set(let b)): self.init(keyed: old, a, new, b)
    case (.dictionary(let a), .dictionary(let b)):
      self.init(keyed: old, a.map(\.key), new, b.map(\.key))
    case (.record(let a), .record(let b)):
      self.init(keyed: old, a.map { .string($0.name) }, new, b.map { .string($0.name) })
    default:
      self = old == new ? .same : .replaced(old: old, new: new)
    }
  }

  /// Containers whose parts are known by a key: a name, a dictionary's key, a set's element.
  private init(keyed old: Value, _ oldKeys: [Value], _ new: Value, _ newKeys: [Value]) {
    guard let pairs = KeyAlignment.pairs(of: oldKeys, with: newKeys) else {
      self = old == new ? .same : .replaced(old: old, new: new)
      return
    }
    let isOtherCase =
      old.kind == .record && pairs.isEmpty && !oldKeys.isEmpty && !newKeys.isEmpty
    self = isOtherCase ? .replaced(old: old, new: new) : .container(old, new, pairs)
    // A key that occurs twice names no place.
    if case .inside = self, KeyAlignment.repeats(oldKeys) || KeyAlignment.repeats(newKeys) {
      self = .replaced(old: old, new: new)
    }
  }

  /// Puts the parts of both in one row: `pairs` are those that belong together, in ascending order.
  private static func container(
    _ old: Value, _ new: Value, _ pairs: [PartPair]
  ) -> Difference {
    var steps = StepList()
    var (i, j) = (0, 0)
    for pair in pairs + [PartPair(old: old.parts, new: new.parts, isEqual: true)] {
      while i < pair.old { steps.append(.removed(i)); i += 1 }
      while j < pair.new { steps.append(.added(j)); j += 1 }
      guard i < old.parts, j < new.parts else { break }
      steps.append(step(for: pair, old, new))
      (i, j) = (i + 1, j + 1)
    }
    return steps.hasChanges ? .inside(old: old, new: new, steps: steps.steps) : .same
  }

  private static func step(for pair: PartPair, _ old: Value, _ new: Value) -> Step {
    guard !pair.isEqual else { return .same(1) }
    let inner = Difference(from: old.part(pair.old), to: new.part(pair.new))
    if case .same = inner { return .same(1) }
    return .changed(old: pair.old, new: pair.new, inner)
  }
}

/// A part of the old container and the part of the new one that it became.
struct PartPair: Hashable {
  var old: Int
  var new: Int
  /// Known to be equal, and not to be compared again.
  var isEqual: Bool
}

/// Steps, with runs of unchanged parts joined.
private struct StepList {
  private(set) var steps: [Difference.Step] = []
  private(set) var hasChanges = false

  mutating func append(_ step: Difference.Step) {
    guard case .same(let count) = step else {
      hasChanges = true
      steps.append(step)
      return
    }
    if case .same(let before) = steps.last {
      steps[steps.count - 1] = .same(before + count)
    } else {
      steps.append(step)
    }
  }
}

// MARK: - Parts by place

extension Value {
  /// How many parts a container has.
  var parts: Int {
    switch self {
    case .list(let elements), .set(let elements): elements.count
    case .dictionary(let entries): entries.count
    case .record(let fields): fields.count
    default: 0
    }
  }

  /// The part at a place that exists.
  func part(_ place: Int) -> Value {
    switch self {
    case .list(let elements), .set(let elements): elements[place]
    case .dictionary(let entries): entries[place].value
    case .record(let fields): fields[place].value
    default: .null
    }
  }

  /// The step of a path to the part at a place that exists.
  func component(_ place: Int) -> Path.Component {
    switch self {
    case .dictionary(let entries): .key(entries[place].key)
    case .record(let fields): .field(fields[place].name)
    default: .index(place)
    }
  }
}
