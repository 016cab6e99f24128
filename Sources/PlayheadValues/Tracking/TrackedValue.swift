import PlayheadCoding

/// A copy of a value that is encoded only as far as somebody asks.
///
/// Making one costs nothing worth counting; it holds on to the value's storage.
package struct TrackedValue {
  let part: Part

  /// A copy of `value`.
  package init(_ value: some Encodable) {
    part = Part(value, depth: 0)
  }

  /// A record of copies, such as the states of an app's stores under their names.
  package init(_ fields: [(name: String, value: any Encodable)]) {
    part = .kept(KeptRecord(fields))
  }

  /// The value as a tree. Throws as `CanonicalEncoder` does.
  package func value() throws -> Value {
    try part.value(by: CanonicalEncoder())
  }
}

extension Diff {
  /// What leads from `old` to `new`, as the diff of the two encoded values has it.
  ///
  /// It costs what the change costs, as far as memory shows what did not change: values that share
  /// their storage are not looked into, arrays of which an element changed are compared byte by byte.
  /// Throws what the encoding of either value throws; what did not change is not encoded, and so
  /// throws nothing.
  package init(
    from old: TrackedValue, to new: TrackedValue, comparing comparisons: Comparisons = .none
  ) throws {
    let comparison = PartComparison(comparisons, isForText: true)
    self.init(
      try comparison.explaining(old.part, new.part) {
        try comparison.difference(old.part, new.part).map { try comparison.value(of: $0) }
      })
  }
}

extension PartComparison {
  /// Does `body`; what it throws is turned into what encoding the parts throws.
  func explaining<Result>(_ old: Part, _ new: Part, _ body: () throws -> Result) throws -> Result {
    begin()
    do {
      return try body()
    } catch {
      // A whole encoding knows the value that it is about, and its own words for it.
      for part in [old, new] { _ = try value(of: part) }
      guard let fault = error as? EncodingFault else { throw error }
      throw EncodingError.invalidValue(fault, .own(fault.sentence))
    }
  }
}
