import Foundation

/// A text as it is compared in searching and sorting: without case and diacritics.
///
/// It knows no locale: a recording that is replayed on a device of another language has to find and
/// order the same.
package struct SearchKey: Hashable, Comparable, Sendable {
  private let text: String

  /// The key of `original`.
  package init(_ original: String) {
    var key = String.UnicodeScalarView()
    for scalar in original.decomposedStringWithCanonicalMapping.unicodeScalars
    where !Self.diacritics.contains(scalar) {
      // Down and up: so 'ß' and 'ẞ' meet 'ss', and both of the Greek small sigmas meet.
      for lower in scalar.properties.lowercaseMapping.unicodeScalars {
        key.append(contentsOf: lower.properties.uppercaseMapping.unicodeScalars)
      }
    }
    text = String(key)
  }

  /// Whether `part` is somewhere in it.
  package func contains(_ part: SearchKey) -> Bool {
    // Bytes, not characters: typing the first letter of a composed one finds it. In UTF-8 no
    // scalar's bytes begin within another's.
    part.text.isEmpty || text.utf8.contains(part.text.utf8)
  }

  /// In the order of the scalars.
  package static func < (a: SearchKey, b: SearchKey) -> Bool {
    a.text.unicodeScalars.lexicographicallyPrecedes(b.text.unicodeScalars)
  }

  /// Whether both are the same, scalar by scalar.
  package static func == (a: SearchKey, b: SearchKey) -> Bool {
    a.text.unicodeScalars.elementsEqual(b.text.unicodeScalars)
  }

  /// The same for equal keys.
  package func hash(into hasher: inout Hasher) {
    for scalar in text.unicodeScalars { hasher.combine(scalar) }
  }

  // The block Combining Diacritical Marks: accents of Latin, Greek and Cyrillic. The marks of other
  // scripts are vowels and more, without which a word is another.
  private static let diacritics: ClosedRange<Unicode.Scalar> = "\u{300}"..."\u{36F}"
}
