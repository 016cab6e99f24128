extension PartComparison {
  /// The value of a part, or `nil` if its canonical form takes more than `limit` bytes.
  func value(of part: Part, upTo limit: Int) throws -> Value? {
    var rest = limit
    guard try mayFit(part, &rest) else { return nil }
    return try part.value(by: encoder, upTo: limit)
  }

  /// Subtracts the part's minimum size from `rest`. Returns false as soon as that is too much.
  private func mayFit(_ part: Part, _ rest: inout Int) throws -> Bool {
    switch part {
    case .value(let value):
      rest -= value.leastSize
      return rest >= 0
    case .fields(let record): return try mayFit(record, &rest)
    case .kept(let kept):
      if let comparison = book.facts(of: kept.type).comparison {
        rest -= comparison.leastSize(kept.address)
        return rest >= 0
      }
      // Every part takes at least two bytes.
      guard rest > 0 else { return false }
      return try mayFit(content(of: kept), kept, &rest)
    }
  }

  private func mayFit(_ content: KeptContent, _ kept: Kept, _ rest: inout Int) throws -> Bool {
    switch content {
    case .value(let value):
      rest -= value.leastSize
    case .wrapped(let inner): return try mayFit(.kept(inner), &rest)
    case .record(let record): return try mayFit(record, &rest)
    case .list(let parts):
      for part in parts where rest >= 0 { _ = try mayFit(part, &rest) }
    case .array(let type):
      let count = type.count(kept)
      guard count * 2 <= rest else { return false }
      for place in 0..<count where rest >= 0 { _ = try mayFit(type.part(kept, place), &rest) }
    case .unordered(let type):
      guard type.count(kept) * 2 <= rest else { return false }
      for part in type.parts(kept) where rest >= 0 { _ = try mayFit(part, &rest) }
    }
    return rest >= 0
  }

  private func mayFit(_ record: RecordParts, _ rest: inout Int) throws -> Bool {
    for name in record.names { rest -= 1 + name.utf8.count }
    for part in record.parts where rest >= 0 { _ = try mayFit(part, &rest) }
    return rest >= 0
  }
}

extension Value {
  /// The minimum number of canonical bytes, from the first level.
  fileprivate var leastSize: Int {
    switch self {
    case .string(let text), .decimal(let text): 2 + text.utf8.count
    case .bytes(let bytes): 2 + bytes.count
    case .list(let parts), .set(let parts): 2 + 2 * parts.count
    case .dictionary(let entries): 2 + 4 * entries.count
    case .record(let fields): 2 + 3 * fields.count
    default: 2
    }
  }
}
