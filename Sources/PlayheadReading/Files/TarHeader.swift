/// The header before each file of a tar: a block of 512 bytes (POSIX `pax`, and GNU's older form).
struct TarHeader {
  static let blockSize = 512

  /// What the entry is, as a character.
  enum Kind: Equatable {
    case file
    /// Records about the next entry: `LENGTH KEY=VALUE` in lines.
    case records
    /// The name of the next entry.
    case longName
    /// A folder, a link, a device, or what is known to other tools only.
    case other
  }

  let kind: Kind
  let name: String
  /// The number of bytes after the header, without the zeros up to the next block.
  let size: Int

  /// The number of zeros after this many bytes of content.
  static func padding(after size: Int) -> Int { -size & (blockSize - 1) }
}

// MARK: - Reading

extension TarHeader {
  /// `nil` if these bytes are not a header.
  init?(_ block: [UInt8]) {
    guard block.count >= Self.blockSize, block[Field.magic.prefix(5)].elementsEqual("ustar".utf8),
      Self.number(block[Field.checksum]) == Self.checksum(of: block),
      let size = Self.number(block[Field.size])
    else { return nil }
    let name = Self.text(block[Field.name])
    // GNU's older form has times in the place of the prefix.
    let prefix = block[Field.magic].last == 0 ? Self.text(block[Field.prefix]) : ""
    self.name = prefix.isEmpty ? name : "\(prefix)/\(name)"
    switch block[Field.kind] {
    case UInt8(ascii: "0"), UInt8(ascii: "7"), 0: kind = name.hasSuffix("/") ? .other : .file
    case UInt8(ascii: "x"): kind = .records
    case UInt8(ascii: "L"): kind = .longName
    default: kind = .other
    }
    // Links and folders have no content, whatever their size.
    self.size = UInt8(ascii: "1")...UInt8(ascii: "6") ~= block[Field.kind] ? 0 : size
  }

  private enum Field {
    static let (name, size, checksum, kind) = (0..<100, 124..<136, 148..<156, 156)
    /// The magic number; a version of two more bytes follows.
    static let magic = 257..<263
    static let prefix = 345..<500
  }

  /// The bytes up to a zero.
  static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// A number in octal digits, or, if the first bit is set, in binary; `nil` if it is neither, or does not fit.
  private static func number(_ field: ArraySlice<UInt8>) -> Int? {
    guard let first = field.first else { return nil }
    if first >= 0x80 {
      // The bytes that no `Int` needs must be zero.
      guard first == 0x80, field.dropFirst().dropLast(8).allSatisfy({ $0 == 0 }) else { return nil }
      return Int(exactly: field.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
    let digits = field.drop { $0 == UInt8(ascii: " ") }
      .prefix { $0 != 0 && $0 != UInt8(ascii: " ") }
    guard digits.allSatisfy({ 0x30...0x37 ~= $0 }) else { return nil }
    // Twelve digits at most.
    return digits.reduce(0) { $0 << 3 | Int($1 & 7) }
  }

  /// The sum of the bytes, with spaces in the checksum's own place.
  private static func checksum(of block: [UInt8]) -> Int {
    let spaces = Field.checksum.count * Int(UInt8(ascii: " "))
    return block.prefix(blockSize).reduce(0) { $0 + Int($1) }
      - block[Field.checksum].reduce(0) { $0 + Int($1) } + spaces
  }
}

// MARK: - Writing

extension TarHeader {
  /// The largest content that is written: eleven octal digits.
  static let largestSize = 0o777_7777_7777

  /// What stands before the content of a file: one block, or three and more if the name is not ASCII or too long for one.
  /// Equal files have equal bytes: the file is nobody's, and from 1970.
  static func bytes(for name: String, _ size: Int) -> [UInt8] {
    if fitsBlock(name) { return block("0", Array(name.utf8), size) }
    let record = record("path", name)
    // For tools that do not know the record.
    let plain = name.utf8.prefix(Field.name.count - 1).map { $0 < 0x80 ? $0 : UInt8(ascii: "_") }
    return block("x", Array("pax".utf8), record.count) + record
      + zeros(padding(after: record.count)) + block("0", plain + [UInt8(ascii: "_")], size)
  }

  /// The number of bytes before the content of a file.
  static func length(for name: String) -> Int {
    fitsBlock(name) ? blockSize : bytes(for: name, 0).count
  }

  private static func fitsBlock(_ name: String) -> Bool {
    name.utf8.count <= Field.name.count && name.utf8.allSatisfy { $0 < 0x80 }
  }

  static func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }

  private static func block(_ kind: Unicode.Scalar, _ name: [UInt8], _ size: Int) -> [UInt8] {
    var block = zeros(blockSize)
    func write(_ text: some Sequence<UInt8>, at place: Int) {
      for (number, byte) in text.enumerated() { block[place + number] = byte }
    }
    write(name, at: Field.name.lowerBound)
    // The mode, the owner and the group.
    write("0000644\u{0}0000000\u{0}0000000\u{0}".utf8, at: Field.name.upperBound)
    write(octal(size, 11), at: Field.size.lowerBound)
    // The time.
    write(octal(0, 11), at: Field.size.upperBound)
    block[Field.kind] = UInt8(ascii: kind)
    write("ustar\u{0}00".utf8, at: Field.magic.lowerBound)
    write(octal(checksum(of: block), 6) + " ".utf8, at: Field.checksum.lowerBound)
    return block
  }

  /// A number in octal digits, with a zero byte after it.
  private static func octal(_ number: Int, _ width: Int) -> [UInt8] {
    let digits = String(number, radix: 8).utf8
    return Array(repeating: UInt8(ascii: "0"), count: width - digits.count) + digits + [0]
  }

  /// A record, which begins with its own length in bytes.
  private static func record(_ key: String, _ value: String) -> [UInt8] {
    let rest = " \(key)=\(value)\n"
    var length = rest.utf8.count
    while "\(length)".utf8.count + rest.utf8.count != length {
      length = "\(length)".utf8.count + rest.utf8.count
    }
    return Array("\(length)\(rest)".utf8)
  }
}
