import PlayheadCoding

/// A copy of a value that is encoded only as far as it must be.
///
/// Making one costs next to nothing; it keeps the value's storage alive.
package struct TrackedValue {
  let part: Part

  /// A copy of `value`.
  package init(_ value: some Encodable) { part = Part(value, depth: 0) }

  /// A record of copies, such as the states of an app's stores under their names.
  package init(_ fields: [(name: String, value: any Encodable)]) {
    part = .fields(RecordParts(fields))
  }

  /// The value as a tree. Throws as `CanonicalEncoder` does.
  package func value() throws -> Value { try part.value(by: CanonicalEncoder()) }
}

extension RecordParts {
  /// Copies of values under their names.
  convenience init(_ fields: [(name: String, value: any Encodable)]) {
    self.init(names: fields.map(\.name), parts: fields.map { Part(any: $0.value, depth: 0) })
  }
}

extension Diff {
  /// What leads from `old` to `new`: the diff of the two encoded values.
  ///
  /// It costs what the change costs, as far as memory shows what did not change: values that share their storage are
  /// skipped, and arrays of which an element changed are compared byte by byte. Throws what the encoding of either
  /// value throws; parts that did not change are not encoded, and so throw nothing.
  package init(from old: TrackedValue, to new: TrackedValue) throws {
    let comparison = PartComparison(isForText: true)
    self.init(
      try comparison.explaining(old.part, new.part) {
        try comparison.difference(old.part, new.part).map { try comparison.value(of: $0) }
      })
  }
}
