/// Measures code in turns, so that a busy moment of the machine affects each alike.
enum Stopwatch {
  /// The best time of each body in this many rounds, in nanoseconds per operation.
  static func best(
    of rounds: Int = 5, operations: Int, _ bodies: [() throws -> Void]
  ) throws -> [Double] {
    let clock = ContinuousClock()
    var best = [Double](repeating: .infinity, count: bodies.count)
    for _ in 0..<rounds {
      for (index, body) in bodies.enumerated() {
        let time = try clock.measure { try body() }
        best[index] = min(best[index], time / .nanoseconds(1) / Double(operations))
      }
    }
    return best
  }
}

/// Keeps the compiler from removing code with an unused result.
@inline(never)
func consume<T>(_ value: T) {
  withExtendedLifetime(value) {}
}
