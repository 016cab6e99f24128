import FluxTesting
import Foundation
import PlayheadFlux
import PlayheadCoding
import Testing

@Suite struct `Canonical form` {
  @Test(arguments: 0..<(Soak.isOn ? 200 : 60) as Range<UInt64>)
  func `equal values have equal bytes however they were built`(seed: UInt64) throws {
    var source = Seeded(seed)
    let value = Mixed.random(&source)
    let encoder = CanonicalEncoder()
    let bytes = try encoder.bytes(of: value)
    #expect(try encoder.bytes(of: rebuilt(value, &source)) == bytes)
    #expect(try CanonicalEncoder().bytes(of: rebuilt(value, &source)) == bytes)
    #expect(try encoder.digest(of: value) == encoder.digest(of: rebuilt(value, &source)))
    // What the encoder wrote before does not count.
    for _ in 0..<5 { _ = try encoder.bytes(of: Mixed.random(&source)) }
    #expect(try encoder.bytes(of: value) == bytes)
  }

  private func rebuilt(_ value: Mixed, _ source: inout Seeded) -> Mixed {
    var other = value
    other.names = shuffled(value.names, &source)
    other.sets = shuffled(Set(value.sets.map { shuffled($0, &source) }), &source)
    other.byText = shuffled(value.byText, &source)
    other.byNumber = shuffled(value.byNumber, &source)
    other.byDirection = shuffled(value.byDirection, &source)
    other.byPoint = shuffled(value.byPoint, &source)
    other.byName = shuffled(value.byName.mapValues { shuffled($0, &source) }, &source)
    return other
  }

  /// The same elements, put in in another order into another capacity.
  private func shuffled<T>(_ set: Set<T>, _ source: inout Seeded) -> Set<T> {
    var other = Set<T>(minimumCapacity: set.count * source.count(to: 20))
    for element in set.shuffled(using: &source) { other.insert(element) }
    return other
  }

  private func shuffled<K, V>(_ map: [K: V], _ source: inout Seeded) -> [K: V] {
    var other = [K: V](minimumCapacity: map.count * source.count(to: 20))
    for (key, value) in map.shuffled(using: &source) { other[key] = value }
    return other
  }

  @Test func `equal decimals have equal bytes`() throws {
    let encoder = CanonicalEncoder()
    let ten = try encoder.bytes(of: Decimal(10))
    #expect(try encoder.bytes(of: Decimal(sign: .plus, exponent: 1, significand: 1)) == ten)
    #expect(try encoder.bytes(of: Decimal(string: "1e1")) == ten)
    #expect(try encoder.bytes(of: Decimal(100) / 10) == ten)
    #expect(try encoder.bytes(of: Decimal(-10)) != ten)
  }

  @Test func `different values have different digests`() throws {
    let encoder = CanonicalEncoder()
    let digests = try [
      encoder.digest(of: 0.0), encoder.digest(of: -0.0), encoder.digest(of: 0),
      encoder.digest(of: Float(0)), encoder.digest(of: UInt(0)), encoder.digest(of: "0"),
      encoder.digest(of: [0]), encoder.digest(of: Set([0])), encoder.digest(of: ["": 0]),
      encoder.digest(of: [[1], [2, 3]]), encoder.digest(of: [[1, 2], [3]]),
      encoder.digest(of: Empty()), encoder.digest(of: Int?.none), encoder.digest(of: [Int]()),
    ]
    #expect(Set(digests).count == digests.count)
  }

  @Test func `the canonical bytes of a small dictionary are fixed`() throws {
    let bytes = try CanonicalEncoder().bytes(of: ["b": [1, -1], "a": []])
    #expect(bytes == [17, 2, 10, 1, 97, 14, 0, 10, 1, 98, 14, 2, 3, 2, 3, 1])
  }

  #if os(macOS) || os(Linux) || os(Windows)
    @Test func `processes with different hash seeds write the same bytes`() async throws {
      var digests: Set<String> = []
      for _ in 0..<3 {
        let result = try #require(
          await #expect(
            processExitsWith: .success, observing: [\.standardOutputContent]
          ) {
            var source = Seeded(7)
            let values = (0..<50).map { _ in Mixed.random(&source) }
            print("digest", try CanonicalEncoder().digest(of: values), "order", Set(0..<40))
          })
        digests.insert(String(decoding: result.standardOutputContent, as: UTF8.self))
      }
      #expect(digests.count == 3, "hash seeds were the same, so this shows nothing")
      let found = Set(digests.compactMap { $0.firstMatch(of: /digest ([0-9a-f]{16})/)?.1 })
      #expect(found.count == 1)
    }
  #endif
}
