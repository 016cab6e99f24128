import Foundation

/// How a type tells whether two of its values, whose bits differ, are written alike.
package struct CheapComparison {
  /// Both point to a value of the type.
  let areAlike: (UnsafeRawPointer, UnsafeRawPointer) -> Bool
  /// How many bytes a value takes at least.
  let leastSize: (UnsafeRawPointer) -> Int

  /// - Parameters:
  ///   - areAlike: Whether two values are written alike; `false` only if they are not.
  ///   - leastSize: How many bytes a value takes at least when it is written; 0 if that is not known.
  package init<T>(
    of type: T.Type, areAlike: @escaping (T, T) -> Bool,
    leastSize: @escaping (T) -> Int = { _ in 0 }
  ) {
    self.areAlike = { one, other in
      areAlike(
        one.assumingMemoryBound(to: T.self).pointee, other.assumingMemoryBound(to: T.self).pointee)
    }
    self.leastSize = { leastSize($0.assumingMemoryBound(to: T.self).pointee) }
  }
}

/// Which types have a comparison of their own. A type is asked for once and remembered.
///
/// `Equatable` is not enough: `==` may hold for values that are not written alike.
package struct Comparisons: Sendable {
  private let lookUp: @Sendable (any Any.Type) -> CheapComparison?

  /// The comparisons that `lookUp` finds, for types whose values are each written as one scalar.
  package init(_ lookUp: @escaping @Sendable (any Any.Type) -> CheapComparison?) {
    self.lookUp = lookUp
  }

  /// No type has one, but for `Data`.
  package static let none = Comparisons { _ in nil }

  func comparison(of type: any Any.Type) -> CheapComparison? {
    guard type == Data.self else { return lookUp(type) }
    return CheapComparison(of: Data.self, areAlike: { $0 == $1 }, leastSize: { $0.count })
  }
}
