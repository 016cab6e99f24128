import PlayheadCoding

extension ActionType {
  /// Appends name and version.
  func encode(to bytes: ByteBuffer) {
    bytes.append(string: name)
    bytes.append(zigzag: Int64(version))
  }

  init(from reader: inout ByteReader) throws(ByteFault) {
    self.init(name: try reader.string(), version: Int(try reader.zigzag()))
  }
}
