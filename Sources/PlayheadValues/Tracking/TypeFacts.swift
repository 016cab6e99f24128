import Foundation
import PlayheadCoding

/// The facts about a compared type.
final class TypeFacts {
  /// The type, if it is an array.
  let list: (any ListType.Type)?
  /// The type, if it is a dictionary or a set.
  let unordered: (any UnorderedType.Type)?
  /// Whether the type is an optional.
  let isOptional: Bool
  /// The type's own comparison, if it has one.
  let comparison: CheapComparison?
  /// Whether a value of the type encoded itself in a way that needs a whole encoding.
  var isOdd = false
  /// The field names of the last value, without duplicates.
  var names: [String] = []

  init(_ type: any Any.Type) {
    list = type as? any ListType.Type
    unordered = type as? any UnorderedType.Type
    isOptional = type is any OptionalType.Type
    comparison =
      type == Data.self
      ? CheapComparison(of: Data.self, areAlike: { $0 == $1 })
      : (type as? any CheaplyCompared.Type)?.cheapComparison
  }
}

/// The facts of all types so far: a cast at run time is slow, and made once per type.
final class TypeBook {
  @exclusivity(unchecked) private var facts: [ObjectIdentifier: TypeFacts] = [:]
  /// The facts that were used recently, by some bits of the type's address: hashing is slower.
  @exclusivity(unchecked) private var recent: [(id: ObjectIdentifier, facts: TypeFacts)?]
  private static let recentCount = 128

  init() { recent = Array(repeating: nil, count: Self.recentCount) }

  func facts(of type: any Any.Type) -> TypeFacts {
    let id = ObjectIdentifier(type)
    // Metadata is at multiples of eight, usually several multiples apart.
    let place = Int(bitPattern: (UInt(bitPattern: id) >> 4) % UInt(Self.recentCount))
    if let known = recent[place], known.id == id { return known.facts }
    let found = facts[id] ?? TypeFacts(type)
    facts[id] = found
    recent[place] = (id, found)
    return found
  }
}

/// Compares two values of a type with different bits.
///
/// `Equatable` is not enough: `==` may hold for values that encode differently.
struct CheapComparison {
  /// Whether two values encode alike; both pointers are to values of the type.
  let areAlike: (UnsafeRawPointer, UnsafeRawPointer) -> Bool

  init<T>(of type: T.Type, areAlike: @escaping (T, T) -> Bool) {
    self.areAlike = { one, other in
      areAlike(
        one.assumingMemoryBound(to: T.self).pointee, other.assumingMemoryBound(to: T.self).pointee)
    }
  }
}

extension CheaplyCompared {
  fileprivate static var cheapComparison: CheapComparison {
    CheapComparison(of: Self.self) { $0.encodesLike($1) }
  }
}
