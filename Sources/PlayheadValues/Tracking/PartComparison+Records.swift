extension PartComparison {
  func records(
    _ old: RecordParts, _ new: RecordParts, _ whole: (old: Part, new: Part)
  ) throws -> Difference<Part> {
    guard let pairs = old.names.fieldPairs(with: new.names) else {
      return .replaced(old: whole.old, new: whole.new)
    }
    var steps = StepList<Part>()
    try steps.append(
      pairs, in: old.parts.indices, new.parts.indices,
      removed: { .removed(old.place($0), old.parts[$0]) },
      added: { .added(new.place($0), new.parts[$0]) },
      both: { pair in
        .init(at: new.place(pair.new), try difference(old.parts[pair.old], new.parts[pair.new]))
      })
    return steps.inside(
      .init(kind: .record, isCase: looksLikeCase(old) && looksLikeCase(new)))
  }

  /// Whether this prints as an enumeration's case, by the rules of `EnumCase`.
  private func looksLikeCase(_ record: RecordParts) -> Bool {
    guard let name = record.names.first, record.names.count == 1, !EnumCase.isUnlabeled(name),
      let labels = labels(of: record.parts[0])
    else { return false }
    return labels.isEmpty || labels.contains(where: EnumCase.isUnlabeled)
  }

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
