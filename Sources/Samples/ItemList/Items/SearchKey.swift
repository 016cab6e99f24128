import Foundation

/// A text without case and diacritics, for searching and sorting.
///
/// Uses no locale, because a replay on a device with another language must find and order the same items.
package struct SearchKey: Hashable, Comparable, Sendable {
  // UTF-8: its bytes sort in the order of the scalars.
  private let bytes: [UInt8]

  /// The key of `text`.
  package init(_ text: String) {
    // Most hostnames are ASCII, and the list makes keys of all hostnames at each typed letter.
    bytes =
      text.utf8.allSatisfy { $0 < 0x80 }
      ? text.utf8.map(Self.uppercase) : Array(Self.folded(text).utf8)
  }

  /// Whether the key contains `part`.
  ///
  /// A part of a character counts: the first letter of a composed one is found. In UTF-8, a scalar never
  /// begins within another scalar's bytes.
  package func contains(_ part: SearchKey) -> Bool {
    part.bytes.isEmpty || bytes.contains(part.bytes)
  }

  /// In the order of the scalars.
  package static func < (a: SearchKey, b: SearchKey) -> Bool {
    a.bytes.lexicographicallyPrecedes(b.bytes)
  }

  private static func uppercase(_ byte: UInt8) -> UInt8 {
    // In ASCII, a lowercase letter is its uppercase letter plus 32.
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte - 32 : byte
  }

  private static func folded(_ text: String) -> String {
    var folded = String.UnicodeScalarView()
    for scalar in text.decomposedStringWithCanonicalMapping.unicodeScalars
    where !diacritics.contains(scalar) {
      // Lowercase, then uppercase, so that 'ß' and 'ẞ' equal 'ss', and both lowercase Greek sigmas are equal.
      for lower in scalar.properties.lowercaseMapping.unicodeScalars {
        folded.append(contentsOf: lower.properties.uppercaseMapping.unicodeScalars)
      }
    }
    return String(folded)
  }

  // The block Combining Diacritical Marks: accents of Latin, Greek and Cyrillic. In other scripts, marks
  // are vowels and more, and change the word.
  private static let diacritics: ClosedRange<Unicode.Scalar> = "\u{300}"..."\u{36F}"
}
