extension PartComparison {
  func records(
    _ old: RecordParts, _ new: RecordParts, _ whole: (old: Part, new: Part)
  ) throws -> Difference<Part> {
    var row = RecordRow(old: old, new: new)
    if old.names.areSame(as: new.names) {
      for place in old.parts.indices { try row.append(place, place, self) }
    } else {
      let keys = (old.names.map { Value.string($0) }, new.names.map { Value.string($0) })
      let pairs = KeyAlignment.pairs(of: keys.0, with: keys.1)
      // Fields in another order, or another case of an enumeration.
      guard let pairs, !pairs.isEmpty || old.names.isEmpty || new.names.isEmpty else {
        return .replaced(old: whole.old, new: whole.new)
      }
      for pair in pairs { try row.append(pair.old, pair.new, self) }
      row.finish()
    }
    guard row.steps.hasChanges else { return .same }
    let isCase = isForText ? try looksLikeCase(old) && looksLikeCase(new) : false
    return row.steps.inside(.init(kind: .record, isCase: isCase))
  }

  /// Whether this prints as an enumeration's case, by the rules of `EnumCase`.
  private func looksLikeCase(_ record: RecordParts) throws -> Bool {
    guard let name = record.names.first, record.names.count == 1, !EnumCase.isUnlabeled(name),
      let payload = try fields(of: record.parts[0])
    else { return false }
    return payload.names.isEmpty || payload.names.contains(where: EnumCase.isUnlabeled)
  }

  /// The fields of a part, if it is a record.
  private func fields(of part: Part) throws -> RecordParts? {
    switch try core(of: part).content {
    case .record(let record): record
    case .value(.record(let fields)):
      RecordParts(names: fields.map(\.name), parts: fields.map { .value($0.value) })
    default: nil
    }
  }
}

/// The fields of two records in one row.
private struct RecordRow {
  let old: RecordParts
  let new: RecordParts
  var steps = StepList<Part>()
  var next = (old: 0, new: 0)

  /// Adds a field of both records, and the removed and added fields before it.
  mutating func append(_ place: Int, _ newPlace: Int, _ comparison: PartComparison) throws {
    passOver(upTo: (place, newPlace))
    next = (place + 1, newPlace + 1)
    let inner = try comparison.difference(old.parts[place], new.parts[newPlace])
    if case .same = inner {
      steps.append(.same(1))
    } else {
      steps.append(.changed(new.place(newPlace), inner))
    }
  }

  /// Adds the fields after the last common one.
  mutating func finish() {
    passOver(upTo: (old.parts.count, new.parts.count))
  }

  private mutating func passOver(upTo end: (old: Int, new: Int)) {
    for place in next.old..<end.old { steps.append(.removed(old.place(place), old.parts[place])) }
    for place in next.new..<end.new { steps.append(.added(new.place(place), new.parts[place])) }
  }
}
