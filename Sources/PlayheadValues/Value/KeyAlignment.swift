/// Which parts of two keyed containers belong together.
enum KeyAlignment {
  /// The places of the keys that both have; `nil` if those stand in different orders.
  static func pairs(of old: [Value], with new: [Value]) -> [PartPair]? {
    // Nearly always nothing came or went, and no table is needed.
    if old == new {
      return old.indices.map { PartPair(old: $0, new: $0, isEqual: false) }
    }
    let places = Dictionary(zip(new, new.indices), uniquingKeysWith: { first, _ in first })
    var pairs: [PartPair] = []
    for (place, key) in old.enumerated() {
      guard let other = places[key] else { continue }
      guard other > pairs.last?.new ?? -1 else { return nil }
      pairs.append(PartPair(old: place, new: other, isEqual: false))
    }
    return pairs
  }

  static func repeats(_ keys: [Value]) -> Bool {
    Set(keys).count < keys.count
  }
}
