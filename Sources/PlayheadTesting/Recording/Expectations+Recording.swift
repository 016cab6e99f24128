package import PlayheadValues

extension Expectations {
  /// What is expected of a session of which nothing is said: the last state of each of these stores, not known
  /// yet.
  package static func lastState(of stores: [String], named name: String) -> Expectations {
    Expectations(heading(of: name) + [.end] + stores.map { .value(StatePath([.field($0)]), nil) })
  }

  /// What stands above all else.
  package static func heading(of name: String) -> [Item] {
    [
      "# What must hold of \(name)\(Fixture.logEnd). Lines that begin with '#' stay as they are.",
      "",
    ].map(Item.remark)
  }

  /// With these values in the place of those that are there, as far as `mode` says; the values are in the order
  /// of ``values``.
  package func recording(_ actual: [Value], _ mode: RecordMode) -> Expectations {
    var recorded = self
    for (expected, actual) in zip(values, actual) where mode.writes(expected.value, actual) {
      recorded.set(expected, to: actual)
    }
    return recorded
  }
}

extension RecordMode {
  /// Whether `actual` is written in the place of `expected`.
  fileprivate func writes(_ expected: Value?, _ actual: Value) -> Bool {
    switch self {
    case .never: false
    case .missing: expected == nil
    case .failed: expected != actual
    case .all: true
    }
  }
}
