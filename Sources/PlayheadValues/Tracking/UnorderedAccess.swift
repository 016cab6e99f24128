import PlayheadCoding

/// Looks at the entries of a kept dictionary, or the elements of a kept set, without encoding them.
class UnorderedAccess {
  let kind: ContainerKind

  init(kind: ContainerKind) {
    self.kind = kind
  }

  func count(_ container: Kept) -> Int { 0 }

  /// All keys as values, or all elements of a set, in no order.
  func keys(_ container: Kept, _ encoder: CanonicalEncoder) throws -> [Value] { [] }

  /// All values that a dictionary holds, or all elements of a set, in no order.
  func parts(_ container: Kept) -> [Part] { [] }

  /// What a dictionary holds for `key`, which is as it is encoded; nil if it has no such key.
  func part(_ container: Kept, for key: Value, _ encoder: CanonicalEncoder) throws -> Part? { nil }

  /// What is not the same in memory. Both are of one type.
  func differences(
    _ old: Kept, _ new: Kept, _ encoder: CanonicalEncoder
  ) throws -> UnorderedDifferences { UnorderedDifferences() }
}

/// What differs between two dictionaries or sets; keys are as they are encoded.
struct UnorderedDifferences {
  /// Held for the same key, with other bits.
  var changed: [(key: Value, old: Part, new: Part)] = []
  var removed: [(key: Value, part: Part)] = []
  var added: [(key: Value, part: Part)] = []

  var isEmpty: Bool { changed.isEmpty && removed.isEmpty && added.isEmpty }
}

extension UnorderedDifferences {
  /// Keys that Swift holds for different may be written alike.
  mutating func joinEqualKeys() {
    guard !removed.isEmpty, !added.isEmpty else { return }
    var places = Dictionary(
      zip(added.map(\.key), added.indices), uniquingKeysWith: { first, _ in first })
    var joined: Set<Int> = []
    removed.removeAll { key, old in
      guard let place = places.removeValue(forKey: key) else { return false }
      changed.append((key, old, added[place].part))
      joined.insert(place)
      return true
    }
    guard !joined.isEmpty else { return }
    added = added.indices.filter { !joined.contains($0) }.map { added[$0] }
  }
}

/// A type whose elements have no order.
protocol UnorderedType {
  static var unorderedAccess: UnorderedAccess { get }
}

extension Dictionary: UnorderedType where Key: Encodable, Value: Encodable {
  static var unorderedAccess: UnorderedAccess { DictionaryAccess<Key, Value>() }
}

extension Set: UnorderedType where Element: Encodable {
  static var unorderedAccess: UnorderedAccess { SetAccess<Element>() }
}
