import PlayheadCoding
import PlayheadValues

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
