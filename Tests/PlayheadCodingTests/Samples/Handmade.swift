/// Types that write themselves in unusual ways, each allowed by `Codable`.

/// Writes to two containers of each kind in turn, and one key twice.
struct Interleaved: Codable, Equatable {
  var left: [Int]
  var right: [Int]
  var rows: [[Int]]
  var twice: Int

  private enum CodingKeys: String, CodingKey { case left, right, rows, twice, sides }

  init(left: [Int], right: [Int], rows: [[Int]], twice: Int) {
    self.left = left
    self.right = right
    self.rows = rows
    self.twice = twice
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let sides = try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .sides)
    left = try sides.decode([Int].self, forKey: .left)
    right = try sides.decode([Int].self, forKey: .right)
    twice = try container.decode(Int.self, forKey: .twice)
    rows = try container.decode([[Int]].self, forKey: .rows)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode("not this", forKey: .twice)
    var sides = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .sides)
    var lefts = sides.nestedUnkeyedContainer(forKey: .left)
    var rights = sides.nestedUnkeyedContainer(forKey: .right)
    for index in 0..<max(left.count, right.count) {
      if index < left.count { try lefts.encode(left[index]) }
      if index < right.count { try rights.encode(right[index]) }
    }
    var table = container.nestedUnkeyedContainer(forKey: .rows)
    var open = rows.map { _ in table.nestedUnkeyedContainer() }
    for (index, row) in rows.enumerated().reversed() {
      for number in row { try open[index].encode(number) }
    }
    try container.encode(twice, forKey: .twice)
  }
}

/// A list of unlike elements.
struct Unlike: Codable, Equatable {
  var number = 5
  var text: String?
  var inner = [1, 2]
  var base = ["sings", "flies"]

  init(text: String?) { self.text = text }

  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    #if canImport(Darwin)
      _ = list.count
    #endif
    if let wrong = try? list.decode(Bool.self) { throw Mistake(found: "\(wrong)") }
    number = try list.decode(Int.self)
    text = try list.decodeNil() ? nil : list.decode(String.self)
    var nested = try list.nestedUnkeyedContainer()
    inner = [try nested.decode(Int.self), try nested.decode(Int.self)]
    base = try [String](from: list.superDecoder())
  }

  func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    try list.encode(number)
    if let text { try list.encode(text) } else { try list.encodeNil() }
    var nested = list.nestedUnkeyedContainer()
    try nested.encode(contentsOf: inner)
    try base.encode(to: list.superEncoder())
  }
}

struct Mistake: Error {
  var found: String
}

/// A chain of objects, each in the one before.
final class Link: Codable {
  var number: Int
  var next: Link?

  init(number: Int, next: Link?) {
    self.number = number
    self.next = next
  }

  static func chain(_ length: Int) -> Link? {
    (0..<length).reduce(nil) { Link(number: $1, next: $0) }
  }

  var numbers: [Int] {
    var numbers: [Int] = []
    var link: Link? = self
    while let here = link {
      numbers.append(here.number)
      link = here.next
    }
    return numbers
  }
}

/// A chain through `superEncoder`, which the encoder cannot count by the types it is given.
final class SuperLink: Codable {
  var next: SuperLink?

  private enum CodingKeys: String, CodingKey { case number, next }

  init(next: SuperLink?) { self.next = next }

  var length: Int { 1 + (next?.length ?? 0) }

  static func chain(_ length: Int) -> SuperLink? {
    (0..<length).reduce(nil) { next, _ in SuperLink(next: next) }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard container.contains(.next) else { return }
    next = try SuperLink(from: container.superDecoder(forKey: .next))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(1, forKey: .number)
    try next?.encode(to: container.superEncoder(forKey: .next))
  }
}
