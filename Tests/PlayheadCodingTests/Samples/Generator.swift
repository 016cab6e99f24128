import PlayheadFlux

/// Random numbers that are the same on every run.
typealias Seeded = SplitMix64

extension SplitMix64 {
  init(_ seed: UInt64) {
    self.init(seed: seed)
  }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

  mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

  mutating func happens(oneIn count: Int) -> Bool { below(count) == 0 }

  mutating func count(to limit: Int = 4) -> Int { Int.random(in: 0...limit, using: &self) }
}

/// A type of which there are random values.
protocol Generated: Codable {
  static func random(_ source: inout Seeded, depth: Int) -> Self
}

extension Generated {
  static func random(_ source: inout Seeded) -> Self { random(&source, depth: 4) }
}

extension FixedWidthInteger {
  /// Extremes half of the time.
  static func extreme(_ source: inout Seeded) -> Self {
    let picks: [Self] = [.min, .max, 0, 1, .max - 1, .min + 1]
    return source.chance(50)
      ? picks[Int.random(in: 0..<picks.count, using: &source)]
      : Self(truncatingIfNeeded: UInt128(source.next()) << 64 | UInt128(source.next()))
  }
}

extension Int: Generated {
  static func random(_ source: inout Seeded, depth: Int) -> Int { .extreme(&source) }
}

extension UInt8: Generated {
  static func random(_ source: inout Seeded, depth: Int) -> UInt8 { .extreme(&source) }
}

extension Int128: Generated {
  static func random(_ source: inout Seeded, depth: Int) -> Int128 { .extreme(&source) }
}

extension UInt64: Generated {
  static func random(_ source: inout Seeded, depth: Int) -> UInt64 { .extreme(&source) }
}

extension Bool: Generated {
  static func random(_ source: inout Seeded, depth: Int) -> Bool { source.chance(50) }
}

extension Double: Generated {
  static func random(_ source: inout Seeded, depth: Int) -> Double {
    let picks: [Double] = [
      0, -0.0, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .ulpOfOne,
      0.1, -1,
    ]
    return picks[Int.random(in: 0..<picks.count, using: &source)]
  }
}

extension String: Generated {
  static func random(_ source: inout Seeded, depth: Int) -> String {
    let picks = ["", "a", "super", "naïve", "日本語", "e\u{301}", "é", "👩‍👩‍👧‍👦", "\u{0}", "\n\"\\"]
    return (0..<source.count(to: 2))
      .map { _ in picks[Int.random(in: 0..<picks.count, using: &source)] }.joined()
  }
}

extension Optional: Generated where Wrapped: Generated {
  static func random(_ source: inout Seeded, depth: Int) -> Wrapped? {
    source.chance(40) ? nil : .some(.random(&source, depth: depth))
  }
}

extension Array: Generated where Element: Generated {
  static func random(_ source: inout Seeded, depth: Int) -> [Element] {
    depth <= 0 ? [] : (0..<source.count()).map { _ in .random(&source, depth: depth - 1) }
  }
}

extension Set: Generated where Element: Generated {
  static func random(_ source: inout Seeded, depth: Int) -> Set<Element> {
    Set([Element].random(&source, depth: depth))
  }
}

extension Dictionary: Generated where Key: Generated, Value: Generated {
  static func random(_ source: inout Seeded, depth: Int) -> [Key: Value] {
    let keys = [Key].random(&source, depth: depth)
    return Dictionary(
      keys.map { ($0, Value.random(&source, depth: depth - 1)) }, uniquingKeysWith: { $1 })
  }
}
