import PlayheadCoding

/// A copy of a value that is encoded only as far as necessary.
///
/// Making one is nearly free; it keeps the value's storage alive.
package struct TrackedValue {
  let part: Part

  package init(_ value: some Encodable) { part = Part(value, depth: 0) }

  /// A record of copies, such as the states of an app's stores under their names.
  package init(_ fields: [(name: String, value: any Encodable)]) {
    part = .fields(RecordParts(fields))
  }

  /// The value as a tree. Throws like `CanonicalEncoder`.
  package func value() throws -> Value { try part.value(by: CanonicalEncoder()) }
}

extension RecordParts {
  convenience init(_ fields: [(name: String, value: any Encodable)]) {
    self.init(names: fields.map(\.name), parts: fields.map { Part(any: $0.value, depth: 0) })
  }
}

/// Compares tracked values with each other, and remembers what it learns about them and their types.
///
/// The cost depends on the change, as far as memory shows what is unchanged: values that share their
/// storage are skipped, and arrays with a changed element are compared byte by byte. Not thread-safe.
package final class TrackedComparison {
  private let comparison = PartComparison()

  package init() {}

  /// The diff of the two encoded values, or of the fields in `selection`. Throws the errors of encoding either value;
  /// unchanged parts are not encoded.
  package func diff(
    from old: TrackedValue, to new: TrackedValue, of selection: FieldSelection = FieldSelection([])
  ) throws -> Diff {
    Diff(
      try comparison.explaining(old.part, new.part) {
        try comparison.difference(
          selection.part(of: old.part, by: comparison), selection.part(of: new.part, by: comparison)
        ).map { try comparison.value(of: $0) }
      })
  }
}
