/// A part of a value, with the names of the fields beside it and nothing else of the value.
///
/// It keeps only the part's storage alive, so that the app can change the rest of its value in place.
package struct PartOnPath { fileprivate let part: Part }

/// Follows a part of a value from step to step, at the cost of its changes. Not thread-safe.
package final class PathComparison {
  private let comparison = PartComparison(isTolerant: true)
  private let path: StatePath

  package init(_ path: StatePath) { self.path = path }

  /// The part in a value. Throws if nothing of the value can be encoded.
  package func part(of value: any Encodable) throws -> PartOnPath {
    let part = Part(any: value, depth: 0)
    // A value with a comparison of its own need not be looked into.
    if !path.components.isEmpty || !comparison.isComparedCheaply(part) {
      try comparison.explaining(part) { _ = try comparison.core(of: part) }
    }
    return PartOnPath(part: sparse(part, path.components[...]))
  }

  /// The records on the way, each without its other fields: these are alike in all values. What cannot be encoded, or is
  /// no record, ends the way.
  private func sparse(_ part: Part, _ path: ArraySlice<StatePath.Component>) -> Part {
    guard let name = path.first?.name,
      case .record(let record)? = try? comparison.core(of: part).content
    else { return part }
    var parts = record.parts.map { _ in Part.value(.null) }
    if let place = record.names.firstIndex(where: { $0.hasSameUTF8(as: name) }) {
      parts[place] = sparse(record.parts[place], path.dropFirst())
    }
    return .fields(RecordParts(names: record.names, parts: parts))
  }

  /// What changed between two parts, and the first error of a part that cannot be encoded, which counts as replaced.
  package func changes(
    from old: PartOnPath, to new: PartOnPath
  ) -> (changes: ChangeTree, error: (any Error)?) {
    comparison.beginTolerant()
    let difference = comparison.tolerantDifference(old.part, new.part)
    return (ChangeTree(difference).along(path.components[...]), comparison.refusal)
  }
}

extension ChangeTree {
  /// Without what happened to fields beside the path: only that they came or went is known of them.
  fileprivate func along(_ path: ArraySlice<StatePath.Component>) -> ChangeTree {
    guard let name = path.first?.name, case .fields(var fields) = self else { return self }
    let own = StatePath.Component.field(name)
    fields = fields.filter { if case .field = $0.key { $0.key == own } else { true } }
    if case .changed(let inner)? = fields[own] {
      let rest = inner.along(path.dropFirst())
      if case .same = rest { fields[own] = nil } else { fields[own] = .changed(rest) }
    }
    return fields.isEmpty ? .same : .fields(fields)
  }
}
