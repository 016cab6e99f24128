import FluxTesting
import PlayheadFlux

/// What a thread of the app dispatches.
struct Entry: Action {
  var thread: Int
  var number: Int
  var text: String

  /// The `number`th of a thread; each `big`th has a text of that size.
  init(thread: Int, number: Int, big: Orders.Big?) {
    self.thread = thread
    self.number = number
    let name = "entry \(thread) \(number) "
    guard let big, number % big.every == 0 else {
      text = name
      return
    }
    let repeated = String(repeating: name, count: big.bytes / 16)
    var generator = SplitMix64(seed: UInt64(thread) << 32 | UInt64(number))
    text = big.isNoise ? name + generator.letters(big.bytes) : repeated
  }

  /// What tells it from all others.
  var code: UInt64 { Journal.code(thread: thread, number: number, text: text) }
}

/// What has been handled so far.
struct Ledger: Codable, Sendable, Equatable {
  var count = 0
  /// Of all that was handled, in order.
  var hash: UInt64 = 0
  /// How many came of each thread.
  var threads: [Int: Int] = [:]

  mutating func add(_ entry: Entry) {
    count += 1
    hash = (hash ^ entry.code) &* 0x9E37_79B9_7F4A_7C15
    threads[entry.thread, default: 0] += 1
  }
}
