package import PlayheadCoding

/// A column of values of a fixed size: a byte for the form, and the values.
package enum ValueColumn {
  /// The form of the values; a column's first byte.
  package enum Form: UInt8 {
    /// As in rows.
    case plain = 0
    /// The bits that differ from the previous value: the first bytes of all values, the second bytes, and so
    /// on.
    case changes = 1
    /// Doubles as whole numbers, divided by a power of ten.
    case decimals = 2
  }

  /// The bytes of a value.
  package static func width(of kind: Kind) -> Int {
    switch kind {
    case .float: 4
    case .double, .date: 8
    default: 16
    }
  }

  /// The divisors of decimals: times in nanoseconds need the ninth power.
  package static let powers: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]
  /// The limit up to which a double holds every whole number.
  private static let exact: Double = 0x1p53

  /// The double of a decimal. IEEE 754 gives the same quotient on every platform.
  package static func double(_ number: Int64, _ power: Int) -> Double {
    Double(number) / powers[power]
  }
}

// MARK: - Writing

extension ValueColumn {
  /// Writes the column; nothing if there are no values.
  static func write(_ values: UnsafeRawBufferPointer, width: Int, to writer: ColumnWriter) {
    guard !values.isEmpty else { return }
    let plain = {
      writer.bytes.append(Form.plain.rawValue)
      writer.bytes.append(values)
      return true
    }
    guard writer.tries(values.count) else { return _ = plain() }
    writer.writeSmallest([
      plain,
      { writeChanges(values, width, to: writer.bytes) },
      { writeDecimals(values, width, to: writer) },
    ])
  }

  private static func writeChanges(
    _ values: UnsafeRawBufferPointer, _ width: Int, to bytes: ByteBuffer
  ) -> Bool {
    bytes.append(Form.changes.rawValue)
    for plane in 0..<width {
      for index in stride(from: plane, to: values.count, by: width) {
        bytes.append(values[index] ^ (index < width ? 0 : values[index - width]))
      }
    }
    return true
  }

  private static func writeDecimals(
    _ values: UnsafeRawBufferPointer, _ width: Int, to writer: ColumnWriter
  ) -> Bool {
    guard width == 8 else { return false }
    for power in powers.indices {
      guard let numbers = decimals(values, power) else { continue }
      writer.bytes.append(Form.decimals.rawValue)
      writer.bytes.append(UInt8(power))
      NumberColumn.write(numbers, to: writer)
      return true
    }
    return false
  }

  /// The whole numbers that give exactly these doubles when they are divided; `nil` if there are none.
  private static func decimals(_ values: UnsafeRawBufferPointer, _ power: Int) -> [UInt64]? {
    var numbers: [UInt64] = []
    for start in stride(from: 0, to: values.count, by: 8) {
      let pattern = UInt64(
        littleEndian: values.loadUnaligned(fromByteOffset: start, as: UInt64.self))
      let scaled = (Double(bitPattern: pattern) * powers[power]).rounded()
      guard scaled.magnitude <= exact else { return nil }
      let number = Int64(scaled)
      guard double(number, power).bitPattern == pattern else { return nil }
      numbers.append(UInt64(bitPattern: number))
    }
    return numbers
  }
}
