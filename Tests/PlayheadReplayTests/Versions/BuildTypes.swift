import PlayheadFlux
import PlayheadReplay

/// An action that both builds call "Item".
protocol Item: Action {}

extension Item {
  static var actionName: String { "Item" }
}

/// The types of an old build.
enum Old {
  struct Plain: Item {
    var sku = "A-7"
    var count = 2
  }
  struct Noted: Item {
    var sku = "A-7"
    var note: String? = "gift"
  }
  struct Text: Item { var count = "two" }
  struct Line: Codable, Sendable {
    var sku = "A-7"
    var price = 5
  }
  struct Listed: Item { var lines = [Line(), Line()] }
  struct Stocked: Item { var stock = ["shelf secret": Line()] }
}

/// The types of the new build that replays the old one's logs.
enum New {
  struct WithDefault: Item {
    var sku = ""
    var count = 0
    var price = 1
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      sku = try container.decode(String.self, forKey: .sku)
      count = try container.decode(Int.self, forKey: .count)
      price = try container.decodeIfPresent(Int.self, forKey: .price) ?? 1
    }
  }
  struct RequiredNote: Item {
    var sku: String
    var note: String
  }
  struct Tiny: Item {
    var sku: String
    var count: UInt8
  }
  struct Line: Codable, Sendable { var sku: String }
  struct Listed: Item { var lines: [Line] }
  struct PricedLine: Codable, Sendable {
    var sku: String
    var price: String
  }
  struct PricedStock: Item { var stock: [String: PricedLine] }
  struct Moved: Action {
    static let actionName = "Shop.Item"
    var sku: String
    var count: Int
  }
}

/// One action in four versions, each with other fields.
enum Versions {
  struct V1: Item { var count: Int }
  struct V2: Item {
    static let actionVersion = 2
    var units: Int
  }
  struct V3: Item {
    static let actionVersion = 3
    var pieces: Int
    var wrapped: Bool
  }
  /// As version 1 had it, but that the fields mean something else.
  struct V4: Item {
    static let actionVersion = 4
    var count: Int
  }

  static let from1 = Upgrade(from: V1.self) { V2(units: $0.count) }
  static let from2 = Upgrade(from: V2.self) { V3(pieces: $0.units, wrapped: false) }
}
