/// Compares complete values.
extension Difference where Part == Value {
  init(from old: Value, to new: Value) {
    switch (old, new) {
    case (.list(let a), .list(let b)):
      self = .container(old, new, .list, ListAlignment.pairs(of: a, with: b))
    case (.set(let a), .set(let b)): self.init(keyed: old, a, new, b, .set)
    case (.dictionary(let a), .dictionary(let b)):
      self.init(keyed: old, a.map(\.key), new, b.map(\.key), .dictionary)
    case (.record(let a), .record(let b)):
      self.init(
        keyed: old, a.map { .string($0.name) }, new, b.map { .string($0.name) }, .record)
    default:
      self = old == new ? .same : .replaced(old: old, new: new)
    }
  }

  /// Compares containers whose parts have keys: names, dictionary keys, or set elements.
  private init(
    keyed old: Value, _ oldKeys: [Value], _ new: Value, _ newKeys: [Value], _ kind: ContainerKind
  ) {
    guard let pairs = KeyAlignment.pairs(of: oldKeys, with: newKeys) else {
      self = old == new ? .same : .replaced(old: old, new: new)
      return
    }
    let isOtherCase = kind == .record && pairs.isEmpty && !oldKeys.isEmpty && !newKeys.isEmpty
    self = isOtherCase ? .replaced(old: old, new: new) : .container(old, new, kind, pairs)
    // A key that occurs twice does not identify a place.
    if case .inside = self, KeyAlignment.repeats(oldKeys) || KeyAlignment.repeats(newKeys) {
      self = .replaced(old: old, new: new)
    }
  }

  /// `pairs` are the parts that belong together, in ascending order.
  private static func container(
    _ old: Value, _ new: Value, _ kind: ContainerKind, _ pairs: [PartPair]
  ) -> Difference {
    var steps = StepList<Value>()
    steps.append(
      pairs, in: 0..<old.parts, 0..<new.parts,
      removed: { .removed(old.place($0), old.part($0)) },
      added: { .added(new.place($0), new.part($0)) },
      both: { pair in
        guard !pair.isEqual else { return .same(1) }
        return Step(
          at: new.place(pair.new), Difference(from: old.part(pair.old), to: new.part(pair.new)))
      })
    return steps.inside(Container(kind, from: old, to: new))
  }
}

extension Difference.Container where Part == Value {
  fileprivate init(_ kind: ContainerKind, from old: Value, to new: Value) {
    let isJSONArray = new.isJSONArray
    self.init(
      kind: kind, isCase: old.enumCase != nil && new.enumCase != nil, isJSONArray: isJSONArray,
      whole: old.isJSONArray == isJSONArray ? nil : .init(old: old, new: new))
  }
}

// MARK: - Parts by place

extension Value {
  fileprivate var parts: Int {
    switch self {
    case .list(let elements), .set(let elements): elements.count
    case .dictionary(let entries): entries.count
    case .record(let fields): fields.count
    default: 0
    }
  }

  /// The part at an existing place.
  fileprivate func part(_ place: Int) -> Value {
    switch self {
    case .list(let elements), .set(let elements): elements[place]
    case .dictionary(let entries): entries[place].value
    case .record(let fields): fields[place].value
    default: .null
    }
  }

  /// An existing place, with its path component.
  fileprivate func place(_ number: Int) -> PartPosition {
    switch self {
    case .dictionary(let entries):
      PartPosition(number: number, component: .key(entries[number].key))
    case .record(let fields): PartPosition(number: number, component: .field(fields[number].name))
    default: PartPosition(number: number, component: .index(number))
    }
  }
}

/// The parts of two keyed containers that belong together.
enum KeyAlignment {
  /// The places of the common keys; `nil` if their orders differ.
  static func pairs(of old: [Value], with new: [Value]) -> [PartPair]? {
    // Usually no key was added or removed, and no table is needed.
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
