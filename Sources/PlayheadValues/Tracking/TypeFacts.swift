import Foundation

/// What is known of a type whose values are compared.
final class TypeFacts {
  /// The type, if it is an array.
  let list: (any ListType.Type)?
  /// The type, if it is a dictionary or a set.
  let unordered: (any UnorderedType.Type)?
  /// The type's own way to compare, if it has one.
  let comparison: CheapComparison?
  /// Whether a value of the type wrote itself in a way that only a whole encoding understands.
  var isOdd = false
  /// The names under which the last value wrote its fields, each of them once.
  var names: [String] = []

  init(_ type: any Any.Type) {
    list = type as? any ListType.Type
    unordered = type as? any UnorderedType.Type
    comparison =
      type == Data.self
      ? CheapComparison(of: Data.self, areAlike: { $0 == $1 }, leastSize: { $0.count })
      : (type as? any CheaplyCompared.Type)?.cheapComparison
  }
}

/// The facts of all types met so far: a cast at run time is slow, and made once per type.
final class TypeBook {
  @exclusivity(unchecked) private var facts: [ObjectIdentifier: TypeFacts] = [:]
  /// The facts that were needed last, by some bits of the type's address: hashing takes longer.
  @exclusivity(unchecked) private var recent: [(id: ObjectIdentifier, facts: TypeFacts)?]
  private static let recentCount = 128

  init() { recent = Array(repeating: nil, count: Self.recentCount) }

  func facts(of type: any Any.Type) -> TypeFacts {
    let id = ObjectIdentifier(type)
    // Metadata lies at multiples of eight, and mostly some multiples apart.
    let place = Int(bitPattern: (UInt(bitPattern: id) >> 4) % UInt(Self.recentCount))
    if let known = recent[place], known.id == id { return known.facts }
    let found = facts[id] ?? TypeFacts(type)
    facts[id] = found
    recent[place] = (id, found)
    return found
  }
}

/// How a type compares two of its values whose bits differ.
///
/// `Equatable` is not enough: `==` may hold for values that are not written alike.
struct CheapComparison {
  /// Whether two values are written alike; both pointers are to values of the type.
  let areAlike: (UnsafeRawPointer, UnsafeRawPointer) -> Bool
  /// How many bytes a value takes at least when it is written; 0 if that is not known.
  let leastSize: (UnsafeRawPointer) -> Int

  init<T>(
    of type: T.Type, areAlike: @escaping (T, T) -> Bool, leastSize: @escaping (T) -> Int
  ) {
    self.areAlike = { one, other in
      areAlike(
        one.assumingMemoryBound(to: T.self).pointee, other.assumingMemoryBound(to: T.self).pointee)
    }
    self.leastSize = { leastSize($0.assumingMemoryBound(to: T.self).pointee) }
  }
}

extension CheaplyCompared {
  fileprivate static var cheapComparison: CheapComparison {
    CheapComparison(
      of: Self.self, areAlike: { $0.encodesLike($1) }, leastSize: { $0.leastEncodedSize })
  }
}
