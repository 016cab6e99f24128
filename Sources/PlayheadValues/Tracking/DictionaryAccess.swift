import PlayheadCoding

/// A dictionary's entries.
final class DictionaryAccess<Key: Hashable & Encodable, Held: Encodable>: UnorderedAccess {
  private typealias Entry = (key: Key, value: Held)
  private let form = KeyForm<Key>()

  init() {
    super.init(kind: .dictionary)
  }

  private func dictionary(_ container: Kept) -> [Key: Held] {
    container.address.assumingMemoryBound(to: [Key: Held].self).pointee
  }

  override func count(_ container: Kept) -> Int { dictionary(container).count }

  override func keys(_ container: Kept, _ encoder: CanonicalEncoder) throws -> [Value] {
    try dictionary(container).keys.map { try form.value($0, container.depth + 1, encoder) }
  }

  override func parts(_ container: Kept) -> [Part] {
    dictionary(container).values.map { Part($0, depth: container.depth + 1) }
  }

  override func part(
    _ container: Kept, for key: Value, _ encoder: CanonicalEncoder
  ) throws -> Part? {
    let (dictionary, depth) = (dictionary(container), container.depth + 1)
    if let own = form.key(key) {
      // Swift holds texts for equal that are not the same byte by byte.
      guard let place = dictionary.index(forKey: own),
        try form.value(dictionary[place].key, depth, encoder) == key
      else { return nil }
      return Part(dictionary[place].value, depth: depth)
    }
    let found = try dictionary.filter { try form.value($0.key, depth, encoder) == key }
    if found.count > 1 {
      // Written alike: the encoded value knows which is the first.
      return try Part.kept(container).value(by: encoder)[key: key].map(Part.value)
    }
    return found.first.map { Part($0.value, depth: depth) }
  }

  override func differences(
    _ old: Kept, _ new: Kept, _ encoder: CanonicalEncoder
  ) throws -> UnorderedDifferences {
    let (one, other) = (dictionary(old), dictionary(new))
    var walk = UnorderedWalk<Entry>()
    walk.compare(
      one, other, isSameKey: { haveSameBits($0.key, $1.key) },
      isSame: { haveSameBits($0.value, $1.value) },
      inOld: { entry in one.index(forKey: entry.key).map { one[$0] } },
      inNew: { entry in other.index(forKey: entry.key).map { other[$0] } })
    let depth = old.depth + 1
    let key = { [form] (key: Key) in try form.value(key, depth, encoder) }
    var differences = UnorderedDifferences(
      removed: try walk.removed.map { (try key($0.key), Part($0.value, depth: depth)) },
      added: try walk.added.map { (try key($0.key), Part($0.value, depth: depth)) })
    for (old, new) in walk.changed {
      let (oldKey, newKey) = (try key(old.key), try key(new.key))
      let (oldPart, newPart) = (Part(old.value, depth: depth), Part(new.value, depth: depth))
      if oldKey == newKey {
        differences.changed.append((newKey, oldPart, newPart))
      } else {
        differences.removed.append((oldKey, oldPart))
        differences.added.append((newKey, newPart))
      }
    }
    differences.joinEqualKeys()
    return differences
  }
}

/// A set's elements.
final class SetAccess<Element: Hashable & Encodable>: UnorderedAccess {
  init() {
    super.init(kind: .set)
  }

  private func set(_ container: Kept) -> Set<Element> {
    container.address.assumingMemoryBound(to: Set<Element>.self).pointee
  }

  override func count(_ container: Kept) -> Int { set(container).count }

  override func keys(_ container: Kept, _ encoder: CanonicalEncoder) throws -> [Value] {
    try set(container).map { try Part($0, depth: container.depth + 1).value(by: encoder) }
  }

  override func parts(_ container: Kept) -> [Part] {
    set(container).map { Part($0, depth: container.depth + 1) }
  }

  override func differences(
    _ old: Kept, _ new: Kept, _ encoder: CanonicalEncoder
  ) throws -> UnorderedDifferences {
    let (one, other) = (set(old), set(new))
    var walk = UnorderedWalk<Element>()
    walk.compare(
      one, other, isSameKey: { haveSameBits($0, $1) }, isSame: { _, _ in true },
      inOld: { element in one.firstIndex(of: element).map { one[$0] } },
      inNew: { element in other.firstIndex(of: element).map { other[$0] } })
    let keyed = { (element: Element) in
      let value = try Part(element, depth: old.depth + 1).value(by: encoder)
      return (key: value, part: Part.value(value))
    }
    var differences = UnorderedDifferences(
      removed: try walk.removed.map(keyed), added: try walk.added.map(keyed))
    for (old, new) in walk.changed {
      let (old, new) = (try keyed(old), try keyed(new))
      guard old.key != new.key else { continue }
      differences.removed.append(old)
      differences.added.append(new)
    }
    differences.joinEqualKeys()
    return differences
  }
}

/// The form in which the standard library hands a dictionary's keys to an encoder.
struct KeyForm<Key: Encodable> {
  private let isRepresentable = Key.self is any CodingKeyRepresentable.Type

  /// The key that is encoded so, where that can be told without a look at all of them: a text, an `Int`.
  func key(_ value: Value) -> Key? {
    guard case .string(let text) = value else { return nil }
    if Key.self == String.self { return text as? Key }
    return Key.self == Int.self ? Int(text) as? Key : nil
  }

  func value(_ key: Key, _ depth: Int, _ encoder: CanonicalEncoder) throws -> Value {
    switch Primitive(Key.self)?.value(of: key) {
    case .string(let text)?: return .string(text)
    case .int(let number)? where Key.self == Int.self: return .string(String(number))
    default: break
    }
    if isRepresentable, let key = key as? any CodingKeyRepresentable {
      return .string(key.codingKey.stringValue)
    }
    return try Part(key, depth: depth).value(by: encoder)
  }
}

/// Whether two values of one type have the same bits in memory.
@inline(__always)
func haveSameBits<T>(_ one: T, _ other: T) -> Bool {
  withUnsafeBytes(of: one) { mine in
    withUnsafeBytes(of: other) { theirs in
      guard let a = mine.baseAddress, let b = theirs.baseAddress else { return true }
      return sameBytes(a, b, mine.count)
    }
  }
}
