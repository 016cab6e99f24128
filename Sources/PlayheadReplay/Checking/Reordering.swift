import PlayheadValues

/// Two lists with the same elements in another order: what a diff tells of them, what came and went, is neither.
struct Reordering {
  /// Where the first other element is.
  let place: Int
  /// The elements that are there.
  let elements: (one: Value, other: Value)

  /// Nil if these are no such lists.
  init?(_ one: Value?, _ other: Value?) {
    guard case .list(let ones) = one, case .list(let others) = other,
      ones.count == others.count, Self.counts(ones) == Self.counts(others),
      let place = ones.indices.first(where: { ones[$0] != others[$0] })
    else { return nil }
    self.place = place
    elements = (ones[place], others[place])
  }

  private static func counts(_ values: [Value]) -> [Value: Int] {
    values.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }
}
