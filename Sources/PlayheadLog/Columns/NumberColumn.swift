import PlayheadCoding

/// A column of numbers: a byte for relation and layout, and the numbers.
///
/// `Relation` and `Layout` are independent: differences help where numbers grow, runs where they repeat.
package enum NumberColumn {
  /// How a number is represented; the low half of a column's first byte.
  package enum Relation: UInt8, CaseIterable {
    /// The number itself.
    case same = 0
    /// The number as a signed one, zigzag.
    case signed = 1
    /// The difference from the previous number, zigzag, beginning with 0.
    case difference = 2
    /// The index in a list of the different numbers, which precedes the column.
    case dictionary = 3
  }

  /// How the represented numbers are written; the high half.
  package enum Layout: UInt8, CaseIterable {
    /// One varint each.
    case varints = 0
    /// For equal neighbors, one varint and the number of repetitions.
    case runs = 1
    /// The lowest bytes of all numbers, then the next bytes, and so on.
    case planes = 2
  }

  /// The largest number of entries in a dictionary; a longer list would cost what it saves.
  static let dictionaryLimit = 256

  static func zigzag(_ number: UInt64) -> UInt64 {
    let signed = Int64(bitPattern: number)
    return UInt64(bitPattern: (signed << 1) ^ (signed >> 63))
  }

  @inline(__always)
  package static func unzigzag(_ raw: UInt64) -> UInt64 { (raw >> 1) ^ (0 &- (raw & 1)) }
}

// MARK: - As a recorder writes it

/// Collects numbers: a varint each, of the number or of its difference from the previous one.
struct NumberDraft {
  private let relation: NumberColumn.Relation
  private let bytes = ByteBuffer()
  private(set) var count = 0
  private var previous: UInt64 = 0
  private var lastStored: UInt64 = 0
  /// The number of runs of equal neighbors so far.
  private var runs = 0

  init(_ relation: NumberColumn.Relation = .same) { self.relation = relation }

  init(_ numbers: some Sequence<UInt64>, _ relation: NumberColumn.Relation = .same) {
    self.init(relation)
    for number in numbers { append(number) }
  }

  @inline(__always)
  mutating func append(_ number: UInt64) {
    var stored = number
    if relation == .difference {
      stored = NumberColumn.zigzag(number &- previous)
      previous = number
    }
    if runs == 0 || stored != lastStored { runs += 1 }
    lastStored = stored
    count += 1
    bytes.append(varint: stored)
  }

  /// Writes the column; nothing if there are no numbers.
  func write(to writer: ColumnWriter) {
    guard count > 0 else { return }
    if writer.tries(bytes.count) { return NumberColumn.write(numbers, to: writer) }
    // A run takes two bytes. One varint or more per number saves what LZ4 takes to find the run.
    let layout: NumberColumn.Layout =
      runs * 4 <= count && writer.spend(count - runs) ? .runs : .varints
    writer.bytes.append(relation.rawValue | layout.rawValue << 4)
    if layout == .varints {
      writer.bytes.append(bytes)
    } else {
      NumberColumn.write(stored, layout, to: writer.bytes)
    }
  }

  private var stored: [UInt64] {
    var reader = ByteReader(bytes.bytes)
    return (0..<count).map { _ in (try? reader.varint()) ?? 0 }
  }

  var numbers: [UInt64] {
    guard relation == .difference else { return stored }
    var sum: UInt64 = 0
    return stored.map { difference in
      sum &+= NumberColumn.unzigzag(difference)
      return sum
    }
  }
}

// MARK: - As small as can be

extension NumberColumn {
  /// Writes the column in the form that LZ4 makes smallest; nothing if there are no numbers.
  static func write(_ numbers: [UInt64], to writer: ColumnWriter) {
    guard !numbers.isEmpty else { return }
    var candidates: [() -> Bool] = []
    for relation in Relation.allCases {
      guard let (stored, list) = relate(numbers, relation) else { continue }
      let runs = zip(stored, stored.dropFirst()).count { $0 != $1 } + 1
      for layout in Layout.allCases where isWorthTrying(layout, stored, runs) {
        candidates.append {
          writer.bytes.append(relation.rawValue | layout.rawValue << 4)
          if relation == .dictionary {
            writer.bytes.append(varint: list.count)
            for number in list { writer.bytes.append(varint: number) }
          }
          write(stored, layout, to: writer.bytes)
          return layout != .runs || writer.spend(stored.count - runs)
        }
      }
    }
    writer.writeSmallest(candidates)
  }

  /// The represented numbers, and the list of a dictionary; `nil` if a list saves nothing.
  private static func relate(
    _ numbers: [UInt64], _ relation: Relation
  ) -> (stored: [UInt64], list: [UInt64])? {
    switch relation {
    case .same: return (numbers, [])
    case .signed: return (numbers.map(zigzag), [])
    case .difference: return (zip(numbers, [0] + numbers).map { zigzag($0 &- $1) }, [])
    case .dictionary:
      var different = Numbering<UInt64, UInt64>()
      var places: [UInt64] = []
      for number in numbers {
        places.append(UInt64(different.number(of: number)))
        if different.all.count > dictionaryLimit { return nil }
      }
      // A dictionary saves nothing unless it has at most half as many entries.
      return different.all.count * 2 <= numbers.count ? (places, different.all) : nil
    }
  }

  /// Excludes forms that cannot be the smallest, because each attempt costs a compression.
  private static func isWorthTrying(_ layout: Layout, _ stored: [UInt64], _ runs: Int) -> Bool {
    switch layout {
    case .varints: true
    case .runs: runs * 2 <= stored.count
    // For numbers below 128, planes and varints are the same bytes.
    case .planes: stored.contains { $0 > 0x7F }
    }
  }

  fileprivate static func write(_ stored: [UInt64], _ layout: Layout, to bytes: ByteBuffer) {
    switch layout {
    case .varints: for number in stored { bytes.append(varint: number) }
    case .runs:
      var start = 0
      for (index, number) in stored.enumerated()
      where index + 1 == stored.count || stored[index + 1] != number {
        bytes.append(varint: number)
        bytes.append(varint: index - start)
        start = index + 1
      }
    case .planes:
      let width = stored.map { 8 - $0.leadingZeroBitCount / 8 }.max() ?? 0
      bytes.append(UInt8(width))
      for plane in 0..<width {
        for number in stored {
          bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(8 * plane)))
        }
      }
    }
  }
}
