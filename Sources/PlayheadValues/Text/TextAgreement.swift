/// The common start and end of two versions of a text, in bytes. Both end between Unicode scalars.
struct TextAgreement {
  let prefix: Int
  let suffix: Int

  init(of old: String, and new: String) {
    self = old.withBytes { old in new.withBytes { new in TextAgreement(of: old, and: new) } }
  }

  private init(of old: UnsafeBufferPointer<UInt8>, and new: UnsafeBufferPointer<UInt8>) {
    let limit = min(old.count, new.count)
    var start = 0
    while start < limit, old[start] == new[start] { start += 1 }
    // Back to the start of a scalar that only began the same.
    while start > 0, Self.isInsideScalar(old, start) || Self.isInsideScalar(new, start) {
      start -= 1
    }
    var end = 0
    while end < limit - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
    while end > 0, Self.isInsideScalar(old, old.count - end) { end -= 1 }
    (prefix, suffix) = (start, end)
  }

  /// Whether the byte at `place` continues a scalar.
  private static func isInsideScalar(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Int) -> Bool {
    place < bytes.count && bytes[place] & 0b1100_0000 == 0b1000_0000
  }
}

/// One version of the text: the common start, its own middle, and the common end.
struct TextParts {
  let before: Substring
  let middle: Substring
  let after: Substring

  init(_ text: String, _ agreement: TextAgreement) {
    let start = text.utf8.index(text.startIndex, offsetBy: agreement.prefix)
    let end = text.utf8.index(text.endIndex, offsetBy: -agreement.suffix)
    before = text[..<start]
    middle = text[start..<end]
    after = text[end...]
  }
}

extension String {
  fileprivate func withBytes<T>(_ body: (UnsafeBufferPointer<UInt8>) -> T) -> T {
    var text = self
    return text.withUTF8(body)
  }
}
