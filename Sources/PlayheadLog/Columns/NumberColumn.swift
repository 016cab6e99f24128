package import PlayheadCoding

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

  package static func zigzag(_ number: UInt64) -> UInt64 {
    let signed = Int64(bitPattern: number)
    return UInt64(bitPattern: (signed << 1) ^ (signed >> 63))
  }

  @inline(__always)
  package static func unzigzag(_ raw: UInt64) -> UInt64 { (raw >> 1) ^ (0 &- (raw & 1)) }

  /// Appends represented numbers in the layout `runs`.
  package static func appendRuns(of stored: [UInt64], to bytes: ByteBuffer) {
    var start = 0
    for (index, number) in stored.enumerated()
    where index + 1 == stored.count || stored[index + 1] != number {
      bytes.append(varint: number)
      bytes.append(varint: index - start)
      start = index + 1
    }
  }
}

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
    if let forms = writer.forms(for: bytes.count) { return forms.write(numbers, to: writer) }
    // A run takes two bytes. One varint or more per number saves what LZ4 takes to find the run.
    let layout: NumberColumn.Layout =
      runs * 4 <= count && writer.spend(count - runs) ? .runs : .varints
    writer.bytes.append(relation.rawValue | layout.rawValue << 4)
    if layout == .varints {
      writer.bytes.append(bytes)
    } else {
      NumberColumn.appendRuns(of: stored, to: writer.bytes)
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
