package import PlayheadCoding

/// A type in a log: `text name, zigzag version`. Of an enum's case, −2⁶³ stands in the version's place, and the
/// cases follow: `count, (text case)*, zigzag version`. So types of other logs take not a byte more.
extension ActionType {
  /// Stands for no version of an app.
  private static let casesFollow = Int64.min

  func encode(to bytes: ByteBuffer) {
    bytes.append(string: name)
    if !cases.isEmpty {
      bytes.append(zigzag: Self.casesFollow)
      bytes.append(varint: cases.count)
      for name in cases { bytes.append(string: name) }
    }
    bytes.append(zigzag: Int64(version))
  }

  package init(from reader: inout ByteReader) throws(ByteFault) {
    let start = reader.position
    self.init(name: try reader.string())
    var number = try reader.zigzag()
    if number == Self.casesFollow {
      for _ in 0..<(try reader.count(taking: 16)) { cases.append(try reader.string()) }
      number = try reader.zigzag()
      guard name.utf8.reversed().starts(with: suffix.utf8.reversed()) else {
        throw ByteFault.malformed("the name of an enum's case", at: start)
      }
    }
    version = Int(number)
  }

  private var suffix: String { cases.map { "." + $0 }.joined() }
}
