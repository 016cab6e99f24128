import FluxTesting
import Foundation
import Testing

/// Every kind of primitive value, and how an app may hold it, through everything that shows or takes values: recorded,
/// replayed, compared, printed, in JSON, in conditions, in edits of branches, in fixtures, in exports and in pages.
@Suite struct ValueKindTests {
  struct Kind: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let problems: @Sendable () throws -> [String]

    init<Held: Codable & Equatable & Sendable>(
      _ name: String, _ values: [Held], isOrdered: Bool = true
    ) {
      testDescription = name
      problems = { try ValueSession(values, isOrdered: isOrdered).run() }
    }
  }

  @Test(arguments: numbers + texts + containers)
  func
    `values of each listed type read back the same from states, JSON, conditions, exports and pages`(
      kind: Kind
    )
    async throws
  {
    let problems = try await onOwnThread { try kind.problems() }
    #expect(problems == [])
  }

  private static let numbers = [
    Kind("Bool", [true, false]),
    Kind("Int", [Int.min, -1, 0, .max]),
    Kind("Int8", [Int8.min, -1, 0, .max]),
    Kind("Int16", [Int16.min, -1, 0, .max]),
    Kind("Int32", [Int32.min, -1, 0, .max]),
    Kind("Int64", [Int64.min, -1, 0, .max, 1 << 53 + 1]),
    Kind("Int128", [Int128.min, -1, 0, .max, 1 << 64]),
    Kind("UInt", [UInt.min, 1, .max]),
    Kind("UInt8", [UInt8.min, 1, .max]),
    Kind("UInt16", [UInt16.min, 1, .max]),
    Kind("UInt32", [UInt32.min, 1, .max]),
    Kind("UInt64", [UInt64.min, 1, .max]),
    Kind("UInt128", [UInt128.min, 1, .max, 1 << 65]),
    Kind(
      "Float",
      [
        Float.nan, .infinity, -.infinity, -0.0, 0, 0.1, 16_777_216, .greatestFiniteMagnitude,
        .leastNonzeroMagnitude,
      ]),
    Kind(
      "Double",
      [
        Double.nan, .infinity, -.infinity, -0.0, 0, 0.1, 1.0, 1e15, 9_007_199_254_740_992, 1e300,
        .greatestFiniteMagnitude, .leastNonzeroMagnitude,
      ]),
    Kind(
      "Decimal",
      [
        "9.99", "-0.5", "0", "100", "12345678901234567890", "12345678901234567890.123456789",
        "0.1", "99999999999999999999999999999999999999", "1e100", "1e-100", "-1e-20",
      ].compactMap { Decimal(string: $0) } + [.nan]),
  ]

  private static let texts = [
    Kind(
      "String",
      [
        "", "a", "\"\\\n\r\t", "\u{1}a\u{1B}[31m\u{202E}", "é e\u{301}", "👩‍👩‍👧‍👦", "\u{2028}", "nil",
        "NaN", "2026-01-31T08:30:00Z", "</script>", "}{][)(", "𝄞\u{FFFF}\u{10FFFF}",
      ]),
    Kind("Character", ["a", "é", "👩‍👩‍👧‍👦", "\r\n"].map { Letter(character: $0) }),
    Kind("Data", [Data(), Data([0]), Data([0, 1, 254, 255]), Data("Base64".utf8)]),
    Kind("bytes", [[], [0], [0, 1, 254, 255] as [UInt8]]),
    Kind(
      "Date",
      [
        0, -0.25, 0.1, 785_924_559.123456, -978_307_200.5, 253_402_300_800, -99_999_999_999, 1e17,
        -0.0, 1.0 / 3,
      ].map { Date(timeIntervalSinceReferenceDate: $0) }),
    Kind("UUID", [UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)), UUID()]),
    Kind(
      "URL",
      ["https://example.org/a?b=c#d", "file:///a%20b", "mailto:a@b.c"].compactMap {
        URL(string: $0)
      }),
  ]

  private static let containers = [
    Kind("optionals of optionals", [Int??.none, .some(.none), .some(.some(1))]),
    Kind(
      "lists of optionals of optionals",
      [[Int??.none, .some(.none), 1], [.some(.none), .none], []]),
    Kind(
      "optionals of optionals of optionals",
      [[Int???.none, .some(.none), .some(.some(.none)), 1], [.some(.some(.none)), .some(.none)]]),
    Kind(
      "dictionaries of optionals",
      [["a": Int??.none, "b": .some(.none), "c": 1], ["a": .some(.none), "b": .none]],
      isOrdered: false),
    Kind("members of optionals", [Layers(), Layers(one: .some(.none), two: .some(.some(.none)))]),
    Kind(
      "enums",
      [
        Choice.none, .one(1), .labeled(text: "a"), .mixed(1, text: nil), .mixed(2, text: "b"),
        .some(.none), .nested(.labeled(text: "c")),
      ]),
    Kind("enums with raw values", [Card.hearts, .spades]),
    Kind("dictionaries with integers as keys", [[1: "a", -2: "b"], [:]], isOrdered: false),
    Kind(
      "dictionaries with enums as keys", [[Card.hearts: 1, .spades: 2], [:]], isOrdered: false),
    Kind(
      "dictionaries with structs as keys",
      [[Spot(x: 1, y: nil): "a", Spot(x: 2, y: 3): "b"], [:]], isOrdered: false),
    Kind(
      "dictionaries with numbers as keys",
      [[0.5: [true], -.infinity: []], [1e300: [false]]], isOrdered: false),
    Kind("sets", [Set([1, 2, 3]), [], [4]], isOrdered: false),
    Kind("sets of structs", [Set([Spot(x: 1, y: nil), Spot(x: 1, y: 2)])], isOrdered: false),
    Kind(
      "JSON",
      [JSON.null, .list([.null, .number(1.5)]), .object(["some": .text("a")]), .flag(true)],
      isOrdered: false),
    Kind("optional JSON", [JSON?.none, .some(.null), .some(.list([.null]))], isOrdered: false),
  ]
}

private struct Letter: Codable, Equatable, Sendable {
  let text: String

  init(character: Character) { text = String(character) }
}

private struct Layers: Codable, Equatable, Sendable {
  var one: Int??
  var two: Int???
}

private enum Choice: Codable, Equatable, Sendable {
  case none
  case one(Int)
  case labeled(text: String)
  case mixed(Int, text: String?)
  case some(Int?)
  indirect case nested(Choice)
}

private enum Card: String, Codable, Equatable, Sendable { case hearts, spades }

private struct Spot: Codable, Hashable, Sendable {
  var x: Int
  var y: Int?
}

/// JSON as a single value, as many apps have it.
private enum JSON: Codable, Equatable, Sendable {
  case null
  case flag(Bool)
  case number(Double)
  case text(String)
  case list([JSON])
  case object([String: JSON])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let list = try? container.decode([JSON].self) {
      self = .list(list)
    } else {
      self = .object(try container.decode([String: JSON].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .flag(let flag): try container.encode(flag)
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    case .list(let list): try container.encode(list)
    case .object(let object): try container.encode(object)
    }
  }
}
