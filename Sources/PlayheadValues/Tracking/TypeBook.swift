/// What is known of a type whose values are compared.
final class TypeFacts {
  /// How to get at the elements, of an array.
  let list: ListAccess?
  /// How to get at what is in it, of a dictionary or a set.
  let unordered: UnorderedAccess?
  /// The type's own way to compare, if it has one.
  let comparison: CheapComparison?
  /// Whether a value was met that writes itself in a way that only a whole encoding understands.
  var isOdd = false
  /// The names under which the last value wrote its fields, each of them once.
  var names: [String] = []

  init(_ type: any Any.Type, _ comparisons: Comparisons) {
    list = (type as? any ListType.Type)?.listAccess
    unordered = (type as? any UnorderedType.Type)?.unorderedAccess
    comparison = comparisons.comparison(of: type)
  }
}

/// The facts of all types met so far: a cast at run time takes long, and is made once per type.
final class TypeBook {
  private let comparisons: Comparisons
  @exclusivity(unchecked) private var facts: [ObjectIdentifier: TypeFacts] = [:]
  /// The facts that were asked for last, by some bits of the type's address: hashing takes longer.
  @exclusivity(unchecked) private var recent: [(id: ObjectIdentifier, facts: TypeFacts)?]
  private static let recentCount = 128

  init(_ comparisons: Comparisons) {
    self.comparisons = comparisons
    recent = Array(repeating: nil, count: Self.recentCount)
  }

  func facts(of type: any Any.Type) -> TypeFacts {
    let id = ObjectIdentifier(type)
    // Metadata lies at multiples of eight, and mostly some multiples apart.
    let place = Int(bitPattern: (UInt(bitPattern: id) >> 4) % UInt(Self.recentCount))
    if let known = recent[place], known.id == id { return known.facts }
    let found = facts[id] ?? TypeFacts(type, comparisons)
    facts[id] = found
    recent[place] = (id, found)
    return found
  }
}
