extension String {
  /// The text with each occurrence of `part` replaced, byte for byte. `replacing` compares characters, and so
  /// misses a `<` that makes one character with the scalar before or after it.
  package func replacingBytes(of part: String, with text: String) -> String {
    let part = Array(part.utf8)
    var (rest, bytes) = (Array(utf8)[...], [UInt8]())
    while let first = part.first, let start = rest.firstIndex(of: first) {
      bytes += rest[..<start]
      rest = rest[start...]
      let isFound = rest.starts(with: part)
      bytes += isFound ? Array(text.utf8) : [first]
      rest = rest.dropFirst(isFound ? part.count : 1)
    }
    return String(decoding: bytes + rest, as: UTF8.self)
  }

  /// The runs of letters and digits.
  package var words: [String] {
    unicodeScalars.split { !$0.isLetterOrDigit }.map { String($0) }
  }
}

extension Unicode.Scalar {
  /// Whether this scalar by itself is a letter or a digit. `Character.isLetter` looks only at the first scalar.
  package var isLetterOrDigit: Bool { properties.isAlphabetic || properties.numericType != nil }
}
