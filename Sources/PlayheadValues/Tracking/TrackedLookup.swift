/// Finds single values in tracked ones: what is on the way is looked into one level deep, and only what is
/// asked for is encoded.
///
/// The result is that of looking into the encoded value, unless something beside the way would have thrown.
/// It takes a pass over the fields of each record on the way; for a dictionary whose keys are neither texts
/// nor `Int`, one over its keys; a set is encoded whole. Not safe for use from several threads at once.
package final class TrackedLookup {
  let comparison = PartComparison(.none, isForText: false)

  /// Nothing is known of any type yet; what is found out of one is kept.
  package init() {}

  /// The value at `path`, met halfway as `Value.value(at:)` has it; nil where nothing is. Throws what the
  /// whole value throws when it is encoded, if that is met on the way.
  package func value(at path: StatePath, in value: TrackedValue) throws -> Value? {
    try comparison.explaining(value.part, value.part) {
      try part(at: path, in: value.part).map(comparison.value)
    }
  }

  func part(at path: StatePath, in whole: Part) throws -> Part? {
    var current = whole
    for component in path.components {
      guard let next = try child(component, of: current) else { return nil }
      current = next
    }
    return current
  }

  private func child(_ component: StatePath.Component, of part: Part) throws -> Part? {
    let core = try comparison.core(of: part)
    switch core.content {
    case .value(let value): return value.value(at: StatePath([component])).map(Part.value)
    case .record(let record): return record.part(component)
    case .list(let parts):
      guard case .index(let place) = component, parts.indices.contains(place) else { return nil }
      return parts[place]
    case .array(let access):
      guard let kept = core.kept, case .index(let place) = component,
        0..<access.count(kept) ~= place
      else { return nil }
      return access.part(kept, place)
    case .unordered(let access):
      guard let kept = core.kept else { return nil }
      if access.kind == .set {
        return try comparison.value(of: part).value(at: StatePath([component])).map(Part.value)
      }
      for key in component.keys {
        if let part = try access.part(kept, for: key, comparison.encoder) { return part }
      }
      return nil
    case .wrapped: return nil
    }
  }
}

extension RecordParts {
  /// The field that a component leads to.
  fileprivate func part(_ component: StatePath.Component) -> Part? {
    guard let wanted = component.fieldName else { return nil }
    return names.firstIndex { $0.hasSameUTF8(as: wanted) }.map { parts[$0] }
  }
}

extension StatePath.Component {
  /// The name of the field that it may lead to.
  fileprivate var fieldName: String? {
    switch self {
    case .field(let name), .key(.string(let name)): name
    case .key, .index: nil
    }
  }

  /// The keys of a dictionary that it may mean, in the order in which they are tried.
  fileprivate var keys: [Value] {
    switch self {
    case .field(let name): [.string(name)]
    case .key(let key): [key]
    case .index(let place):
      [.string(String(place)), .int(Int64(place))] + (place < 0 ? [] : [.uint(UInt64(place))])
    }
  }
}
