import Foundation

/// Makes tokens: keyed hashes in the form of the values that they replace.
///
/// Equal values have the same token. Empty values stay, because stores write them to forget a secret: `""`,
/// no bytes, zero and `false`.
struct Tokens {
  /// Small enough to add up thousands of tokens, and large enough that ten million secrets rarely share one.
  private static let numberBits = 48
  /// The parts of a second in the token of a date, which makes dates from 2001 to 2069.
  private static let dateUnits: Double = 0x1p17
  /// A network of few rounds on few bits is not yet random; ten are what NIST asks of its like (FF1).
  private static let rounds: UInt64 = 10

  private let key: RedactionKey

  init(_ key: RedactionKey) {
    self.key = key
  }

  /// Writes the token of a field that is neither a text nor a sequence.
  func write(
    _ type: Primitive, for original: inout ByteReader, to output: ByteBuffer
  ) throws(ByteFault) {
    let (kind, bits) = (type.kind, type.bits)
    switch kind {
    case .bytes: output.append(string: bytes(for: try original.sized()))
    case .decimal: output.append(string: decimal(for: try original.string()))
    case .uuid: output.append(uuid(for: try original.take(16)))
    case .int: output.append(zigzag: integer(try original.zigzag(), kind, bits: bits))
    case .uint: output.append(varint: integer(try original.varint(), kind, bits: bits))
    case .int128:
      let number: Int128 = try original.littleEndian()
      output.append(littleEndian: integer(number, kind, bits: bits))
    case .uint128:
      let number: UInt128 = try original.littleEndian()
      output.append(littleEndian: integer(number, kind, bits: bits))
    case .float:
      let number = Float(bitPattern: try original.littleEndian())
      output.append(littleEndian: float(number, isHalf: type == .half).bitPattern)
    case .double:
      let number = Double(bitPattern: try original.littleEndian())
      output.append(littleEndian: double(number, kind).bitPattern)
    case .date:
      let seconds = Double(bitPattern: try original.littleEndian())
      output.append(littleEndian: (double(seconds, kind) / Self.dateUnits).bitPattern)
    default: output.append(zero: kind)
    }
  }

  /// The token of a text: `token_` and sixteen hexadecimal digits, which is also a URL.
  func text(for text: String) -> String {
    guard !text.isEmpty else { return text }
    let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    var composed = isASCII ? text : text.precomposedStringWithCanonicalMapping
    return composed.withUTF8 { name(number(of: .string, UnsafeRawBufferPointer($0))) }
  }

  /// The token of a run of bytes: a text's, as UTF-8.
  private func bytes(for bytes: UnsafeRawBufferPointer) -> String {
    bytes.isEmpty ? "" : name(number(of: .bytes, bytes))
  }

  /// The token of a UUID: a UUID of version 8 (application-defined), variant 1 of RFC 9562.
  private func uuid(for bytes: UnsafeRawBufferPointer) -> [UInt8] {
    guard bytes.contains(where: { $0 != 0 }) else { return Array(bytes) }
    let words = [
      number(of: .uuid, bytes) & ~0xF000 | 0x8000,
      number(of: .uuid, bytes, part: 1) & ~(3 << 62) | 2 << 62,
    ]
    return words.flatMap { word in
      stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt64($0)) }
    }
  }

  /// The token of an integer. Of a type of 8, 16 or 32 bits, different numbers have different tokens, which
  /// takes all numbers of the type, also negative ones. Other tokens are not negative.
  func integer<Number: FixedWidthInteger>(
    _ number: Number, _ kind: Kind, bits: Int
  ) -> Number {
    guard number != 0 else { return 0 }
    guard bits <= 32 else {
      return withUnsafeBytes(of: number.littleEndian) {
        Number(truncatingIfNeeded: self.number(of: kind, $0) & Self.mask(Self.numberBits))
      }
    }
    var token = UInt32(truncatingIfNeeded: number) & UInt32(Self.mask(bits))
    repeat { token = permuted(token, kind, bits: bits) } while token == 0
    guard Number.isSigned else { return Number(truncatingIfNeeded: token) }
    let unused = 32 - UInt32(bits)
    return Number(Int32(bitPattern: token << unused) >> Int32(unused))
  }

  /// The token of a `Float`, or of a `Float16` that is encoded as one: another number of the type for each
  /// number. What is not finite stays.
  private func float(_ number: Float, isHalf: Bool) -> Float {
    guard number != 0, number.isFinite else { return number == 0 ? 0 : number }
    #if !(os(macOS) && arch(x86_64))
      if isHalf {
        var token = Float16(number)
        repeat {
          token = Float16(
            bitPattern: UInt16(permuted(UInt32(token.bitPattern), .float, bits: 16)))
        } while token == 0 || !token.isFinite
        return Float(token)
      }
    #endif
    var token = number
    repeat {
      token = Float(bitPattern: permuted(token.bitPattern, .float, bits: 32))
    } while token == 0 || !token.isFinite
    return token
  }

  /// The token of a `Double`, or of a date's seconds: a whole number.
  private func double(_ number: Double, _ kind: Kind) -> Double {
    // The two zeros are equal, and no other two numbers are.
    Double(integer(number == 0 ? 0 : number.bitPattern, kind, bits: 64))
  }

  /// The token of a decimal number: a whole number.
  private func decimal(for text: String) -> String {
    guard text != "0" else { return text }
    var copy = text
    let number = copy.withUTF8 { self.number(of: .decimal, UnsafeRawBufferPointer($0)) }
    return String(number & Self.mask(Self.numberBits))
  }

  private static func mask(_ bits: Int) -> UInt64 { 1 << UInt64(bits) - 1 }

  private func name(_ number: UInt64) -> String { "token_" + number.hexadecimal }

  /// The keyed hash of a value's kind and bytes. `part` 1 gives other bits than `part` 0.
  private func number(
    of kind: Kind, _ bytes: UnsafeRawBufferPointer, part: UInt8 = 0
  ) -> UInt64 {
    // 0x40 is above every kind.
    let input = [kind.rawValue | part * 0x40] + bytes
    return input.withUnsafeBytes { SipHash.hash64($0, key: key) }
  }

  /// Another number of `bits` bits for each: a Feistel network, keyed by the hash.
  private func permuted(_ number: UInt32, _ kind: Kind, bits: Int) -> UInt32 {
    let half = UInt32(bits / 2)
    let mask = UInt32(1) << half - 1
    var (left, right) = (number >> half, number & mask)
    for round in 0..<Self.rounds {
      // 0x80 is in no other input.
      let input =
        UInt64(kind.rawValue | 0x80) | UInt64(bits) << 8 | round << 16 | UInt64(right) << 32
      let hash = withUnsafeBytes(of: input.littleEndian) { SipHash.hash64($0, key: key) }
      (left, right) = (right, left ^ UInt32(truncatingIfNeeded: hash) & mask)
    }
    return left << half | right
  }
}
