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
}
