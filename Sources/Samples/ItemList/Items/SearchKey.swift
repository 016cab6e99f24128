import Foundation

/// A text as it is compared in searching and sorting: without case and diacritics.
///
/// It knows no locale: a recording that is replayed on a device of another language has to find and
/// order the same.
package struct SearchKey: Hashable, Comparable, Sendable {
  // UTF-8, whose bytes are in the order of the scalars.
  private let bytes: [UInt8]

  /// The key of `text`.
  package init(_ text: String) {
    // Most hostnames are ASCII, and a list makes keys of all of them at each letter that is typed.
    bytes =
      text.utf8.allSatisfy { $0 < 0x80 }
      ? text.utf8.map(Self.uppercase) : Array(Self.folded(text).utf8)
  }

  /// Whether `part` is somewhere in it.
  ///
  /// It may be a part of a character: the first letter of a composed one finds it. Within a scalar's
  /// bytes no other's begin.
  package func contains(_ part: SearchKey) -> Bool {
    part.bytes.isEmpty || bytes.contains(part.bytes)
  }

  /// In the order of the scalars.
  package static func < (a: SearchKey, b: SearchKey) -> Bool {
    a.bytes.lexicographicallyPrecedes(b.bytes)
  }

  private static func uppercase(_ byte: UInt8) -> UInt8 {
    // In ASCII the small letters are 32 places behind the large ones.
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte - 32 : byte
  }

  private static func folded(_ text: String) -> String {
    var folded = String.UnicodeScalarView()
    for scalar in text.decomposedStringWithCanonicalMapping.unicodeScalars
    where !diacritics.contains(scalar) {
      // Down and up: so 'ß' and 'ẞ' meet 'ss', and both of the Greek small sigmas meet.
      for lower in scalar.properties.lowercaseMapping.unicodeScalars {
        folded.append(contentsOf: lower.properties.uppercaseMapping.unicodeScalars)
      }
    }
    return String(folded)
  }

  // The block Combining Diacritical Marks: accents of Latin, Greek and Cyrillic. The marks of other
  // scripts are vowels and more, without which a word is another.
  private static let diacritics: ClosedRange<Unicode.Scalar> = "\u{300}"..."\u{36F}"
}
