/// File names as texts that keep every byte.
///
/// A name need not be UTF-8, and a `String` would replace other bytes by U+FFFD and so name another file.
/// Here each such byte becomes one private scalar, U+10FE00 plus the byte. If a name contains a scalar of
/// that range, its four bytes are kept in the same way, so that names and texts map one to one. Names become
/// texts where they come from the system, and bytes again in ``Swift/String/withFileName(_:)``.
package enum FileName {
  private static let base: UInt32 = 0x10FE00

  /// The text of a name.
  package static func text(of bytes: some Sequence<UInt8>) -> String {
    let bytes = Array(bytes)
    var text = String.UnicodeScalarView()
    var parser = Unicode.UTF8.ForwardParser()
    var (rest, place) = (bytes.makeIterator(), 0)
    while place < bytes.count {
      let length: Int
      switch parser.parseScalar(from: &rest) {
      case .valid(let units):
        length = units.count
        let scalar = Unicode.UTF8.decode(units)
        if byte(of: scalar) == nil {
          text.append(scalar)
          place += length
          continue
        }
      case .error(let count): length = count
      case .emptyInput: length = bytes.count - place
      }
      for byte in bytes[place..<place + length] { text.append(scalar(for: byte)) }
      place += length
    }
    return String(text)
  }

  /// The text of a name from the system, which ends with a zero.
  package static func text(of name: UnsafePointer<CChar>) -> String {
    var bytes: [UInt8] = []
    var next = name
    while next.pointee != 0 {
      bytes.append(UInt8(bitPattern: next.pointee))
      next += 1
    }
    return text(of: bytes)
  }

  /// The byte of a scalar that replaces a byte; otherwise `nil`.
  package static func byte(of scalar: Unicode.Scalar) -> UInt8? {
    base + 0x80...base + 0xFF ~= scalar.value ? UInt8(scalar.value - base) : nil
  }

  private static func scalar(for byte: UInt8) -> Unicode.Scalar {
    guard let scalar = Unicode.Scalar(base + UInt32(byte)) else {
      preconditionFailure("every byte has a scalar of its own")
    }
    return scalar
  }
}

extension String {
  /// The bytes of the file name with this text.
  package var fileNameBytes: [UInt8] {
    unicodeScalars.flatMap { scalar in
      FileName.byte(of: scalar).map { [$0] } ?? Array(String(scalar).utf8)
    }
  }

  /// Calls `body` with the file name with this text, followed by a zero.
  package func withFileName<T>(_ body: (UnsafePointer<CChar>) throws -> T) rethrows -> T {
    guard unicodeScalars.contains(where: { FileName.byte(of: $0) != nil }) else {
      return try withCString(body)
    }
    let name = fileNameBytes.map { CChar(bitPattern: $0) } + [0]
    return try name.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { preconditionFailure("a zero is in it") }
      return try body(start)
    }
  }
}
