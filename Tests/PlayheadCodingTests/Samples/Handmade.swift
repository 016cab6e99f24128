/// Types that write themselves in unusual ways, each allowed by `Codable`.

class Animal: Codable {
  var name: String

  private enum CodingKeys: String, CodingKey { case name, traits, notes }
  private enum TraitKeys: String, CodingKey { case legs }

  var legs: Int
  var notes: [String]

  init(name: String, legs: Int, notes: [String]) {
    self.name = name
    self.legs = legs
    self.notes = notes
  }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decode(String.self, forKey: .name)
    legs = try container.nestedContainer(keyedBy: TraitKeys.self, forKey: .traits)
      .decode(Int.self, forKey: .legs)
    var list = try container.nestedUnkeyedContainer(forKey: .notes)
    notes = []
    while !list.isAtEnd { notes.append(try list.decode(String.self)) }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    var traits = container.nestedContainer(keyedBy: TraitKeys.self, forKey: .traits)
    try traits.encode(legs, forKey: .legs)
    var list = container.nestedUnkeyedContainer(forKey: .notes)
    for note in notes.dropLast() { try list.encode(note) }
    var again = container.nestedUnkeyedContainer(forKey: .notes)
    if let last = notes.last { try again.encode(last) }
  }
}

/// Writes into its superclass's containers, one of them opened for the second time.
final class Bird: Animal {
  var wings: Int

  private enum CodingKeys: String, CodingKey { case traits }
  private enum TraitKeys: String, CodingKey { case wings }

  init(name: String, wings: Int) {
    self.wings = wings
    super.init(name: name, legs: 2, notes: ["sings", "flies"])
  }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    wings = try container.nestedContainer(keyedBy: TraitKeys.self, forKey: .traits)
      .decode(Int.self, forKey: .wings)
    try super.init(from: decoder)
  }

  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    var traits = container.nestedContainer(keyedBy: TraitKeys.self, forKey: .traits)
    try traits.encode(wings, forKey: .wings)
  }
}

/// Gives its superclass encoders of its own: under "super", under a key, in a list.
final class Fish: Animal {
  var twin: Animal
  var school: [Animal]

  private enum CodingKeys: String, CodingKey { case twin, school }

  init(name: String, twin: Animal, school: [Animal]) {
    self.twin = twin
    self.school = school
    super.init(name: name, legs: 0, notes: [])
  }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    twin = try Animal(from: container.superDecoder(forKey: .twin))
    var list = try container.nestedUnkeyedContainer(forKey: .school)
    school = []
    while !list.isAtEnd { school.append(try Animal(from: list.superDecoder())) }
    try super.init(from: container.superDecoder())
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try twin.encode(to: container.superEncoder(forKey: .twin))
    var list = container.nestedUnkeyedContainer(forKey: .school)
    for animal in school { try animal.encode(to: list.superEncoder()) }
    try super.encode(to: container.superEncoder())
  }
}

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
  }

  func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    try list.encode(number)
    if let text { try list.encode(text) } else { try list.encodeNil() }
    var nested = list.nestedUnkeyedContainer()
    try nested.encode(contentsOf: inner)
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
