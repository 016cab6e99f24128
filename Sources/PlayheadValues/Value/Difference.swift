/// The difference of two values as a tree: changes, patches and texts are made from it.
///
/// It holds only what changed, so that it can be made without what stayed. A `Part` is a `Value`, or a part that is
/// yet to be encoded.
indirect enum Difference<Part> {
  /// Nothing changed.
  case same
  /// Another value altogether.
  case replaced(old: Part, new: Part)
  /// The same container with other parts; the steps cover all parts of both, from the start.
  case inside(Container, steps: [Step])

  /// What became of a part.
  enum Step {
    /// This many parts in a row stayed.
    case same(Int)
    /// The part at a place of the old container is gone.
    case removed(PartPlace, Part)
    /// The part at a place of the new container is new.
    case added(PartPlace, Part)
    /// The part is in both, and changed; its place is that in the new container.
    case changed(PartPlace, Difference)
  }

  /// What texts and patches must know of the containers.
  struct Container {
    var kind: ContainerKind
    /// Whether both look like the same case of an enumeration, with associated values.
    var isCase = false
    /// Whether both are arrays in JSON, and not objects.
    var isJSONArray = false
    /// Both containers whole, if only one of them is an array in JSON.
    var whole: Whole?
  }

  /// A container before and after.
  struct Whole {
    var old: Part
    var new: Part
  }
}

extension Difference: Sendable where Part: Sendable {}
extension Difference.Step: Sendable where Part: Sendable {}
extension Difference.Container: Sendable where Part: Sendable {}
extension Difference.Whole: Sendable where Part: Sendable {}

extension Difference: Codable where Part: Codable {}
extension Difference.Step: Codable where Part: Codable {}
extension Difference.Container: Codable where Part: Codable {}
extension Difference.Whole: Codable where Part: Codable {}

/// A kind of value that has parts.
enum ContainerKind: String, Codable, Sendable {
  case list, set, dictionary, record
}

/// Where a part is in its container.
struct PartPlace: Codable, Sendable {
  /// Counted in the container's array, from 0.
  var number: Int
  /// The step of a path that leads there.
  var component: StatePath.Component
}

/// A part of the old container and the part of the new one that it became.
struct PartPair: Hashable {
  var old: Int
  var new: Int
  /// Known to be equal, and not to be compared again.
  var isEqual: Bool
}

/// Steps, with runs of unchanged parts joined.
struct StepList<Part> {
  private var changes: [Difference<Part>.Step] = []
  /// How many unchanged parts come next. Nothing is stored for values without any change.
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

  /// Before the first change there is room for what most values have.
  private mutating func flush() {
    if changes.isEmpty { changes.reserveCapacity(4) }
    if pending > 0 { changes.append(.same(pending)) }
    pending = 0
  }

  /// What became of a container.
  consuming func inside(_ container: @autoclosure () throws -> Difference<Part>.Container) rethrows
    -> Difference<Part>
  {
    guard hasChanges else { return .same }
    flush()
    return .inside(try container(), steps: changes)
  }
}

extension Difference {
  /// The same difference with transformed parts.
  func map<Other>(_ transform: (Part) throws -> Other) rethrows -> Difference<Other> {
    switch self {
    case .same: .same
    case .replaced(let old, let new): .replaced(old: try transform(old), new: try transform(new))
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
