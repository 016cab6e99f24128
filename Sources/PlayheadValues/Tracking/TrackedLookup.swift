import PlayheadCoding

/// Finds single values in tracked ones. Inspects the values on the way one level deep, and encodes only the
/// value that it finds.
///
/// The result is the same as for the encoded value, unless the encoding of other parts would have thrown. A
/// lookup searches the fields of each record on the way, and the keys of a dictionary if they are neither
/// texts nor `Int`; it encodes a set as a whole. Not thread-safe.
package final class TrackedLookup {
  let comparison = PartComparison()

  /// A lookup that knows no types yet; it keeps what it learns about types.
  package init() {}

  /// The value at `path`, interpreted like `Value.value(at:)`; `nil` if there is none. Throws the errors of
  /// encoding the values on the way. With `isLast`, keeps nothing for another lookup in the same value.
  package func value(
    at path: StatePath, in value: TrackedValue, isLast: Bool = false
  ) throws -> Value? {
    try comparison.explaining(value.part) {
      try part(at: path, in: value.part, isLast).map(comparison.value)
    }
  }

  func part(at path: StatePath, in whole: Part, _ isLast: Bool) throws -> Part? {
    var current = whole
    for component in path.components {
      guard let next = try child(component, of: current, isLast) else { return nil }
      current = next
    }
    return current
  }

  func child(
    _ component: StatePath.Component, of part: Part, _ isLast: Bool
  ) throws -> Part? {
    if isLast, case .snapshot(let snapshot) = part, let name = component.name,
      let field = try field(name, of: snapshot)
    {
      return field.part
    }
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

extension TrackedLookup {
  /// The field of a value that encodes as a record, without keeping the others; nil if another look is necessary.
  private func field(_ name: String, of snapshot: Snapshot) throws -> FieldPicker? {
    let facts = comparison.book.facts(of: snapshot.type)
    guard snapshot.content == nil, snapshot.depth < EncodingCore.depthLimit, !facts.isOdd,
      facts.list == nil, facts.unordered == nil
    else { return nil }
    let picker = FieldPicker(name, depth: snapshot.depth + 1)
    func open<T: Encodable>(_ type: T.Type) throws {
      try snapshot.value(as: type).encode(to: PartEncoder(receiver: picker))
    }
    try open(snapshot.type)
    return picker.isRecord ? picker : nil
  }
}

/// Picks a field of the value that passes its fields to an encoder.
private final class FieldPicker: PartReceiver {
  let depth: Int
  private(set) var part: Part?
  private let name: String
  private var form = EncodedForm.nothing
  private var count = 0

  init(_ name: String, depth: Int) { (self.name, self.depth) = (name, depth) }

  /// Whether the value is a record without the field, or with one of this name.
  var isRecord: Bool { form == .record && count <= 1 }

  func open(_ container: EncodedForm) { form = form.adding(container) }

  func receive<T: Encodable>(_ value: T, under name: String, isWrapped: Bool) {
    guard name.hasSameUTF8(as: self.name) else { return }
    (part, count) = (Part(value, depth: depth, isWrapped: isWrapped), count + 1)
  }

  func receive(scalar: Value, under name: String) {
    guard name.hasSameUTF8(as: self.name) else { return }
    (part, count) = (.value(scalar), count + 1)
  }

  func receive<T: Encodable>(_ value: T) {}

  func receive(scalar: Value) {}
}

extension RecordParts {
  fileprivate func part(_ component: StatePath.Component) -> Part? {
    guard let wanted = component.name else { return nil }
    return names.firstIndex { $0.hasSameUTF8(as: wanted) }.map { parts[$0] }
  }
}
