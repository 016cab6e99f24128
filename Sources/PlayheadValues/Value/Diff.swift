/// The changes that lead from one value to another.
///
/// ```swift
/// let diff = Diff(from: before, to: after)
/// for change in diff.changes { print(change.path) }
/// print(diff.text())
/// ```
///
/// If you apply the changes in order to the first value, you get the second. Within one list, set, dictionary
/// or record, the order minimizes moves: removals first, from the end (their paths are places in the first
/// value), then everything else from the start (their paths are places in the second).
///
/// - Lists: the shortest edit script finds unchanged elements, with limited effort (see `ListAlignment`); an
///   element that changed inside has changes below it.
/// - Sets: removals and insertions. Dictionaries: by key. Records: by field.
/// - Replaced as a whole: values of another kind; records with the same fields in another order, or without a
///   common field (another case of an enumeration); records and dictionaries with a name twice.
///
/// A diff costs time and memory proportional to the values; parts that share memory are skipped. Elements of
/// nested lists are compared once per enclosing list.
public struct Diff: Sendable {
  /// The changes, in the order in which they apply.
  public let changes: [Change]
  /// The changes as a tree, with counts of unchanged parts: the basis of texts and patches.
  let difference: Difference<Value>

  /// The changes from `old` to `new`; none if they are equal.
  public init(from old: Value, to new: Value) {
    self.init(Difference(from: old, to: new))
  }

  init(_ difference: Difference<Value>) {
    self.difference = difference
    changes = difference.changes
  }

  /// Whether both values were equal.
  public var isEmpty: Bool { changes.isEmpty }

  /// The same changes, with only what differs of texts that both take more than `limit` bytes of UTF-8. See
  /// ``Change/offset``.
  package func abridged(over limit: Int) -> Diff { Diff(difference.abridged(over: limit)) }
}

extension Diff: Hashable {
  /// Whether both have the same changes.
  public static func == (left: Diff, right: Diff) -> Bool { left.changes == right.changes }

  /// Hashes the changes.
  public func hash(into hasher: inout Hasher) { hasher.combine(changes) }
}

extension Diff: Codable {
  /// Writes the changes, and counts of unchanged parts.
  public func encode(to encoder: any Encoder) throws { try difference.encode(to: encoder) }

  /// Reads what `encode(to:)` wrote.
  public init(from decoder: any Decoder) throws { self.init(try Difference(from: decoder)) }
}

/// One changed place, with its old and new value, or with what differs of two long texts.
public struct Change: Codable, Hashable, Sendable {
  /// The place.
  public var path: StatePath
  /// The old value; `nil` if the place is new.
  public var old: Value?
  /// The new value; `nil` if the place is gone.
  public var new: Value?
  /// The position of a new field or dictionary entry among its siblings; `nil` for the end.
  public var position: Int?
  /// The number of Unicode scalars before the parts of two long texts that differ: `old` and `new` are only these. Nil
  /// if they are whole values.
  public var offset: Int?

  /// The change at `path` from `old` to `new`.
  public init(path: StatePath, old: Value?, new: Value?, position: Int? = nil) {
    self.path = path
    self.old = old
    self.new = new
    self.position = position
  }
}

extension Difference where Part == Value {
  /// The tree's changes, in an order in which you can apply them.
  var changes: [Change] {
    var changes: [Change] = []
    var path = StatePath()
    collect(at: &path, into: &changes)
    return changes
  }

  /// The same with only what differs of texts of more than `limit` bytes each.
  func abridged(over limit: Int) -> Difference {
    switch self {
    case .same, .text: return self
    case .replaced(.string(let old), .string(let new))
    where old.utf8.count > limit && new.utf8.count > limit:
      return .text(TextChange(from: old, to: new))
    case .replaced: return self
    case .inside(let container, let steps):
      return .inside(
        container,
        steps: steps.map { step in
          guard case .changed(let place, let inner) = step else { return step }
          return .changed(place, inner.abridged(over: limit))
        })
    }
  }

  private func collect(at path: inout StatePath, into changes: inout [Change]) {
    switch self {
    case .same: break
    case .replaced(let old, let new): changes.append(Change(path: path, old: old, new: new))
    case .text(let text):
      var change = Change(path: path, old: .string(text.old), new: .string(text.new))
      change.offset = text.place
      changes.append(change)
    case .inside(_, let steps):
      for (place, part) in steps.removals() {
        changes.append(Change(path: path.appending(place.component), old: part, new: nil))
      }
      for step in steps {
        switch step {
        case .same, .removed: break
        case .added(let place, let part):
          changes.append(
            Change(
              path: path.appending(place.component), old: nil, new: part,
              position: place.component.isIndex ? nil : place.number))
        case .changed(let place, let inner):
          path.components.append(place.component)
          inner.collect(at: &path, into: &changes)
          path.components.removeLast()
        }
      }
    }
  }
}

extension Array {
  /// The removed parts, from the end, so that no removal moves a later one.
  func removals<Part>() -> [(PartPosition, Part)] where Element == Difference<Part>.Step {
    var removals: [(PartPosition, Part)] = []
    for index in indices.reversed() {
      if case .removed(let place, let part) = self[index] { removals.append((place, part)) }
    }
    return removals
  }
}

extension StatePath.Component {
  var isIndex: Bool { if case .index = self { true } else { false } }
}
