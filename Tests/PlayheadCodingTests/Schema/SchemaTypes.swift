import Foundation

/// Types to look into.
enum Cataloged {
  struct AddItem: Codable {
    var sku: String
    var quantity: Int
    var note: String?
    var tags: [String]
    var prices: [String: Double]
  }

  struct Empty: Codable {}

  enum Tool: String, Codable, CaseIterable { case pen, eraser }

  enum Direction: Codable, CaseIterable { case up, down }

  enum Sealed: String, Codable { case red, green }

  enum Target: Codable {
    case none
    case post(Int)
  }

  struct Draw: Codable {
    var tool: Tool
    var direction: Direction
    var at: Date
    var id: UUID
    var link: URL
    var zone: TimeZone
  }

  struct Stroke: Codable {
    var width: Double
    var target: Target
    var text: String
  }

  struct Paint: Codable {
    var first: Int
    var color: Sealed
    var last: Int
  }

  struct Strokes: Codable {
    var strokes: [Stroke]
    var target: Target?
    var last: Int
  }

  final class Node: Codable {
    var name = ""
    var next: Node?
    var children: [Node] = []
  }

  struct Boxed: Codable { var node: Node }

  /// A name around a value, as type-safe identifiers are.
  struct Identifier: Codable {
    var number: Int

    init(from decoder: any Decoder) throws {
      number = try decoder.singleValueContainer().decode(Int.self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(number)
    }
  }

  struct Point: Decodable {
    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      _ = try container.decode(Double.self)
      _ = try container.decode(Double.self)
    }
  }

  /// Asks for its fields in every way there is.
  struct Handmade: Decodable {
    enum Keys: String, CodingKey { case plain, perhaps, maybe, inner, list }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      _ = try? container.decode(Int.self, forKey: .plain)
      _ = try? container.decode(String.self, forKey: .plain)
      if container.contains(.perhaps) { _ = try container.decode(Int.self, forKey: .perhaps) }
      _ = try container.decodeIfPresent(Bool.self, forKey: .maybe)
      let inner = try container.nestedContainer(keyedBy: Keys.self, forKey: .inner)
      _ = try inner.decode(Int.self, forKey: .plain)
      var list = try container.nestedUnkeyedContainer(forKey: .list)
      _ = try list.decode(String.self)
    }
  }

  /// Goes on for as long as it gets something.
  struct Endless: Decodable {
    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      while true { _ = try container.decode(Int.self) }
    }
  }

  /// Nests in itself under ever new types.
  struct Growing<T: Decodable>: Decodable {
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      _ = try container.decode(Growing<[T]>.self)
    }
  }

  /// Nests in itself without telling the decoder its type.
  final class Chained: Decodable {
    enum Keys: String, CodingKey { case number, next }

    let next: Chained?

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      _ = try container.decode(Int.self, forKey: .number)
      next =
        container.contains(.next)
        ? try Chained(from: container.superDecoder(forKey: .next)) : nil
    }
  }

  /// Takes whatever containers there are.
  struct Greedy: Decodable {
    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      while (try? container.nestedUnkeyedContainer()) != nil {}
    }
  }

  /// Waits for the nil at the end.
  struct Patient: Decodable {
    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      while try !container.decodeNil() {}
    }
  }

  /// Has parts that trap on an empty text and on 0.
  struct Search: Decodable {
    var address: URLComponents
    var letters: CharacterSet
    var limit: Int
  }
}
