import Foundation
import PlayheadCoding

/// Values of types that decode from no placeholder of their parts, or have no parts.
enum Placeholders {
  private static let scalars = table([
    (false, .bool), ("", .string),
    (Int(), .int), (Int8(), .int), (Int16(), .int), (Int32(), .int), (Int64(), .int),
    (UInt(), .uint), (UInt8(), .uint), (UInt16(), .uint), (UInt32(), .uint), (UInt64(), .uint),
    (Int128(), .int128), (UInt128(), .uint128), (Float(), .float), (Double(), .double),
    (Decimal(), .decimal), (Date(timeIntervalSinceReferenceDate: 0), .date),
    (UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)), .uuid),
    (Data(), .bytes), ([UInt8](), .bytes),
  ])

  /// Types that refuse the empty text.
  private static let others: [any Decodable & Sendable] = [URL(filePath: "/"), TimeZone.gmt]

  /// Types that trap on the placeholders of their parts.
  private static let brittle: [any Decodable & Sendable] = [URLComponents(), CharacterSet()]

  private typealias Scalar = (value: any Decodable & Sendable, kind: Kind)

  private static func table(_ scalars: [Scalar]) -> [ObjectIdentifier: Scalar] {
    Dictionary(uniqueKeysWithValues: scalars.map { (ObjectIdentifier(type(of: $0.value)), $0) })
  }

  /// A value of a type that is one field, and the field's kind.
  static func scalar<T>(_ type: T.Type) -> (value: T, kind: Kind)? {
    guard let scalar = scalars[ObjectIdentifier(type)], let value = scalar.value as? T else {
      return nil
    }
    return (value, scalar.kind)
  }

  /// A value of a type that must not be asked what it consists of.
  static func unasked<T>(_ type: T.Type) -> T? { brittle.lazy.compactMap { $0 as? T }.first }

  /// A value of a type that refuses placeholders, if one is known.
  static func known<T>(_ type: T.Type) -> T? { others.lazy.compactMap { $0 as? T }.first }
}

/// A generic type whose parts have to be looked at one by one: empty, it asks for none of them.
protocol ProbedByParts {
  static func look(with probe: SchemaProbe) -> SchemaProbe.Finding<Self>
}

extension Optional: ProbedByParts where Wrapped: Decodable {
  static func look(with probe: SchemaProbe) -> SchemaProbe.Finding<Self> {
    let wrapped = probe.schema(of: Wrapped.self)
    return (.some(nil), TypeSchema(wrapped.name + "?", .optional(wrapped)))
  }
}

extension Array: ProbedByParts where Element: Decodable {
  static func look(with probe: SchemaProbe) -> SchemaProbe.Finding<Self> {
    let element = probe.schema(of: Element.self)
    return ([], TypeSchema("[\(element.name)]", .list(of: element)))
  }
}

extension Set: ProbedByParts where Element: Decodable {
  static func look(with probe: SchemaProbe) -> SchemaProbe.Finding<Self> {
    let element = probe.schema(of: Element.self)
    return ([], TypeSchema("Set<\(element.name)>", .set(of: element)))
  }
}

extension Dictionary: ProbedByParts where Key: Decodable, Value: Decodable {
  static func look(with probe: SchemaProbe) -> SchemaProbe.Finding<Self> {
    let key = probe.schema(of: Key.self)
    let value = probe.schema(of: Value.self)
    return ([:], TypeSchema("[\(key.name): \(value.name)]", .dictionary(key: key, value: value)))
  }
}
