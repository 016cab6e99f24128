package import PlayheadCoding

/// The registered stores from a step on. Each store keeps its first number.
package struct StoreList: Equatable, Sendable {
  /// The step after which the list holds.
  package var step: Step
  /// The number of stores in the previous store list; their names are not repeated.
  package let known: Int
  /// The names of the stores so far, by number, without the `known` ones.
  package var stores: [String]
  /// The numbers of the stores that handle actions, in their order.
  package var registered: [Int]
  /// The numbers of the stores that came with a state.
  package var arrived: [Int]

  package init(
    step: Step, knowing known: Int = 0, stores: [String], registered: [Int], arrived: [Int] = []
  ) {
    (self.step, self.known) = (step, known)
    self.stores = stores
    self.registered = registered
    self.arrived = arrived
  }

  /// The number of stores so far.
  package var count: Int { known + stores.count }
}

extension StoreList {
  /// Appends the body of the record to an empty buffer.
  ///
  /// The previous store list of the frame has the first `known` names. `states` are those of the stores that
  /// arrived.
  package func encode(
    knowing known: Int, _ states: CheckpointDraft, shapes table: DecodingCore,
    _ effort: ColumnEffort = .fast, to bytes: ByteBuffer
  ) throws(ByteFault) {
    encodeHead(knowing: known, to: bytes)
    if !arrived.isEmpty { try states.encodeRows(shapes: table, effort, to: bytes) }
  }

  /// Appends everything except the states.
  package func encodeHead(knowing known: Int, to bytes: ByteBuffer) {
    bytes.append(varint: step.number)
    bytes.append(varint: known)
    bytes.append(varint: stores.count - known)
    for store in stores[known...] { bytes.append(string: store) }
    for numbers in [registered, arrived] {
      bytes.append(varint: numbers.count)
      for number in numbers { bytes.append(varint: number) }
    }
  }

  /// Reads everything except the states.
  package init(from reader: inout ByteReader) throws(ByteFault) {
    let step = try reader.step()
    // Clamped: no store list has that many names.
    let known = Int(clamping: min(try reader.varint(), UInt64(UInt32.max)))
    var stores: [String] = []
    for _ in 0..<(try reader.count(taking: LogHeader.memoryOfName)) {
      stores.append(try reader.string())
    }
    let registered = try Self.numbers(below: known + stores.count, from: &reader)
    let arrived = try Self.numbers(below: known + stores.count, from: &reader)
    self.init(
      step: step, knowing: known, stores: stores, registered: registered, arrived: arrived)
  }

  /// Reads store numbers, which must differ.
  private static func numbers(
    below limit: Int, from reader: inout ByteReader
  ) throws(ByteFault) -> [Int] {
    let start = reader.position
    var numbers: [Int] = []
    // Counts the array and the set.
    for _ in 0..<(try reader.count(taking: 40)) {
      numbers.append(Int(clamping: try reader.varint()))
    }
    guard numbers.allSatisfy({ $0 < limit }), Set(numbers).count == numbers.count else {
      throw ByteFault.malformed("a store list's numbers", at: start)
    }
    return numbers
  }
}
