/// Predicts bits from the bytes before them: how often a bit was set behind the same one, two and
/// three bytes, behind none, and where the last bytes occurred before. Every prediction has a weight that
/// grows while it is right.
///
/// Whole numbers alone, so that reader and writer predict the same on every platform. A class over
/// memory of its own, because every bit of a log is predicted.
final class BitModel {
  /// Contexts of no byte to three bytes.
  private static let orders = 4
  /// A prediction for each order, and that of the match.
  private static let inputCount = orders + 1
  /// A cell for each of so many contexts of an order; colliding ones share it, which costs little.
  private static let cellBits = 16
  /// A match longer than this is as good as one can be.
  private static let longestMatch = 31

  private let cells = allocate(orders << cellBits, Cell())
  /// The contexts at hand, without the bits of the byte so far.
  private let contexts = allocate(orders, UInt32(0))
  /// The cells that predicted the next bit.
  private let used = allocate(orders, 0)
  /// How often matches of a length were right.
  private let matches = allocate(longestMatch + 1, Cell(chance: 0xC000))
  /// Where three bytes occurred last: the place behind them.
  private let places = allocate(1 << cellBits, Int32(-1))
  private let inputs = allocate(inputCount, 0)
  /// In 65,536ths: for no match, a short one, a long one. Together they begin a little above 1.
  private let weights = allocate(3 * inputCount, 19_661)
  /// Seven tenths at first, in the end a thirtieth.
  private let cellRates = Rates(first: 45_875, limit: 30)
  /// Two sevenths at first, in the end a sixtieth.
  private let matchRates = Rates(first: 18_725, limit: 60)
  private let stretch = Logistic.stretchTable()
  private let bytes: UnsafeMutablePointer<UInt8>
  private var count = 0
  /// The bits of the byte so far, behind a 1.
  private var partial = 1
  private var matchPlace = 0
  private var matchLength = 0
  /// The bit that the match predicts; −1 without one.
  private var matchedBit = -1

  /// The chance that the next bit is set, in 4,096ths: 1 to 4,095.
  private(set) var chance = 2_048

  /// A model of at most `room` bytes.
  init(room: Int) {
    bytes = allocate(max(room, 1), 0)
    predict()
  }

  deinit {
    for table in [cells, matches] { table.deallocate() }
    for table in [used, inputs, weights, stretch] { table.deallocate() }
    contexts.deallocate()
    places.deallocate()
    bytes.deallocate()
  }

  /// The bytes whose bits it was told.
  var learnt: [UInt8] { Array(UnsafeBufferPointer(start: bytes, count: count)) }

  /// Takes the bit that came.
  func learn(_ bit: Int) {
    adjustWeights(bit)
    for order in 0..<Self.orders { cellRates.move(&cells[used[order]], to: bit) }
    if matchedBit >= 0 {
      matchRates.move(&matches[matchLength], to: matchedBit == bit ? 1 : 0)
      if matchedBit != bit { matchLength = 0 }
    }
    partial = partial << 1 | bit
    if partial >= 256 { endByte() }
    predict()
  }

  // MARK: Predicting

  private func predict() {
    let part = UInt32(truncatingIfNeeded: partial) &* 0x85EB_CA6B
    for order in 0..<Self.orders {
      let hash = (contexts[order] &+ part) &* 0x9E37_79B1
      let place = order << Self.cellBits | Int(hash >> UInt32(32 - Self.cellBits))
      used[order] = place
      // A context that was never met has nothing to say.
      let cell = cells[place]
      inputs[order] = cell.count == 0 ? 0 : stretch[Int(cell.chance >> 4)]
    }
    predictMatch()
    let set = weightSet
    var sum = 0
    for index in 0..<Self.inputCount { sum &+= inputs[index] &* weights[set + index] }
    chance = Logistic.squash(sum >> 16)
  }

  private func predictMatch() {
    matchedBit = -1
    inputs[Self.orders] = 0
    guard matchLength > 0 else { return }
    let expected = Int(bytes[matchPlace]) | 256
    let width = partial.bitWidth - partial.leadingZeroBitCount
    guard expected >> (9 - width) == partial else { return matchLength = 0 }
    matchedBit = expected >> (8 - width) & 1
    let vote = stretch[Int(matches[matchLength].chance >> 4)]
    inputs[Self.orders] = matchedBit == 1 ? vote : -vote
  }

  /// Where the weights that hold now begin.
  private var weightSet: Int {
    (matchLength == 0 ? 0 : matchLength < 8 ? 1 : 2) * Self.inputCount
  }

  private func adjustWeights(_ bit: Int) {
    // A hundredth of the error, in the weights' unit.
    let error = ((bit << 12) - chance) * 10
    let set = weightSet
    for index in 0..<Self.inputCount {
      weights[set + index] += (inputs[index] &* error &+ 8_192) >> 14
    }
  }

  // MARK: Bytes

  private func endByte() {
    bytes[count] = UInt8(truncatingIfNeeded: partial)
    count += 1
    partial = 1
    var recent: UInt32 = 0
    for order in 1..<min(Self.orders, count + 1) {
      recent = recent << 8 | UInt32(bytes[count - order])
      contexts[order] = (recent &+ UInt32(order)) &* 2_654_435_761
    }
    if matchLength > 0 {
      matchPlace += 1
      matchLength = min(matchLength + 1, Self.longestMatch)
    }
    if count >= 3 { findMatch() }
  }

  private func findMatch() {
    let slot = Int(contexts[3] >> UInt32(32 - Self.cellBits))
    let place = Int(places[slot])
    places[slot] = Int32(count)
    guard matchLength == 0, place >= 0 else { return }
    matchPlace = place
    while matchLength < min(Self.longestMatch, place),
      bytes[place - 1 - matchLength] == bytes[count - 1 - matchLength]
    {
      matchLength += 1
    }
  }
}

/// How often something came in a context.
private struct Cell {
  /// In 65,536ths.
  var chance: Int32 = 0x8000
  /// How often the context was met, up to a limit.
  var count: Int32 = 0
}

/// The parts of an error, in 65,536ths, by which a chance moves when its context is met for the first
/// time, the second, and so on: ever less.
private final class Rates {
  private let rates: UnsafeMutablePointer<Int32>
  private let limit: Int32

  init(first: Int32, limit: Int32) {
    self.limit = limit
    rates = allocate(Int(limit) + 1, first)
    for count in 1...limit { rates[Int(count)] = 2 * 65_536 / (2 * count + 3) }
  }

  deinit { rates.deallocate() }

  @inline(__always) func move(_ cell: inout Cell, to bit: Int) {
    let error = (bit == 0 ? 0 : 65_535) - cell.chance
    // Half of each, so that the product fits.
    cell.chance += ((error >> 1) &* (rates[Int(cell.count)] >> 1)) >> 14
    if cell.count < limit { cell.count += 1 }
  }
}

/// Memory for a fixed number of values; whoever asks for it gives it back.
private func allocate<Value: BitwiseCopyable>(
  _ count: Int, _ value: Value
) -> UnsafeMutablePointer<Value> {
  let values = UnsafeMutablePointer<Value>.allocate(capacity: count)
  values.initialize(repeating: value, count: count)
  return values
}
