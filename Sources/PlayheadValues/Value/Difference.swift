/// The difference of two values as a tree: the basis of changes, patches and texts.
///
/// It holds only changes, so it can be made without the unchanged parts. A `Part` is a `Value`, or a part
/// that is not encoded yet.
indirect enum Difference<Part> {
  case same
  case replaced(old: Part, new: Part)
  /// A part of a long text was replaced.
  case text(TextChange)
  /// The same container with other parts; the steps cover all parts of both, from the start.
  case inside(Container, steps: [Step])

  enum Step {
    /// This many consecutive parts are unchanged.
    case same(Int)
    /// The part at a place of the old container was removed.
    case removed(PartPosition, Part)
    /// The part at a place of the new container was added.
    case added(PartPosition, Part)
    /// The part is in both, and changed; the place is that in the new container.
    case changed(PartPosition, Difference)
  }

  /// Facts about the containers for texts and patches.
  struct Container {
    var kind: ContainerKind
    /// Whether both look like the same case of an enumeration, with associated values.
    var isCase = false
    /// Whether both are arrays in JSON instead of objects.
    var isJSONArray = false
    /// Both complete containers, if only one of them is an array in JSON.
    var whole: Whole?
  }

  struct Whole {
    var old: Part
    var new: Part
  }
}

extension Difference: Sendable where Part: Sendable {}
extension Difference.Step: Sendable where Part: Sendable {}
extension Difference.Container: Sendable where Part: Sendable {}
extension Difference.Whole: Sendable where Part: Sendable {}

enum ContainerKind: String, Sendable {
  case list, set, dictionary, record
}

/// The place of a part in its container.
struct PartPosition: Sendable {
  /// The index in the container's array.
  var number: Int
  var component: StatePath.Component
}

/// A part of the old container, and the corresponding part of the new one.
struct PartPair: Hashable {
  var old: Int
  var new: Int
  /// Whether the two are known to be equal.
  var isEqual: Bool
}

/// Steps, with runs of unchanged parts joined.
struct StepList<Part> {
  private var changes: [Difference<Part>.Step] = []
  /// The number of unchanged parts before the next step. Values without changes need no storage.
  private var pending = 0

  var hasChanges: Bool { !changes.isEmpty }

  mutating func append(_ step: Difference<Part>.Step) {
    if case .same(let count) = step {
      pending += count
    } else {
      flush()
      changes.append(step)
    }
  }

  /// Adds the parts of two containers, each from the start of a range to its end. `pairs` are the parts that belong
  /// together, in ascending order. Removed parts come before added ones, and those before the next pair.
  mutating func append(
    _ pairs: [PartPair], in old: Range<Int>, _ new: Range<Int>,
    removed: (Int) -> Difference<Part>.Step, added: (Int) -> Difference<Part>.Step,
    both: (PartPair) throws -> Difference<Part>.Step
  ) rethrows {
    var next = (old: old.lowerBound, new: new.lowerBound)
    for pair in pairs {
      for place in next.old..<pair.old { append(removed(place)) }
      for place in next.new..<pair.new { append(added(place)) }
      append(try both(pair))
      next = (pair.old + 1, pair.new + 1)
    }
    for place in next.old..<old.upperBound { append(removed(place)) }
    for place in next.new..<new.upperBound { append(added(place)) }
  }

  /// Reserves room for the usual number of changes before the first.
  private mutating func flush() {
    if changes.isEmpty { changes.reserveCapacity(4) }
    if pending > 0 { changes.append(.same(pending)) }
    pending = 0
  }

  consuming func inside(_ container: @autoclosure () throws -> Difference<Part>.Container) rethrows
    -> Difference<Part>
  {
    guard hasChanges else { return .same }
    flush()
    return .inside(try container(), steps: changes)
  }
}

extension Difference {
  func map<Other>(_ transform: (Part) throws -> Other) rethrows -> Difference<Other> {
    switch self {
    case .same: .same
    case .replaced(let old, let new): .replaced(old: try transform(old), new: try transform(new))
    case .text(let change): .text(change)
    case .inside(let container, let steps):
      .inside(
        Difference<Other>.Container(
          kind: container.kind, isCase: container.isCase, isJSONArray: container.isJSONArray,
          whole: try container.whole.map {
            .init(old: try transform($0.old), new: try transform($0.new))
          }),
        steps: try steps.map { try $0.map(transform) })
    }
  }
}

extension Difference.Step {
  /// The step of a part that is in both containers, and at `place` in the new one.
  init(at place: PartPosition, _ inner: Difference) {
    if case .same = inner { self = .same(1) } else { self = .changed(place, inner) }
  }

  fileprivate func map<Other>(
    _ transform: (Part) throws -> Other
  ) rethrows -> Difference<Other>.Step {
    switch self {
    case .same(let count): .same(count)
    case .removed(let place, let part): .removed(place, try transform(part))
    case .added(let place, let part): .added(place, try transform(part))
    case .changed(let place, let inner): .changed(place, try inner.map(transform))
    }
  }
}
