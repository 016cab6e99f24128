import PlayheadCoding

/// The stores from a step on: registered ones come and go, and each keeps the number that it got when
/// it came first.
package struct Roster: Hashable, Sendable {
  /// The step after which it holds.
  package var step: Step
  /// The names of all stores so far, by number: the header's, and behind them those that came later.
  package var stores: [String]
  /// The numbers of the stores that handle actions, in the order in which they do.
  package var registered: [Int]
  /// The numbers of the stores whose states no action led to: they are in the last checkpoint of the
  /// step.
  package var arrived: [Int]

  package init(step: Step, stores: [String], registered: [Int], arrived: [Int] = []) {
    self.step = step
    self.stores = stores
    self.registered = registered
    self.arrived = arrived
  }
}

extension Roster {
  func encode(to bytes: ByteBuffer) {
    bytes.append(varint: step.number)
    bytes.append(varint: stores.count)
    for store in stores { bytes.append(string: store) }
    for numbers in [registered, arrived] {
      bytes.append(varint: numbers.count)
      for number in numbers { bytes.append(varint: number) }
    }
  }

  init(from body: UnsafeRawBufferPointer) throws(ByteFault) {
    var reader = ByteReader(body)
    step = Step(try reader.varint())
    stores = []
    for _ in 0..<(try reader.count()) { stores.append(try reader.string()) }
    guard step.number < LogFormat.stepLimit, Set(stores).count == stores.count else {
      throw ByteFault.malformed("a roster", at: 0)
    }
    registered = try Self.numbers(below: stores.count, from: &reader)
    arrived = try Self.numbers(below: stores.count, from: &reader)
  }

  /// Different numbers of stores.
  private static func numbers(
    below limit: Int, from reader: inout ByteReader
  ) throws(ByteFault) -> [Int] {
    let start = reader.position
    var numbers: [Int] = []
    for _ in 0..<(try reader.count()) { numbers.append(Int(clamping: try reader.varint())) }
    guard numbers.allSatisfy({ $0 < limit }), Set(numbers).count == numbers.count else {
      throw ByteFault.malformed("a roster's numbers", at: start)
    }
    return numbers
  }
}
