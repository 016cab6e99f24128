import PlayheadCoding

/// A part of a value, with the fields on the way to it and nothing beside them.
///
/// It keeps only the part's storage alive, so that the app can change the rest of its value in place.
package final class PartOnPath {
  fileprivate let form: Form

  fileprivate indirect enum Form {
    /// A record that has the next field on the way, or does not.
    case record(names: [String], place: Int?, inner: Form)
    /// The part at the end of the path, or what is there before the end and is no record.
    case part(Part)
    /// A part on the way that cannot be encoded.
    case refused(Part, any Error)
    /// The end of a path that leads to no field.
    case nothing
  }

  fileprivate init(_ form: Form) { self.form = form }
}

/// Follows a part of a value from step to step, at the cost of its changes. Not thread-safe.
package final class PathComparison {
  private let comparison = PartComparison(isForText: false, isTolerant: true)
  private let path: StatePath

  /// Follows the part at `path` within values.
  package init(_ path: StatePath) { self.path = path }

  /// The part in a value. Throws if nothing of the value can be encoded.
  package func part(of value: any Encodable) throws -> PartOnPath {
    let part = Part(any: value, depth: 0)
    return PartOnPath(
      try comparison.explaining(part, part) {
        try form(of: part, path.components[...], isOutermost: true)
      })
  }

  private func form(
    of part: Part, _ path: ArraySlice<StatePath.Component>, isOutermost: Bool = false
  ) throws -> PartOnPath.Form {
    guard let name = path.first?.name else {
      // A value with a comparison of its own need not be looked into.
      if isOutermost, !comparison.isComparedCheaply(part) { _ = try comparison.core(of: part) }
      return .part(part)
    }
    let core: PartCore
    do {
      core = try comparison.core(of: part)
    } catch  where !isOutermost {
      return .refused(part, error)
    }
    guard case .record(let record) = core.content else { return .part(part) }
    let place = record.names.firstIndex { $0.hasSameUTF8(as: name) }
    let inner = try place.map { try form(of: record.parts[$0], path.dropFirst()) }
    return .record(names: record.names, place: place, inner: inner ?? .nothing)
  }

  /// What changed between two parts, and the first error of a part that cannot be encoded, which counts as replaced.
  package func changes(
    from old: PartOnPath, to new: PartOnPath
  ) -> (changes: ChangeTree, error: (any Error)?) {
    comparison.beginTolerant()
    let difference = difference(old.form, new.form)
    return (ChangeTree(difference), comparison.refusal)
  }

  private func difference(_ old: PartOnPath.Form, _ new: PartOnPath.Form) -> Difference<Part> {
    switch (old, new) {
    case (.nothing, .nothing): .same
    case (.part(let a), .part(let b)), (.refused(let a, _), .refused(let b, _)):
      comparison.tolerantDifference(a, b)
    case (.record(let names, let place, let inner), .record(let others, let other, let newInner)):
      records((names, place, inner), (others, other, newInner))
    case (.refused(_, let error), _), (_, .refused(_, let error)):
      comparison.tolerate(error)
    default: .replaced(old: .value(.null), new: .value(.null))
    }
  }

  /// Says of other fields only what it has to: that there are others, if the two have no common one.
  private func records(
    _ old: (names: [String], place: Int?, inner: PartOnPath.Form),
    _ new: (names: [String], place: Int?, inner: PartOnPath.Form)
  ) -> Difference<Part> {
    if !old.names.areSame(as: new.names) {
      let keys = (old.names.map { Value.string($0) }, new.names.map { Value.string($0) })
      let pairs = KeyAlignment.pairs(of: keys.0, with: keys.1)
      guard let pairs, !pairs.isEmpty || old.names.isEmpty || new.names.isEmpty else {
        return .replaced(old: .value(.null), new: .value(.null))
      }
    }
    func place(_ number: Int, _ names: [String]) -> PartPlace {
      PartPlace(number: number, component: .field(names[number]))
    }
    var steps = StepList<Part>()
    switch (old.place, new.place) {
    case (let gone?, nil): steps.append(.removed(place(gone, old.names), .value(.null)))
    case (nil, let added?): steps.append(.added(place(added, new.names), .value(.null)))
    case (_?, let number?):
      let inner = difference(old.inner, new.inner)
      if case .same = inner { return .same }
      steps.append(.changed(place(number, new.names), inner))
    case (nil, nil): break
    }
    return steps.inside(.init(kind: .record))
  }
}

/// What changed where between two values, without the values.
package indirect enum ChangeTree {
  /// Nothing changed.
  case same
  /// Another value is there.
  case replaced
  /// Elements of a list or a set.
  case elements(Elements)
  /// Fields of a record or entries of a dictionary, by their components.
  case fields([StatePath.Component: Field])

  /// What happened to elements, by their places.
  package struct Elements {
    /// The places of removed elements in the old list, in order.
    package var removed: [Int] = []
    /// The places of added elements in the new list, in order.
    package var added: [Int] = []
    /// The places of changed elements in the new list, in order.
    package var changed: [(place: Int, inner: ChangeTree)] = []
  }

  /// What happened to a field or an entry.
  package enum Field {
    case removed, added
    case changed(ChangeTree)
  }

  init(_ difference: Difference<Part>) {
    switch difference {
    case .same: self = .same
    case .replaced: self = .replaced
    case .inside(let container, let steps):
      switch container.kind {
      case .list, .set: self = .elements(Elements(steps))
      case .record, .dictionary: self = .fields(Self.fields(steps))
      }
    }
  }

  private static func fields(_ steps: [Difference<Part>.Step]) -> [StatePath.Component: Field] {
    var fields: [StatePath.Component: Field] = [:]
    for step in steps {
      switch step {
      case .same: break
      case .removed(let place, _): fields[place.component] = .removed
      case .added(let place, _): fields[place.component] = .added
      case .changed(let place, let inner): fields[place.component] = .changed(Self(inner))
      }
    }
    return fields
  }
}

extension ChangeTree.Elements {
  fileprivate init(_ steps: [Difference<Part>.Step]) {
    for step in steps {
      switch step {
      case .same: break
      case .removed(let place, _): removed.append(place.number)
      case .added(let place, _): added.append(place.number)
      case .changed(let place, let inner): changed.append((place.number, ChangeTree(inner)))
      }
    }
    removed.sort()
    added.sort()
    changed.sort { $0.place < $1.place }
  }

  /// The earlier place of the element that is at `place` now; nil if it was added.
  package func oldPlace(of place: Int) -> Int? {
    if added.contains(place) { return nil }
    var old = place - added.prefix { $0 < place }.count
    for removed in removed where removed <= old { old += 1 }
    return old
  }

  /// The new place of the element that was at `place`; nil if it was removed.
  package func newPlace(of place: Int) -> Int? {
    if removed.contains(place) { return nil }
    var new = place - removed.prefix { $0 < place }.count
    for added in added where added <= new { new += 1 }
    return new
  }

  /// What happened within the element that is at `place` now.
  package func inner(at place: Int) -> ChangeTree {
    changed.first { $0.place == place }?.inner ?? .same
  }
}
