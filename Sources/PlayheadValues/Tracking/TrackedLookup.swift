/// Finds single values in tracked ones. Inspects the values on the way one level deep, and encodes only the
/// value that it finds.
///
/// The result is the same as for the encoded value, unless the encoding of other parts would have thrown. A
/// lookup searches the fields of each record on the way, and the keys of a dictionary if they are neither
/// texts nor `Int`; it encodes a set as a whole. Not thread-safe.
package final class TrackedLookup {
  private let comparison = PartComparison()

  /// A lookup that knows no types yet; it keeps what it learns about types.
  package init() {}

  /// The value at `path`, interpreted like `Value.value(at:)`; `nil` if there is none. Throws the errors of
  /// encoding the values on the way.
  package func value(at path: StatePath, in value: TrackedValue) throws -> Value? {
    try comparison.explaining(value.part) {
      try part(at: path, in: value.part).map(comparison.value)
    }
  }

  private func part(at path: StatePath, in whole: Part) throws -> Part? {
    var current = whole
    for component in path.components {
      guard let next = try child(component, of: current) else { return nil }
      current = next
    }
    return current
  }

  private func child(_ component: StatePath.Component, of part: Part) throws -> Part? {
    let core = try comparison.core(of: part)
    switch (core.content, core.snapshot) {
    case (.value(let value), _): return value.child(at: component).map(Part.value)
    case (.record(let record), _): return record.part(component)
    case (.unordered(let type), _?) where type.kind == .set:
      return try comparison.value(of: part).child(at: component).map(Part.value)
    case (.unordered(let type), let snapshot?):
      for key in component.keys {
        if let part = try type.part(snapshot, for: key, comparison.encoder) { return part }
      }
      return nil
    default:
      guard let list = ListParts(core), case .index(let place) = component,
        0..<list.count ~= place
      else { return nil }
      return list.part(place)
    }
  }
}

extension RecordParts {
  fileprivate func part(_ component: StatePath.Component) -> Part? {
    guard let wanted = component.name else { return nil }
    return names.firstIndex { $0.hasSameUTF8(as: wanted) }.map { parts[$0] }
  }
}
