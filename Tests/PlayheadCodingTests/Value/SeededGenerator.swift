import PlayheadFlux

/// The same numbers from the same seed, on every machine.
typealias SeededGenerator = SplitMix64

extension SplitMix64 {
  mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }
  mutating func happens(oneIn count: Int) -> Bool { below(count) == 0 }
}
