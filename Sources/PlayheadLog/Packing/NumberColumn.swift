import PlayheadCoding

/// A packed column of numbers: a byte that says how it is kept, and the numbers.
///
/// What stands for a number (`Relation`) and how those are written (`Layout`) are chosen apart, since
/// each helps other columns: differences where numbers grow, runs where they stay.
enum NumberColumn {
  /// What stands for a number; the low half of a column's first byte.
  enum Relation: UInt8, CaseIterable {
    /// The number itself.
    case same = 0
    /// The number as a signed one, zigzag.
    case signed = 1
    /// How far it is from the one before, zigzag, beginning with 0.
    case difference = 2
    /// How far that is from the difference before.
    case secondDifference = 3
    /// How far it is from the one before the one before.
    case overNext = 4
    /// Its place in a list of the different numbers, which stands in front.
    case dictionary = 5
  }

  /// How what stands for the numbers is written; the high half.
  enum Layout: UInt8, CaseIterable {
    /// One varint each.
    case varints = 0
    /// Of equal neighbours one varint, and one that says how many follow it.
    case runs = 1
    /// The lowest bytes of all, then the next ones, and so on.
    case planes = 2
  }

  /// More different numbers than this are no vocabulary; the list of them would cost what it saves.
  static let dictionaryLimit = 256
}

// MARK: - Writing

extension NumberColumn {
  /// Appends the column in the way that LZ4 leaves the least of; nothing for no numbers.
  static func write(_ numbers: [UInt64], _ choice: PackingChoice, to bytes: ByteBuffer) {
    guard !numbers.isEmpty else { return }
    var best = BestCandidate(choice)
    for relation in Relation.allCases {
      guard let related = relate(numbers, relation) else { continue }
      for layout in Layout.allCases where isWorthTrying(layout, related.numbers) {
        best.offer { candidate in
          candidate.append(relation.rawValue | layout.rawValue << 4)
          candidate.append(related.list)
          write(related.numbers, layout, to: candidate)
        }
        if best.isDecided { break }
      }
      if best.isDecided { break }
    }
    bytes.append(best.bytes)
  }

  /// What stands for the numbers, and the list in front; nil if there is no such list.
  private static func relate(
    _ numbers: [UInt64], _ relation: Relation
  ) -> (numbers: [UInt64], list: ByteBuffer)? {
    let list = ByteBuffer()
    switch relation {
    case .same: return (numbers, list)
    case .signed: return (numbers.map(zigzag), list)
    case .difference: return (differences(numbers, over: 1).map(zigzag), list)
    case .secondDifference:
      return (differences(differences(numbers, over: 1), over: 1).map(zigzag), list)
    case .overNext: return (differences(numbers, over: 2).map(zigzag), list)
    case .dictionary:
      var places: [UInt64: UInt64] = [:]
      var different: [UInt64] = []
      for number in numbers where places[number] == nil {
        places[number] = UInt64(different.count)
        different.append(number)
        if different.count > dictionaryLimit { return nil }
      }
      // Two numbers to a place are the least that can save anything.
      guard different.count * 2 <= numbers.count else { return nil }
      list.append(varint: different.count)
      for number in different { list.append(varint: number) }
      return (numbers.map { places[$0] ?? 0 }, list)
    }
  }

  private static func differences(_ numbers: [UInt64], over distance: Int) -> [UInt64] {
    numbers.indices.map { index in
      numbers[index] &- (index < distance ? 0 : numbers[index - distance])
    }
  }

  /// Leaves out what cannot be the smallest, as each attempt costs a compression.
  private static func isWorthTrying(_ layout: Layout, _ numbers: [UInt64]) -> Bool {
    switch layout {
    case .varints: return true
    case .runs:
      var runs = 1
      for (one, next) in zip(numbers, numbers.dropFirst()) where one != next { runs += 1 }
      return runs * 2 <= numbers.count
    case .planes:
      // Of bytes below 128 the varints are the planes.
      return numbers.contains { $0 > 0x7F }
    }
  }

  private static func write(_ numbers: [UInt64], _ layout: Layout, to bytes: ByteBuffer) {
    switch layout {
    case .varints: for number in numbers { bytes.append(varint: number) }
    case .runs: writeRuns(numbers, to: bytes)
    case .planes:
      let width = numbers.map { 8 - $0.leadingZeroBitCount / 8 }.max() ?? 0
      bytes.append(UInt8(width))
      for plane in 0..<width {
        for number in numbers {
          bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(8 * plane)))
        }
      }
    }
  }

  private static func writeRuns(_ numbers: [UInt64], to bytes: ByteBuffer) {
    var start = 0
    for index in numbers.indices
    where index + 1 == numbers.count || numbers[index + 1] != numbers[index] {
      bytes.append(varint: numbers[index])
      bytes.append(varint: index - start)
      start = index + 1
    }
  }

  private static func zigzag(_ number: UInt64) -> UInt64 {
    let signed = Int64(bitPattern: number)
    return UInt64(bitPattern: (signed << 1) ^ (signed >> 63))
  }
}

// MARK: - Reading

extension NumberColumn {
  /// Reads a column of `count` numbers, for which the caller has room.
  static func read(_ count: Int, from reader: inout ByteReader) throws(ByteFault) -> [UInt64] {
    guard count > 0 else { return [] }
    let start = reader.position
    let mode = try reader.byte()
    guard let relation = Relation(rawValue: mode & 0xF), let layout = Layout(rawValue: mode >> 4)
    else { throw ByteFault.malformed("a column of numbers", at: start) }
    var list: [UInt64] = []
    if relation == .dictionary {
      for _ in 0..<(try reader.count()) { list.append(try reader.varint()) }
    }
    var numbers = try readLayout(layout, count, from: &reader)
    try resolve(&numbers, relation, list, at: start)
    return numbers
  }

  private static func readLayout(
    _ layout: Layout, _ count: Int, from reader: inout ByteReader
  ) throws(ByteFault) -> [UInt64] {
    switch layout {
    case .varints: return try readVarints(count, from: &reader)
    case .runs: return try readRuns(count, from: &reader)
    case .planes: return try readPlanes(count, from: &reader)
    }
  }

  private static func readVarints(
    _ count: Int, from reader: inout ByteReader
  ) throws(ByteFault) -> [UInt64] {
    guard count <= reader.remaining else { throw ByteFault.truncated(at: reader.position) }
    var numbers: [UInt64] = []
    numbers.reserveCapacity(count)
    for _ in 0..<count { numbers.append(try reader.varint()) }
    return numbers
  }

  private static func readRuns(
    _ count: Int, from reader: inout ByteReader
  ) throws(ByteFault) -> [UInt64] {
    var numbers: [UInt64] = []
    numbers.reserveCapacity(count)
    while numbers.count < count {
      let number = try reader.varint()
      let more = try reader.varint()
      guard more < UInt64(count - numbers.count) else {
        throw ByteFault.tooMany(more, at: reader.position)
      }
      numbers.append(contentsOf: repeatElement(number, count: Int(more) + 1))
    }
    return numbers
  }

  private static func readPlanes(
    _ count: Int, from reader: inout ByteReader
  ) throws(ByteFault) -> [UInt64] {
    let width = Int(try reader.byte())
    guard (1...8).contains(width), count <= reader.remaining / width else {
      throw ByteFault.malformed("a column of numbers", at: reader.position)
    }
    var numbers = [UInt64](repeating: 0, count: count)
    for plane in 0..<width {
      let bytes = try reader.take(count)
      for index in 0..<count { numbers[index] |= UInt64(bytes[index]) << UInt64(8 * plane) }
    }
    return numbers
  }

  private static func resolve(
    _ numbers: inout [UInt64], _ relation: Relation, _ list: [UInt64], at position: Int
  ) throws(ByteFault) {
    switch relation {
    case .same: break
    case .signed: for index in numbers.indices { numbers[index] = unzigzag(numbers[index]) }
    case .difference: add(&numbers, over: 1)
    case .overNext: add(&numbers, over: 2)
    case .secondDifference:
      add(&numbers, over: 1)
      var sum: UInt64 = 0
      for index in numbers.indices {
        sum &+= numbers[index]
        numbers[index] = sum
      }
    case .dictionary:
      for index in numbers.indices {
        guard numbers[index] < UInt64(list.count) else {
          throw ByteFault.malformed("a place in a column's list", at: position)
        }
        numbers[index] = list[Int(numbers[index])]
      }
    }
  }

  /// Turns zigzag differences into numbers.
  private static func add(_ numbers: inout [UInt64], over distance: Int) {
    for index in numbers.indices {
      let before = index < distance ? 0 : numbers[index - distance]
      numbers[index] = before &+ unzigzag(numbers[index])
    }
  }

  private static func unzigzag(_ raw: UInt64) -> UInt64 {
    (raw >> 1) ^ (0 &- (raw & 1))
  }
}
