import Foundation
import PlayheadCoding
import PlayheadValues
import Testing

/// How many shapes the values of a type have: one, or a few, however they vary.
@Suite struct ShapeCountTests {
  @Test func `a type with hand-written encoding has one shape whichever optionals are nil`() throws
  {
    struct Explicit: Encodable {
      enum CodingKeys: CodingKey { case a, b, c }
      var a: Int?, b: String?, c: [Int]?

      func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(a, forKey: .a)
        try values.encode(b, forKey: .b)
        try values.encode(c, forKey: .c)
      }
    }
    let rows = RowEncoding()
    var roots: Set<Int> = []
    for bits in 0..<8 {
      let value = Explicit(
        a: bits & 1 > 0 ? 1 : nil, b: bits & 2 > 0 ? "b" : nil, c: bits & 4 > 0 ? [1] : nil)
      let shape = try rows.encode(value)
      roots.insert(shape)
      let tree = try Value(shapes: rows.shapes, shape: shape, row: rows.bytes.bytes)
      // A member that was written as nil is there.
      guard case .record(let fields) = tree else { return _ = #expect(Bool(false)) }
      let isNil = [value.a == nil, value.b == nil, value.c == nil]
      #expect(fields.map { $0.value == .null } == isNil)
    }
    #expect(roots.count == 1)
  }

  /// Members with fixed names, and others with names from outside, in one container.
  private struct Mixed: Codable, Equatable {
    enum Fixed: String, CodingKey { case id, name }
    struct Open: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    var id: Int
    var name: String?
    var more: [String: Int]
    var isOpenFirst = false

    init(id: Int, name: String?, more: [String: Int], isOpenFirst: Bool = false) {
      (self.id, self.name, self.more, self.isOpenFirst) = (id, name, more, isOpenFirst)
    }

    init(from decoder: any Decoder) throws {
      let fixed = try decoder.container(keyedBy: Fixed.self)
      id = try fixed.decode(Int.self, forKey: .id)
      name = try fixed.decodeIfPresent(String.self, forKey: .name)
      let open = try decoder.container(keyedBy: Open.self)
      more = [:]
      for key in open.allKeys.sorted(by: { $0.stringValue < $1.stringValue })
      where Fixed(stringValue: key.stringValue) == nil {
        more[key.stringValue] = try open.decode(Int.self, forKey: key)
      }
    }

    func encode(to encoder: any Encoder) throws {
      if isOpenFirst { try encodeMore(to: encoder) }
      var fixed = encoder.container(keyedBy: Fixed.self)
      try fixed.encode(id, forKey: .id)
      try fixed.encodeIfPresent(name, forKey: .name)
      if !isOpenFirst { try encodeMore(to: encoder) }
    }

    private func encodeMore(to encoder: any Encoder) throws {
      var open = encoder.container(keyedBy: Open.self)
      for (key, value) in more { try open.encode(value, forKey: Open(stringValue: key)) }
    }
  }

  @Test(arguments: [false, true])
  func `member names that are data add no shapes, even beside fixed names`(isOpenFirst: Bool) throws
  {
    let rows = RowEncoding()
    var roots: Set<Int> = []
    for number in 0..<200 {
      let more = Dictionary(uniqueKeysWithValues: (0..<number % 7).map { ("k\(number)-\($0)", $0) })
      var value = Mixed(id: number, name: number % 2 == 0 ? "n" : nil, more: more)
      value.isOpenFirst = isOpenFirst
      roots.insert(try rows.encode(value))
      let back = try RowDecoding(shapes: rows.shapes)
        .decode(Mixed.self, shape: roots.max() ?? 0, row: rows.bytes.bytes)
      value.isOpenFirst = false
      #expect(back == value)
    }
    #expect(roots.count <= 2)
  }

  @Test func `a record of 20,000 members is read in any order within ten seconds`() throws {
    let more = Dictionary(uniqueKeysWithValues: (0..<20_000).map { ("key \($0)", $0) })
    let value = Mixed(id: 1, name: nil, more: more)
    let start = ContinuousClock.now
    #expect(try roundTrip(value) == value)
    // Ten times what a debug build needs; anything quadratic takes minutes.
    #expect(ContinuousClock.now - start < .seconds(10))
  }

  @Test func `members whose names are data are sorted by name in the canonical form`() throws {
    let more = Dictionary(uniqueKeysWithValues: (0..<50).map { ("k\($0)", $0) })
    var other: [String: Int] = [:]
    for (key, value) in more.sorted(by: { $0.value > $1.value }) { other[key] = value }
    let one = try CanonicalEncoder().bytes(of: Mixed(id: 1, name: nil, more: more))
    let two = try CanonicalEncoder().bytes(of: Mixed(id: 1, name: nil, more: other))
    #expect(one == two)
    guard
      case .record(let fields) = try CanonicalEncoder().tree(
        of: Mixed(id: 1, name: nil, more: more))
    else { return _ = #expect(Bool(false)) }
    #expect(fields.map(\.name) == ["id"] + more.keys.sorted())
  }

  @Test func `member names that look alike but differ in bytes are different members`() throws {
    struct Twins: Encodable {
      func encode(to encoder: any Encoder) throws {
        var open = encoder.container(keyedBy: Mixed.Open.self)
        try open.encode(1, forKey: Mixed.Open(stringValue: "e\u{301}"))
        try open.encode(2, forKey: Mixed.Open(stringValue: "é"))
        try open.encode(3, forKey: Mixed.Open(stringValue: "é"))
      }
    }
    guard case .record(let fields) = try CanonicalEncoder().tree(of: Twins()) else {
      return _ = #expect(Bool(false))
    }
    #expect(fields.map(\.value) == [.int(1), .int(3)])
  }

  @Test func `a key type that cannot be made from text counts as data and is never initialized`()
    throws
  {
    struct Measured: Encodable {
      struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(_ text: String) { stringValue = text }
        init?(stringValue: String) { fatalError("only encoded") }
        init?(intValue: Int) { fatalError("only encoded") }
      }
      var number: Int

      func encode(to encoder: any Encoder) throws {
        var open = encoder.container(keyedBy: Key.self)
        try open.encode(number, forKey: Key("key \(number)"))
      }
    }
    let rows = RowEncoding()
    let roots = Set(try (0..<100).map { try rows.encode(Measured(number: $0)) })
    #expect(roots.count == 1)
  }

  @Test func `a shape table that is emptied does not reuse its numbers`() throws {
    let rows = RowEncoding()
    let first = try rows.encode(["a": 1])
    let inner = rows.innerShapes
    #expect(rows.forgetShapes())
    let second = try rows.encode(["a": 1])
    #expect(Set([first] + inner).isDisjoint(with: [second] + rows.innerShapes))
  }

  @Test func `a type with optional members has one shape whichever are nil`() throws {
    struct Members: Encodable {
      var a: Int?, b: String?, c: Bool?, d: Double?, e: Float?, f: Int8?, g: Int16?, h: Int32?
      var i: Int64?, j: UInt?, k: UInt8?, l: UInt16?, m: UInt32?, n: UInt64?, o: Int128?
      var p: UInt128?, q: Date?, r: [Int]?
    }
    let rows = RowEncoding()
    let full = Members(
      a: 1, b: "", c: true, d: 1, e: 1, f: 1, g: 1, h: 1, i: 1, j: 1, k: 1, l: 1, m: 1, n: 1,
      o: 1, p: 1, q: .distantPast, r: [1])
    #expect(try rows.encode(full) == rows.encode(Members()))
  }
}
