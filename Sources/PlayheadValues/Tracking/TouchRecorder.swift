import PlayheadCoding

/// Records which fields of a value were ever written since a moment.
///
/// It holds a copy of the value from that moment. While the copy exists, storage that it shares with the app's
/// value is never changed in place, so a field with the same bits is the same field. It goes into a field with other
/// bits only if that is a record: any other container counts as written as a whole. Not thread-safe.
package final class TouchRecorder {
  /// A record in a deeper one counts as written as a whole.
  private static let depthLimit = 8

  private let comparison = PartComparison()
  private let start: Part
  private let root = TouchedField()
  /// Whether the last value could not be encoded.
  package private(set) var isRefused = false

  /// Records what is written from now on. `value` is the value now.
  package init(_ value: any Encodable) { start = Part(any: value, depth: 0) }

  /// Compares the value after a step with the one from the start. Call it after every step that may have written
  /// the value, as a field may get its first value back. Throws the value's own error if it cannot be encoded; it
  /// then counts as written as a whole.
  package func note(_ value: any Encodable) throws {
    let part = Part(any: value, depth: 0)
    if comparison.areSame(start, part) == true { return isRefused = false }
    guard !root.isTouched || isRefused else { return }
    do {
      if !comparison.isComparedCheaply(part) {
        try comparison.explaining { _ = try comparison.core(of: part) }
      }
      isRefused = false
    } catch {
      isRefused = true
      root.touch()
      throw error
    }
    compare(start, part, root, depth: 0)
  }

  package var isTouched: Bool { root.isTouched || !root.fields.isEmpty }

  /// The names on the way to each written field, from the value on, in the order of the names; no names if the whole
  /// value counts as written.
  package var touched: [[String]] { root.touched }

  /// Marks the parts of `field` that are others in `new`.
  private func compare(_ old: Part, _ new: Part, _ field: TouchedField, depth: Int) {
    switch comparison.areSame(old, new) {
    case true?: return
    case false?: return field.touch()
    case nil: break
    }
    guard depth < Self.depthLimit, let before = try? comparison.core(of: old).content,
      let after = try? comparison.core(of: new).content
    else { return field.touch() }
    switch (before, after) {
    case (.value(let a), .value(let b)): if a != b { field.touch() }
    case (.record(let a), .record(let b)): compare(a, b, field, depth: depth + 1)
    default: field.touch()
    }
  }

  private func compare(
    _ old: RecordParts, _ new: RecordParts, _ field: TouchedField, depth: Int
  ) {
    guard let pairs = old.names.fieldPairs(with: new.names) else { return field.touch() }
    if pairs.count < max(old.names.count, new.names.count) {
      let common = Set(pairs.map { old.names[$0.old] })
      for name in old.names + new.names where !common.contains(name) { field.child(name).touch() }
    }
    for pair in pairs {
      let name = old.names[pair.old]
      if comparison.areSame(old.parts[pair.old], new.parts[pair.new]) == true { continue }
      let child = field.fields[name] ?? TouchedField()
      guard !child.isTouched else { continue }
      compare(old.parts[pair.old], new.parts[pair.new], child, depth: depth)
      if child.isTouched || !child.fields.isEmpty { field.fields[name] = child }
    }
  }
}

/// A field that was written, or that has fields which were.
private final class TouchedField {
  private(set) var isTouched = false
  var fields: [String: TouchedField] = [:]

  func touch() { (isTouched, fields) = (true, [:]) }

  func child(_ name: String) -> TouchedField {
    let child = fields[name] ?? TouchedField()
    fields[name] = child
    return child
  }

  var touched: [[String]] {
    if isTouched { return [[]] }
    return fields.sorted { $0.key < $1.key }.flatMap { name, field in
      field.touched.map { [name] + $0 }
    }
  }
}
