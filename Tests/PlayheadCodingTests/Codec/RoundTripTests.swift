import FluxTesting
import Foundation
import PlayheadFlux
import PlayheadCoding
import PlayheadValues
import Testing

@Suite struct `Round trips` {
  @Test(arguments: 0..<(Soak.isOn ? 300 : 100) as Range<UInt64>)
  func `every generated value survives a round trip`(seed: UInt64) throws {
    var source = Seeded(seed)
    try expectRoundTrip(Mixed.random(&source))
    try expectRoundTrip(Expression.random(&source, depth: 6))
    try expectRoundTrip(Loose.random(&source, depth: 6))
  }

  @Test func `nested optionals keep the level at which they are nil`() throws {
    let values: [Int???] = [nil, .some(nil), .some(.some(nil)), 1]
    for value in values { try expectRoundTrip(value) }
    try expectRoundTrip(values)
    try expectRoundTrip([Loose?.none, .some(.null), .some(.text(""))])
    try expectRoundTrip(Boxed<Loose?>(value: .some(.null)))
    try expectRoundTrip(["a": Int??.some(nil), "b": nil])
  }

  @Test func `integers of every width keep their extreme values`() throws {
    func extremes<T: FixedWidthInteger & Codable>(_ type: T.Type) throws {
      try expectRoundTrip([T.min, .max, 0, 1])
      try expectRoundTrip(T.min)
      try expectRoundTrip(T.max)
    }
    try extremes(Int8.self)
    try extremes(Int32.self)
    try extremes(Int.self)
    try extremes(Int128.self)
    try extremes(UInt16.self)
    try extremes(UInt64.self)
    try extremes(UInt128.self)
  }

  @Test func `floating-point numbers keep every bit`() throws {
    let doubles: [Double] = [
      .nan, .signalingNaN, Double(nan: 42, signaling: false), -0.0, .infinity, -.infinity,
      .leastNonzeroMagnitude, .greatestFiniteMagnitude,
    ]
    #expect(try roundTrip(doubles).map(\.bitPattern) == doubles.map(\.bitPattern))
    let floats: [Float] = [
      Float(nan: 42, signaling: false), -0.0, .infinity, .leastNonzeroMagnitude,
    ]
    #expect(try roundTrip(floats).map(\.bitPattern) == floats.map(\.bitPattern))
    #expect(try roundTrip(Boxed(value: -0.0)).value.sign == .minus)
  }

  @Test func `decimals keep their value`() throws {
    let largest = Decimal.greatestFiniteMagnitude
    for text in ["0", "10", "1e1", "-12.50", "1e127", "1e-127", "0.1", "123456789012345678901234"] {
      try expectRoundTrip(#require(Decimal(string: text)))
    }
    for decimal in [
      largest, -largest, .leastNonzeroMagnitude, .pi,
      Decimal(sign: .plus, exponent: 127, significand: 10),
    ] {
      try expectRoundTrip(decimal)
    }
    #expect(try roundTrip(Decimal.nan).isNaN)
  }

  @Test func `texts and byte arrays of any size survive a round trip`() throws {
    for text in ["", "\u{0}", "日本語", "👩‍👩‍👧‍👦", String(repeating: "naïve ", count: 50_000)] {
      try expectRoundTrip(text)
    }
    for bytes in [Data(), Data([0, 255]), Data(repeating: 7, count: 300_000)[5...]] {
      try expectRoundTrip(bytes)
      try expectRoundTrip([UInt8](bytes.prefix(1000)))
    }
  }

  @Test func `Foundation's types survive a round trip`() throws {
    try expectRoundTrip([Date.distantPast, .distantFuture, Date(timeIntervalSince1970: 0.1)])
    try expectRoundTrip(#require(UUID(uuidString: "12345678-9ABC-DEF0-1234-56789ABCDEF0")))
    let base = try #require(URL(string: "http://example.org/a/"))
    try expectRoundTrip(#require(URL(string: "../b?c=d#e", relativeTo: base)))
    try expectRoundTrip(CGPoint(x: 1, y: -2))
    try expectRoundTrip(CGRect(x: 1, y: 2, width: 3, height: 4))
    try expectRoundTrip(Locale(identifier: "de_CH"))
    try expectRoundTrip(Calendar(identifier: .hebrew))
    try expectRoundTrip(#require(TimeZone(identifier: "Europe/Zurich")))
    try expectRoundTrip(DateComponents(year: 2026, month: 2, day: 29))
    try expectRoundTrip(IndexPath(indexes: [1, 2, 3]))
    try expectRoundTrip(IndexSet([1, 2, 9]))
    try expectRoundTrip(CharacterSet(charactersIn: "a–é"))
    try expectRoundTrip(Measurement(value: 1.5, unit: UnitLength.meters))
    try expectRoundTrip(DateInterval(start: .distantPast, duration: 1))
    try expectRoundTrip(PersonNameComponents(givenName: "Ada", familyName: "Lovelace"))
  }

  @Test func `the standard library's types survive a round trip`() throws {
    try expectRoundTrip(1..<3)
    try expectRoundTrip(1...3)
    #expect(try roundTrip(...3).upperBound == 3)
    try expectRoundTrip(ContiguousArray([1, 2]))
    try expectRoundTrip([1, 2, 3].suffix(2))
    try expectRoundTrip(SIMD4<Float>(1, 2, 3, -0.0))
    try expectRoundTrip([[1]: [Set([2]): true]])
    try expectRoundTrip([UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 1, 1, 1, 1, 1)): 1.5])
    try expectRoundTrip([Direction.north: 1])
    try expectRoundTrip(Empty())
    try expectRoundTrip([[], [Empty(), Empty()]])
  }
}

@Suite struct `Hand-written coding` {
  @Test func `containers written in turn do not mix`() throws {
    try expectRoundTrip(
      Interleaved(left: [1, 2, 3], right: [9], rows: [[1], [], [2, 3]], twice: 7))
    try expectRoundTrip(Interleaved(left: [], right: [], rows: [], twice: 0))
  }

  @Test func `a failed try to decode an element of a list does not move past it`() throws {
    try expectRoundTrip(Unlike(text: nil))
    try expectRoundTrip(Unlike(text: "t"))
  }

  @Test func `an encoder that is no longer used frees its memory`() throws {
    weak var table: ShapeTable?
    try {
      let encoding = RowEncoding()
      table = encoding.table
      _ = try (encoding.encode(Point(x: 1, y: 2)), encoding.encode(Expression.number(1)))
    }()
    #expect(table == nil)
  }

  @Test func `an encoder that is kept after encoding gives containers that write nothing`() throws {
    final class Keeper: Encodable {
      var encoder: (any Encoder)?
      func encode(to encoder: any Encoder) throws {
        self.encoder = encoder
        try Point(x: 1, y: 2).encode(to: encoder)
      }
    }
    let keeper = Keeper()
    try { _ = try RowEncoding().encode(keeper) }()
    let encoder = try #require(keeper.encoder)
    try Point(x: 1, y: 2).encode(to: encoder)
    #expect(encoder.codingPath.isEmpty)
  }
}
