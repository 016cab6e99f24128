import FluxTesting
import Foundation
import PlayheadCoding
import Testing

/// A count of secrets is the same before and after redaction.
@Suite struct DistinctTokenTests {
  @Test func `all 8-bit and 16-bit integers have distinct tokens, and zero stays zero`() throws {
    func expect<Number: FixedWidthInteger & Codable>(_ type: Number.Type) throws {
      let all = Array(Number.min...Number.max)
      // An array of bytes is no array of numbers.
      let boxes = all.map { Boxed(value: $0) }
      let tokens = try redacted(boxes, Redaction(.type(Number.self))).map(\.value)
      #expect(Set(tokens).count == all.count, "\(type)")
      #expect(try redacted(Number.zero, .token) == 0)
      #expect(zip(all, tokens).filter { $0 == $1 }.count < 16)
    }
    try expect(Int8.self)
    try expect(UInt8.self)
    try expect(UInt16.self)
    if Soak.isOn { try expect(Int16.self) }
  }

  @Test(arguments: [0, 3, 128, 255])
  func `redacted sets and dictionaries keep their count for every key type`(count: Int) throws {
    func expect<Number: FixedWidthInteger & Codable>(_ type: Number.Type) throws {
      // From the lowest on, so that negative numbers are among them.
      let numbers = (0..<count).map { Number.min &+ Number(truncatingIfNeeded: $0 &* 257 | $0) }
      try expectCounts(Set(numbers))
    }
    try expect(Int8.self)
    try expect(Int16.self)
    try expect(Int32.self)
    try expect(Int.self)
    try expect(Int128.self)
    try expect(UInt8.self)
    try expect(UInt64.self)
    try expect(UInt128.self)
    let numbers = (0..<count).map { Double($0) - 50 }
    try expectCounts(Set(numbers))
    try expectCounts(Set(numbers.map { Float($0) }))
    #if !(os(macOS) && arch(x86_64))
      try expectCounts(Set(numbers.map { Float16($0) }))
    #endif
    try expectCounts(Set(numbers.map { Decimal($0) }))
    try expectCounts(Set(numbers.map { Date(timeIntervalSinceReferenceDate: $0) }))
    try expectCounts(Set(numbers.map { "\($0)" }))
    try expectCounts(Set(numbers.map { Password(text: "\($0)") }))
    try expectCounts(Set((0..<count).map { _ in UUID() }))
    try expectCounts(Set(numbers.map { [Int8($0 / 2), Int8(truncatingIfNeeded: Int($0))] }))
  }

  @Test func `many floats and dates have distinct tokens`() throws {
    let floats = Set((0..<(Soak.isOn ? 100_000 : 20_000)).map { Float($0) * 0.37 - 900 })
    #expect(try redacted(floats, .token).count == floats.count)
    let dates = Set(floats.map { Date(timeIntervalSinceReferenceDate: Double($0)) })
    #expect(try redacted(dates, .token).count == dates.count)
  }

  private func expectCounts<Key: Hashable & Codable>(
    _ keys: Set<Key>, _ at: SourceLocation = #_sourceLocation
  ) throws {
    let entries = Dictionary(uniqueKeysWithValues: keys.map { ($0, 1) })
    let values = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ("\($0)", $1) })
    for rules in [Redaction(.type(Key.self)), Redaction(.field("value"))] {
      #expect(
        try redacted(Boxed(value: keys), rules).value.count == keys.count, sourceLocation: at)
      #expect(
        try redacted(Boxed(value: entries), rules).value.count == keys.count, sourceLocation: at)
      #expect(
        try redacted(Boxed(value: values), rules).value.count == keys.count, sourceLocation: at)
    }
  }

  @Test func `redaction empties a set or dictionary whose replaced keys would be equal`() throws {
    struct Flag: Codable, Hashable {
      var isOn: Bool
      var name = "a"
    }
    #expect(try redacted(Set([true, false]), .token) == [])
    #expect(try redacted([true: 1, false: 2], .token) == [:])
    #expect(try redacted(Set([Flag(isOn: true), Flag(isOn: false)]), .token) == [])
    #expect(try redacted([Flag(isOn: true): 1, Flag(isOn: false): 2], .token) == [:])
    let names = Set([Flag(isOn: true, name: "a"), Flag(isOn: true, name: "b")])
    #expect(try redacted(names, Redaction(.field("name", .masked))) == [])
    #expect(try redacted(names, Redaction(.field("name"))).count == 2)
    #expect(try redacted(["a": names], Redaction(.field("name", .masked))) == ["a": []])
    let pairs = [Flag(isOn: true, name: "a"): 1, Flag(isOn: true, name: "b"): 2]
    #expect(try redacted(pairs, Redaction(.field("name", .masked))) == [:])
  }
}
