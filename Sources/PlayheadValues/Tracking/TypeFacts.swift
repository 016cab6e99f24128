import Foundation
import PlayheadCoding

final class TypeFacts {
  let list: (any ListType.Type)?
  let unordered: (any UnorderedType.Type)?
  let isOptional: Bool
  /// The type's own comparison, if it has one: whether the values at two addresses encode alike. `Equatable` is not
  /// enough: `==` may hold for values that encode differently.
  let areAlike: ((UnsafeRawPointer, UnsafeRawPointer) -> Bool)?
  /// Whether a value of the type encoded itself in a way that needs a whole encoding.
  var isOdd = false
  /// The field names of the last value, without duplicates.
  var names: [String] = []

  init(_ type: any Any.Type) {
    list = type as? any ListType.Type
    unordered = type as? any UnorderedType.Type
    isOptional = type is any OptionalType.Type
    areAlike =
      type == Data.self
      ? PlayheadValues.comparison(Data.self, ==) : (type as? any CheaplyCompared.Type)?.comparison
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

/// The comparison of two values at addresses, where values of type `T` are.
private func comparison<T>(
  _ type: T.Type, _ areAlike: @escaping (T, T) -> Bool
) -> (UnsafeRawPointer, UnsafeRawPointer) -> Bool {
  {
    areAlike($0.assumingMemoryBound(to: T.self).pointee, $1.assumingMemoryBound(to: T.self).pointee)
  }
}

extension CheaplyCompared {
  fileprivate static var comparison: (UnsafeRawPointer, UnsafeRawPointer) -> Bool {
    PlayheadValues.comparison(Self.self) { $0.encodesLike($1) }
  }
}
