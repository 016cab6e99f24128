/// Writes the replacement of a value: a field of the same kind, so that it decodes like the original.
struct ReplacementWriter {
  /// The replacement of a masked text: a valid URL, and unlikely as user input.
  private static let mask = "***"
  /// A URL must not be empty.
  private static let blank = "about:blank"

  let tokens: Tokens
  let mode: RedactionMode

  /// Writes the replacement of the field of `kind` in `original`.
  ///
  /// - Parameter bits: The number of bits of an integer's type.
  func write(
    for original: UnsafeRawBufferPointer, _ kind: Kind, bits: Int, to output: ByteBuffer
  ) throws(ByteFault) {
    var reader = ByteReader(original)
    switch kind {
    case .string: output.append(string: text(for: try reader.string()))
    case .bytes:
      let bytes = bytes(for: try reader.sized())
      output.append(varint: bytes.count)
      output.append(bytes)
    case .decimal: output.append(string: decimal(for: try reader.string()))
    case .uuid: output.append(uuid(for: try reader.take(16)))
    case .bool: output.append(0)
    default: try writeNumber(kind, bits, &reader, to: output)
    }
  }

  /// The replacement of a text.
  func text(for text: String) -> String {
    switch mode {
    case .drop: ""
    case .mask: text.isEmpty ? "" : Self.mask
    case .blank: Self.blank
    case .token: tokens.text(for: text)
    case .keep: text
    }
  }

  private func bytes(for bytes: UnsafeRawBufferPointer) -> [UInt8] {
    switch mode {
    case .drop, .blank: []
    case .mask: bytes.isEmpty ? [] : Array(Self.mask.utf8)
    case .token: tokens.bytes(for: bytes)
    case .keep: Array(bytes)
    }
  }

  private func decimal(for text: String) -> String {
    mode == .token ? tokens.decimal(for: text) : "0"
  }

  private func uuid(for bytes: UnsafeRawBufferPointer) -> [UInt8] {
    mode == .token ? tokens.uuid(for: bytes) : [UInt8](repeating: 0, count: 16)
  }

  private func writeNumber(
    _ kind: Kind, _ bits: Int, _ reader: inout ByteReader, to output: ByteBuffer
  ) throws(ByteFault) {
    switch kind {
    case .int: output.append(zigzag: integer(try reader.zigzag(), kind, bits))
    case .uint: output.append(varint: integer(try reader.varint(), kind, bits))
    case .int128:
      output.append(littleEndian: integer(try reader.littleEndian(Int128.self), kind, 128))
    case .uint128:
      output.append(littleEndian: integer(try reader.littleEndian(UInt128.self), kind, 128))
    case .float:
      let value = Float(bitPattern: try reader.littleEndian())
      let token = mode == .token ? tokens.float(value, isHalf: bits == 16) : 0
      output.append(littleEndian: token.bitPattern)
    case .double:
      let value = Double(bitPattern: try reader.littleEndian())
      output.append(littleEndian: (mode == .token ? tokens.double(value) : 0).bitPattern)
    case .date:
      let seconds = Double(bitPattern: try reader.littleEndian())
      output.append(littleEndian: (mode == .token ? tokens.date(for: seconds) : 0).bitPattern)
    default: break
    }
  }

  private func integer<Number: FixedWidthInteger>(
    _ number: Number, _ kind: Kind, _ bits: Int
  ) -> Number {
    mode == .token ? tokens.integer(number, kind, bits: bits) : 0
  }
}
