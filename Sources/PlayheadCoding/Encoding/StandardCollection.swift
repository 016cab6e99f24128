/// A collection of the standard library.
protocol StandardCollection {
  init()
  /// The kind of its unkeyed containers: sets and dictionaries have no order.
  static var sequenceKind: Kind { get }
  /// The types of its elements, of a dictionary of its keys and values.
  static var elements: [any Any.Type] { get }
}

extension StandardCollection {
  /// The type of unique keys or elements; `nil` for a collection with duplicates.
  static var keyType: (any Any.Type)? { sequenceKind == .list ? nil : elements.first }
}

extension Array: StandardCollection {
  static var sequenceKind: Kind { .list }
  static var elements: [any Any.Type] { [Element.self] }
}

extension ContiguousArray: StandardCollection {
  static var sequenceKind: Kind { .list }
  static var elements: [any Any.Type] { [Element.self] }
}

extension Set: StandardCollection {
  static var sequenceKind: Kind { .set }
  static var elements: [any Any.Type] { [Element.self] }
}

extension Dictionary: StandardCollection {
  static var sequenceKind: Kind { .pairs }
  static var elements: [any Any.Type] { [Key.self, Value.self] }
}
