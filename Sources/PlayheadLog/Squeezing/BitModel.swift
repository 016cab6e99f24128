/// Predicts bits from the bytes before them: how often a bit was set behind the same one, two and
/// three bytes, behind none, and where the last bytes occurred before. Every prediction has a weight that
/// grows while it is right.
///
/// Whole numbers alone, so that reader and writer predict the same on every platform.
struct BitModel {
  /// Contexts of no byte to three bytes.
  private static let orders = 4
  /// A cell for each of so many contexts of an order; colliding ones share it, which costs little.
  private static let cellBits = 16
  /// A match longer than this is as good as one can be.
  private static let longestMatch = 31

  private var cells = [Cell](repeating: Cell(), count: orders << cellBits)
  /// The places of the contexts at hand in `cells`, but for the bits of the byte so far.
  private var contexts = [UInt32](repeating: 0, count: orders)
  private var used = [Int](repeating: 0, count: orders)
  private var matches = [Cell](repeating: Cell(chance: 0xC000), count: longestMatch + 1)
  /// Where three bytes occurred last: the place behind them.
  private var places = [Int32](repeating: -1, count: 1 << cellBits)
  private var inputs = [Int](repeating: 0, count: orders + 1)
  /// Weights for no match, a short one, a long one.
  private var weights = [[Int]](
    repeating: [Int](repeating: 19_661, count: orders + 1), count: 3)
  private(set) var bytes: [UInt8] = []
  /// The bits of the byte so far, behind a 1.
  private var partial = 1
  private var match = (place: 0, length: 0)
  /// The bit that the match predicts, if there is one.
  private var matchedBit: Int?
  private var chance = 2_048

  /// How often a bit was set in a context.
  private struct Cell {
    /// In 65,536ths.
    var chance = 0x8000
    var count = 0

    /// Moves towards what came: at first by 7/10, then by ever less.
    mutating func learn(_ bit: Int, limit: Int, first: Int) {
      let rate = count == 0 ? first : 2 * 65_536 / (2 * count + 3)
      chance += ((bit == 0 ? -chance : 65_535 - chance) * rate) >> 16
      count = min(count + 1, limit)
    }
  }

  init(room: Int) {
    bytes.reserveCapacity(room)
    predict()
  }

  /// The chance that the next bit is set, in 4,096ths: 1 to 4,095.
  var prediction: Int { chance }

  /// Takes the bit that came.
  mutating func learn(_ bit: Int) {
    adjustWeights(bit)
    for order in 0..<Self.orders { cells[used[order]].learn(bit, limit: 30, first: 45_875) }
    if let matchedBit {
      matches[match.length].learn(matchedBit == bit ? 1 : 0, limit: 60, first: 18_725)
      if matchedBit != bit { match.length = 0 }
    }
    partial = partial << 1 | bit
    if partial >= 256 { endByte() }
    predict()
  }

  // MARK: Predicting

  private mutating func predict() {
    for order in 0..<Self.orders {
      let hash = (contexts[order] &+ UInt32(partial) &* 0x85EB_CA6B) &* 0x9E37_79B1
      let place = order << Self.cellBits | Int(hash >> UInt32(32 - Self.cellBits))
      used[order] = place
      inputs[order] = cells[place].count == 0 ? 0 : Logistic.stretch[cells[place].chance >> 4]
    }
    predictMatch()
    let sum = zip(inputs, weights[weightSet]).reduce(0) { $0 + $1.0 * $1.1 }
    chance = Logistic.squash(sum >> 16)
  }

  private mutating func predictMatch() {
    matchedBit = nil
    inputs[Self.orders] = 0
    guard match.length > 0 else { return }
    let expected = Int(bytes[match.place]) | 256
    let width = partial.bitWidth - partial.leadingZeroBitCount
    guard expected >> (9 - width) == partial else { return match.length = 0 }
    let bit = expected >> (8 - width) & 1
    let strength = Logistic.stretch[matches[match.length].chance >> 4]
    matchedBit = bit
    inputs[Self.orders] = bit == 1 ? strength : -strength
  }

  private var weightSet: Int { match.length == 0 ? 0 : match.length < 8 ? 1 : 2 }

  private mutating func adjustWeights(_ bit: Int) {
    // A hundredth of the error, in units of the weights.
    let error = ((bit << 12) - chance) * 10
    let set = weightSet
    for index in inputs.indices { weights[set][index] += (inputs[index] * error + 8_192) >> 14 }
  }

  // MARK: Bytes

  private mutating func endByte() {
    bytes.append(UInt8(truncatingIfNeeded: partial))
    partial = 1
    var recent: UInt32 = 0
    for order in 1..<Self.orders {
      guard order <= bytes.count else { break }
      recent = recent << 8 | UInt32(bytes[bytes.count - order])
      contexts[order] = (recent &+ UInt32(order)) &* 2_654_435_761
    }
    followMatch()
  }

  private mutating func followMatch() {
    if match.length > 0 {
      match = (match.place + 1, min(match.length + 1, Self.longestMatch))
    }
    guard bytes.count >= 3 else { return }
    let slot = Int(contexts[3] >> UInt32(32 - Self.cellBits))
    let place = Int(places[slot])
    places[slot] = Int32(bytes.count)
    guard match.length == 0, place >= 0 else { return }
    var length = 0
    while length < Self.longestMatch, length < place,
      bytes[place - 1 - length] == bytes[bytes.count - 1 - length]
    {
      length += 1
    }
    match = (place, length)
  }
}
