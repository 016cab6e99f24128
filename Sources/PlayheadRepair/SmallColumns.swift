import PlayheadCoding
package import PlayheadLog
import PlayheadReading

extension ColumnEffort {
  /// Tries every form of each column and keeps the one that LZ4 makes smallest, for a log that is kept.
  package static let small = ColumnEffort(SmallColumns())
}

private struct SmallColumns: ColumnForms {
  /// The largest number of entries in a dictionary of numbers; a longer list would cost what it saves.
  private static let dictionaryLimit = 256

  // MARK: Numbers

  func write(_ numbers: [UInt64], to writer: ColumnWriter) {
    guard !numbers.isEmpty else { return }
    var candidates: [() -> Bool] = []
    for relation in NumberColumn.Relation.allCases {
      guard let (stored, list) = relate(numbers, relation) else { continue }
      let runs = zip(stored, stored.dropFirst()).count { $0 != $1 } + 1
      for layout in NumberColumn.Layout.allCases where isWorthTrying(layout, stored, runs) {
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
  private func relate(
    _ numbers: [UInt64], _ relation: NumberColumn.Relation
  ) -> (stored: [UInt64], list: [UInt64])? {
    switch relation {
    case .same: return (numbers, [])
    case .signed: return (numbers.map(NumberColumn.zigzag), [])
    case .difference:
      return (zip(numbers, [0] + numbers).map { NumberColumn.zigzag($0 &- $1) }, [])
    case .dictionary:
      var different = Numbering<UInt64, UInt64>()
      var places: [UInt64] = []
      for number in numbers {
        places.append(UInt64(different.number(of: number)))
        if different.all.count > Self.dictionaryLimit { return nil }
      }
      // A dictionary saves nothing unless it has at most half as many entries.
      return different.all.count * 2 <= numbers.count ? (places, different.all) : nil
    }
  }

  /// Excludes forms that cannot be the smallest, because each attempt costs a compression.
  private func isWorthTrying(
    _ layout: NumberColumn.Layout, _ stored: [UInt64], _ runs: Int
  ) -> Bool {
    switch layout {
    case .varints: true
    case .runs: runs * 2 <= stored.count
    // For numbers below 128, planes and varints are the same bytes.
    case .planes: stored.contains { $0 > 0x7F }
    }
  }

  private func write(_ stored: [UInt64], _ layout: NumberColumn.Layout, to bytes: ByteBuffer) {
    switch layout {
    case .varints: for number in stored { bytes.append(varint: number) }
    case .runs: NumberColumn.appendRuns(of: stored, to: bytes)
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

  // MARK: Texts

  func write(_ texts: [UnsafeRawBufferPointer], to writer: ColumnWriter) {
    writer.writeSmallest([
      {
        writer.bytes.append(TextColumn.Form.plain.rawValue)
        writePlain(texts, to: writer)
        return true
      },
      { writeDictionary(texts, to: writer) },
      { writeShared(texts, to: writer) },
    ])
  }

  private func writePlain(_ texts: [UnsafeRawBufferPointer], to writer: ColumnWriter) {
    write(texts.map { UInt64($0.count) }, to: writer)
    for text in texts { writer.bytes.append(text) }
  }

  private func writeDictionary(
    _ texts: [UnsafeRawBufferPointer], to writer: ColumnWriter
  ) -> Bool {
    var different = Numbering<TextKey, UnsafeRawBufferPointer>()
    var places: [UInt64] = []
    for text in texts {
      places.append(UInt64(different.number(of: TextKey(text: text), text)))
      // If most texts are new, a list of them is no shorter.
      guard different.all.count * 2 <= texts.count + 1 else { return false }
    }
    writer.bytes.append(TextColumn.Form.dictionary.rawValue)
    writer.bytes.append(varint: different.all.count)
    writePlain(different.all, to: writer)
    write(places, to: writer)
    return writer.spend(texts.reduce(0) { $0 + $1.count })
  }

  private func writeShared(_ texts: [UnsafeRawBufferPointer], to writer: ColumnWriter) -> Bool {
    var shared = [0]
    for (one, next) in zip(texts, texts.dropFirst()) {
      shared.append(zip(one, next).prefix { $0 == $1 }.count)
    }
    // A shared length costs a byte before LZ4.
    let sum = shared.reduce(0, +)
    guard sum >= texts.count else { return false }
    writer.bytes.append(TextColumn.Form.shared.rawValue)
    write(shared.map { UInt64($0) }, to: writer)
    writePlain(
      zip(texts, shared).map { UnsafeRawBufferPointer(rebasing: $0[$1...]) }, to: writer)
    return writer.spend(sum)
  }

  // MARK: Values

  func write(_ values: UnsafeRawBufferPointer, width: Int, to writer: ColumnWriter) {
    writer.writeSmallest([
      {
        writer.bytes.append(ValueColumn.Form.plain.rawValue)
        writer.bytes.append(values)
        return true
      },
      {
        writeChanges(values, width, to: writer.bytes)
        return true
      },
      { width == 8 && writeDecimals(values, to: writer) },
    ])
  }

  private func writeChanges(_ values: UnsafeRawBufferPointer, _ width: Int, to bytes: ByteBuffer) {
    bytes.append(ValueColumn.Form.changes.rawValue)
    for plane in 0..<width {
      for index in stride(from: plane, to: values.count, by: width) {
        bytes.append(values[index] ^ (index < width ? 0 : values[index - width]))
      }
    }
  }

  private func writeDecimals(_ values: UnsafeRawBufferPointer, to writer: ColumnWriter) -> Bool {
    for power in ValueColumn.powers.indices {
      guard let numbers = decimals(values, power) else { continue }
      writer.bytes.append(ValueColumn.Form.decimals.rawValue)
      writer.bytes.append(UInt8(power))
      write(numbers, to: writer)
      return true
    }
    return false
  }

  /// The whole numbers that give exactly these doubles when they are divided; `nil` if there are none.
  private func decimals(_ values: UnsafeRawBufferPointer, _ power: Int) -> [UInt64]? {
    var numbers: [UInt64] = []
    for start in stride(from: 0, to: values.count, by: 8) {
      let pattern = UInt64(
        littleEndian: values.loadUnaligned(fromByteOffset: start, as: UInt64.self))
      let scaled = (Double(bitPattern: pattern) * ValueColumn.powers[power]).rounded()
      // Up to here a double holds every whole number.
      guard scaled.magnitude <= 0x1p53 else { return nil }
      let number = Int64(scaled)
      guard ValueColumn.double(number, power).bitPattern == pattern else { return nil }
      numbers.append(UInt64(bitPattern: number))
    }
    return numbers
  }
}

extension ColumnWriter {
  /// Writes the candidate that LZ4 makes smallest. A candidate returns false if it cannot be used; the first
  /// can.
  fileprivate func writeSmallest(_ candidates: [() -> Bool]) {
    let (start, before) = (bytes.count, used)
    var best: (bytes: [UInt8], used: Int, size: Int)?
    for write in candidates {
      if write() {
        let candidate = UnsafeRawBufferPointer(rebasing: bytes.bytes[start...])
        let size = LZ4Block.packedSize(of: candidate)
        if size < best?.size ?? .max { best = (Array(candidate), used, size) }
      }
      bytes.truncate(to: start)
      used = before
    }
    guard let best else { return }
    bytes.append(best.bytes)
    used = best.used
  }
}

/// A text, compared by its bytes.
private struct TextKey: Hashable {
  let text: UnsafeRawBufferPointer

  static func == (one: TextKey, other: TextKey) -> Bool { one.text.elementsEqual(other.text) }

  func hash(into hasher: inout Hasher) { hasher.combine(bytes: text) }
}
