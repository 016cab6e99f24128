import PlayheadValues

extension Tracker {
  /// Follows one value.
  convenience init(_ value: some Encodable) { self.init([("value", value)]) }

  /// Makes `value` the present value of the one that is followed.
  @discardableResult
  func advance(
    to value: some Encodable, _ body: (TrackedChange) throws -> Void
  ) throws -> Refused? {
    try advance(0, to: value, body)
  }

  /// The changes that lead to `value`.
  func changes(to value: some Encodable) throws -> [Change] {
    var changes: [Change] = []
    try advance(to: value) { changes.append(try $0.change()) }
    return changes
  }
}

extension TrackedChange {
  /// The change within its field, with its values.
  func change() throws -> Change {
    Change(path: StatePath(Array(path.dropFirst())), old: try old?.value(), new: try new?.value())
  }
}

extension Diff {
  /// The changes without the order of fields, which a tracker does not report.
  var withoutPositions: [Change] {
    changes.map { Change(path: $0.path, old: $0.old, new: $0.new) }
  }
}
