import PlayheadCoding

/// What `Value` means in the extension of a dictionary is the type of its values.
typealias ValueTree = Value

/// A dictionary or a set in memory, with access to its entries without encoding them.
protocol UnorderedType {
  static var kind: ContainerKind { get }

  static func count(_ container: Snapshot) -> Int

  /// All keys of a dictionary as values, or all elements of a set, unsorted.
  static func keys(_ container: Snapshot, _ encoder: CanonicalEncoder) throws -> [ValueTree]

  /// The value of a dictionary for an encoded `key`; `nil` if there is no such key.
  static func part(
    _ container: Snapshot, for key: ValueTree, _ encoder: CanonicalEncoder
  ) throws -> Part?

  /// The entries that differ in memory. Both containers have the same type.
  static func differences(
    _ old: Snapshot, _ new: Snapshot, _ encoder: CanonicalEncoder
  ) throws -> UnorderedDifferences
}

extension Dictionary: UnorderedType where Key: Encodable, Value: Encodable {
  static var kind: ContainerKind { .dictionary }

  static func count(_ container: Snapshot) -> Int { container.value(as: Self.self).count }

  static func keys(_ container: Snapshot, _ encoder: CanonicalEncoder) throws -> [ValueTree] {
    let form = KeyForm<Key>()
    return try container.value(as: Self.self).keys.map {
      try form.value($0, container.depth + 1, encoder)
    }
  }

  static func part(
    _ container: Snapshot, for key: ValueTree, _ encoder: CanonicalEncoder
  ) throws -> Part? {
    let (dictionary, depth) = (container.value(as: Self.self), container.depth + 1)
    let form = KeyForm<Key>()
    if let own = form.key(key) {
      // Texts can be equal in Swift with different bytes.
      guard let place = dictionary.index(forKey: own),
        try form.value(dictionary[place].key, depth, encoder) == key
      else { return nil }
      return Part(dictionary[place].value, depth: depth)
    }
    let found = try dictionary.filter { try form.value($0.key, depth, encoder) == key }
    if found.count > 1 {
      // If several keys encode alike, the encoded value decides which is first.
      return try Part.snapshot(container).value(by: encoder)[key: key].map(Part.value)
    }
    return found.first.map { Part($0.value, depth: depth) }
  }

  static func differences(
    _ old: Snapshot, _ new: Snapshot, _ encoder: CanonicalEncoder
  ) throws -> UnorderedDifferences {
    let (one, other) = (old.value(as: Self.self), new.value(as: Self.self))
    var walk = UnorderedWalk<Element>()
    walk.compare(
      one, other, isSameKey: { haveSameBits($0.key, $1.key) },
      isSame: { haveSameBits($0.value, $1.value) },
      inOld: { entry in one.index(forKey: entry.key).map { one[$0] } },
      inNew: { entry in other.index(forKey: entry.key).map { other[$0] } })
    let (form, depth) = (KeyForm<Key>(), old.depth + 1)
    return try UnorderedDifferences(walk) { entry in
      (try form.value(entry.key, depth, encoder), Part(entry.value, depth: depth))
    }
  }
}

extension Set: UnorderedType where Element: Encodable {
  static var kind: ContainerKind { .set }

  static func count(_ container: Snapshot) -> Int { container.value(as: Self.self).count }

  static func keys(_ container: Snapshot, _ encoder: CanonicalEncoder) throws -> [Value] {
    try container.value(as: Self.self).map {
      try Part($0, depth: container.depth + 1).value(by: encoder)
    }
  }

  static func part(_ container: Snapshot, for key: Value, _ encoder: CanonicalEncoder) -> Part? {
    nil
  }

  static func differences(
    _ old: Snapshot, _ new: Snapshot, _ encoder: CanonicalEncoder
  ) throws -> UnorderedDifferences {
    let (one, other) = (old.value(as: Self.self), new.value(as: Self.self))
    var walk = UnorderedWalk<Element>()
    walk.compare(
      one, other, isSameKey: { haveSameBits($0, $1) }, isSame: { _, _ in true },
      inOld: { element in one.firstIndex(of: element).map { one[$0] } },
      inNew: { element in other.firstIndex(of: element).map { other[$0] } })
    return try UnorderedDifferences(walk) { element in
      let value = try Part(element, depth: old.depth + 1).value(by: encoder)
      return (value, .value(value))
    }
  }
}

/// The form in which the standard library passes a dictionary's keys to an encoder.
private struct KeyForm<Key: Encodable> {
  private let isRepresentable = Key.self is any CodingKeyRepresentable.Type

  /// The key that encodes as `value`, if it can be computed without a search: a text, an `Int`.
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

/// The differences between two dictionaries or sets, with encoded keys.
struct UnorderedDifferences {
  /// Entries with the same key and other bits.
  private(set) var changed: [(key: Value, old: Part, new: Part)] = []
  private(set) var removed: [(key: Value, content: Part)]
  private(set) var added: [(key: Value, content: Part)]

  /// The results of a walk; `keyed` encodes each entry's key.
  init<Entry>(
    _ walk: UnorderedWalk<Entry>, _ keyed: (Entry) throws -> (key: Value, content: Part)
  ) rethrows {
    (removed, added) = (try walk.removed.map(keyed), try walk.added.map(keyed))
    for (old, new) in walk.changed {
      let (old, new) = (try keyed(old), try keyed(new))
      if old.key == new.key {
        changed.append((new.key, old.content, new.content))
      } else {
        removed.append(old)
        added.append(new)
      }
    }
  }
}

/// Finds the differences between two unordered collections. Usually one is a copy of the other.
///
/// A changed copy keeps its entries in their places, unless it grew. So both are walked in parallel, and
/// entries are looked up only where they differ.
struct UnorderedWalk<Entry> {
  /// Equal by the type's own `==`, but not the same in memory.
  private(set) var changed: [(old: Entry, new: Entry)] = []
  private(set) var removed: [Entry] = []
  private(set) var added: [Entry] = []

  /// - Parameters:
  ///   - isSameKey: Whether two entries have keys with the same bits.
  ///   - isSame: Whether two entries have values with the same bits.
  ///   - inOld: The old entry with the key of a new one.
  ///   - inNew: The new entry with the key of an old one.
  mutating func compare<Entries: Collection<Entry>>(
    _ old: Entries, _ new: Entries, isSameKey: (Entry, Entry) -> Bool,
    isSame: (Entry, Entry) -> Bool, inOld: (Entry) -> Entry?, inNew: (Entry) -> Entry?
  ) {
    var (olds, news) = (old.makeIterator(), new.makeIterator())
    var (one, other) = (olds.next(), news.next())
    while let a = one, let b = other {
      if isSameKey(a, b) {
        if !isSame(a, b) { changed.append((a, b)) }
        (one, other) = (olds.next(), news.next())
      } else if inNew(a) == nil {
        removed.append(a)
        one = olds.next()
      } else if inOld(b) == nil {
        added.append(b)
        other = news.next()
      } else {
        break
      }
    }
    // From here on the order differs, or only one has entries left.
    while let a = one {
      if let b = inNew(a) {
        if !isSameKey(a, b) || !isSame(a, b) { changed.append((a, b)) }
      } else {
        removed.append(a)
      }
      one = olds.next()
    }
    while let b = other {
      if inOld(b) == nil { added.append(b) }
      other = news.next()
    }
  }
}
