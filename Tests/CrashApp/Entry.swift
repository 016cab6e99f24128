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
    let isBig = big.map { number % $0.every == 0 } ?? false
    text = String(
      repeating: "entry \(thread) \(number) ", count: isBig ? (big?.bytes ?? 0) / 16 : 1)
  }

  /// What tells it from all others.
  var code: UInt64 { Journal.code(thread: thread, number: number, text: text) }
}

/// An action that cannot be encoded.
struct Unencodable: Action {
  struct Refusal: Error {}

  init() {}
  init(from decoder: any Decoder) throws { throw Refusal() }
  func encode(to encoder: any Encoder) throws { throw Refusal() }
}

/// What has been handled so far.
struct Ledger: Codable, Sendable, Equatable {
  var count = 0
  /// Of all that was handled, in order.
  var hash: UInt64 = 0
  /// How many came of each thread.
  var threads: [Int: Int] = [:]

  mutating func take(_ entry: Entry) {
    count += 1
    hash = (hash ^ entry.code) &* 0x9E37_79B9_7F4A_7C15
    threads[entry.thread, default: 0] += 1
  }
}
