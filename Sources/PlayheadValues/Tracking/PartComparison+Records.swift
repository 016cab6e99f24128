extension PartComparison {
  func records(
    _ old: RecordParts, _ new: RecordParts, _ whole: (old: Part, new: Part)
  ) throws -> Difference<Part> {
    var row = RecordRow(old: old, new: new)
    guard let pairs = old.names.fieldPairs(with: new.names) else {
      return .replaced(old: whole.old, new: whole.new)
    }
    for pair in pairs { try row.append(pair.old, pair.new, self) }
    row.finish()
    return row.steps.inside(
      .init(kind: .record, isCase: looksLikeCase(old) && looksLikeCase(new)))
  }

  /// Whether this prints as an enumeration's case, by the rules of `EnumCase`.
  private func looksLikeCase(_ record: RecordParts) -> Bool {
    guard let name = record.names.first, record.names.count == 1, !EnumCase.isUnlabeled(name),
      let labels = labels(of: record.parts[0])
    else { return false }
    return labels.isEmpty || labels.contains(where: EnumCase.isUnlabeled)
  }

  /// The names of a part's fields, if it is a record.
  private func labels(of part: Part) -> [String]? {
    switch try? core(of: part).content {
    case .record(let record): record.names
    case .value(.record(let fields)): fields.map(\.name)
    default: nil
    }
  }
}

extension [String] {
  /// The places of the common names of fields; `nil` if they are in another order or, as in two cases of an enumeration,
  /// all different.
  func fieldPairs(with other: [String]) -> [PartPair]? {
    if areSame(as: other) { return indices.map { PartPair(old: $0, new: $0, isEqual: false) } }
    let pairs = KeyAlignment.pairs(
      of: map { Value.string($0) }, with: other.map { Value.string($0) })
    return pairs?.isEmpty == false || isEmpty || other.isEmpty ? pairs : nil
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
