import Foundation
import PlayheadFlux
import PlayheadCoding
import PlayheadValues

/// Makes values of every kind, and values like a given one.
struct ValueGenerator {
  var random: Seeded

  init(seed: UInt64) {
    random = Seeded(seed: seed)
  }

  mutating func value(depth: Int = 4) -> Value {
    guard depth > 0, !random.happens(oneIn: 4) else { return leaf() }
    switch random.below(6) {
    case 0: return .list(values(depth))
    case 1: return .set(distinct(values(depth)))
    case 2: return .dictionary(entries(depth))
    case 3: return .dictionary(distinct(texts()).map { .init($0, value(depth: depth - 1)) })
    default: return .record(fields(depth))
    }
  }

  mutating func leaf() -> Value {
    switch random.below(14) {
    case 0: .null
    case 1: .bool(random.happens(oneIn: 2))
    case 2: .int(pick([0, 1, -1, .max, .min, 42]))
    case 3: .uint(pick([0, 7, .max]))
    case 4: .int128(pick([-5, .min, .max]))
    case 5: .uint128(pick([5, .max]))
    case 6: .float(pick([0, -0.0, 1.5, .nan, .infinity, .leastNonzeroMagnitude]))
    case 7:
      .double(pick([0, -0.0, 0.1, 1e300, .leastNonzeroMagnitude, .nan, -.infinity, 1e20, -2.5]))
    case 8: .decimal(pick(["0", "-12e-1", "12345678901234567890123456789e1", "nan"]))
    case 9: .bytes((0..<random.below(5)).map { _ in UInt8.random(in: 0...255, using: &random) })
    case 10: .date(Date(timeIntervalSinceReferenceDate: pick([0, 0.1, -0.25, 8.1e8, -1e11, 1e13])))
    case 11:
      .uuid(UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, random.next8())))
    default: .string(text())
    }
  }

  mutating func text() -> String {
    pick([
      "", "a", "b", "text", "a b", "~", "/", "a/b~c", "\"quoted\"", "back\\slash", "line\nbreak",
      "\u{0}\u{7F}\u{85}", "é", "naïve", "日本", "🇩🇪👩‍👩‍👧", "\u{301}", "\u{202E}", "nil", "3", "-3",
      ".", "[0]", "_0", "id", "key", "value", "`", "true", "0x1",
    ])
  }

  private mutating func values(_ depth: Int) -> [Value] {
    (0..<random.below(7)).map { _ in value(depth: depth - 1) }
  }

  private mutating func texts() -> [Value] {
    (0..<random.below(5)).map { _ in .string(text()) }
  }

  private mutating func entries(_ depth: Int) -> [Value.Entry] {
    distinct((0..<random.below(5)).map { _ in value(depth: min(depth - 1, 2)) })
      .map { .init($0, value(depth: depth - 1)) }
  }

  private mutating func fields(_ depth: Int) -> [Value.Field] {
    distinct(texts()).compactMap {
      guard case .string(let name) = $0 else { return nil }
      return .init(name, value(depth: depth - 1))
    }
  }

  /// Without repetitions and in an order that depends on the elements alone, as sets and
  /// dictionaries are.
  func distinct(_ values: [Value]) -> [Value] {
    Set(values).sorted { StatePath([.key($0)]).description < StatePath([.key($1)]).description }
  }

  mutating func pick<T>(_ values: [T]) -> T { values[random.below(values.count)] }
}

extension Seeded {
  fileprivate mutating func next8() -> UInt8 { UInt8.random(in: 0...255, using: &self) }
}

extension ValueGenerator {
  /// A pair of values: a few edits apart, or nothing to do with each other.
  mutating func pair() -> (Value, Value) {
    let old = value(depth: 5)
    if random.happens(oneIn: 5) { return (old, value(depth: 5)) }
    var new = old
    for _ in 0...random.below(4) { new = mutated(new) }
    return (old, new)
  }

  /// The value with one edit somewhere in it.
  mutating func mutated(_ value: Value) -> Value {
    if random.happens(oneIn: 10) { return self.value(depth: 2) }
    switch value {
    case .list(let elements): return .list(mutated(elements))
    case .set(let elements): return .set(distinct(mutated(elements)))
    case .dictionary(let entries): return .dictionary(mutated(entries))
    case .record(let fields): return .record(mutated(fields))
    default: return leaf()
    }
  }

  private mutating func mutated(_ elements: [Value]) -> [Value] {
    var elements = elements
    if elements.isEmpty || random.happens(oneIn: 4) {
      elements.insert(value(depth: 2), at: random.below(elements.count + 1))
    } else if random.happens(oneIn: 4) {
      elements.remove(at: random.below(elements.count))
    } else if random.happens(oneIn: 8) {
      elements.shuffle(using: &random)
    } else {
      let place = random.below(elements.count)
      elements[place] = mutated(elements[place])
    }
    return elements
  }

  private mutating func mutated(_ entries: [Value.Entry]) -> [Value.Entry] {
    var table = Dictionary(entries.map { ($0.key, $0.value) }) { first, _ in first }
    if table.isEmpty || random.happens(oneIn: 3) {
      table[random.happens(oneIn: 2) ? .string(text()) : leaf()] = value(depth: 2)
    } else {
      let entry = pick(entries)
      table[entry.key] = random.happens(oneIn: 3) ? nil : mutated(entry.value)
    }
    return distinct(Array(table.keys)).compactMap { key in table[key].map { .init(key, $0) } }
  }

  private mutating func mutated(_ fields: [Value.Field]) -> [Value.Field] {
    var fields = fields
    if fields.isEmpty || random.happens(oneIn: 3) {
      // Also a name that is there already: no path tells the two apart.
      fields.insert(.init(text(), value(depth: 2)), at: random.below(fields.count + 1))
    } else if random.happens(oneIn: 4) {
      fields.remove(at: random.below(fields.count))
    } else if random.happens(oneIn: 8) {
      fields.shuffle(using: &random)
    } else {
      let place = random.below(fields.count)
      fields[place].value = mutated(fields[place].value)
    }
    return fields
  }
}
