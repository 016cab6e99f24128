/// How to redact a value and everything in it.
enum RedactionMode {
  case drop, mask, token
  /// Stays unchanged: an enumeration's case, which has no replacement.
  case keep
  /// A text that must be a valid URL, and so cannot be empty.
  case blank

  init(_ replacement: Redaction.Replacement) {
    switch replacement {
    case .dropped: self = .drop
    case .masked: self = .mask
    case .token: self = .token
    }
  }

  /// Whether different values become equal, so that a set or a dictionary would lose some.
  var makesAlike: Bool { self == .drop || self == .mask }
}

/// The rules for a place: for everything in it, or for members by their keys.
struct Scope {
  var whole: RedactionMode?
  var fields: FieldRules?
  /// The mode of a dictionary's keys, or a set's elements.
  var keys: RedactionMode?

  var hasNoRules: Bool { whole == nil && fields == nil && keys == nil }

  /// The mode of the member under `key`.
  func mode(of key: String) -> RedactionMode? {
    whole ?? fields?[key]
  }
}

/// The modes of a type's members, by key.
final class FieldRules {
  private let rules: [(key: String, mode: RedactionMode)]
  /// A bit for every length of a key, the last for all longer ones: most other keys need no comparison.
  private let lengths: UInt64

  /// If several rules have the same key, the first counts. A rule for `pin` also holds for `_pin`, as a mirror calls
  /// the storage of a property with a wrapper.
  init(_ rules: [(key: String, mode: RedactionMode)]) {
    self.rules = rules + rules.map { ("_" + $0.key, $0.mode) }
    lengths = self.rules.reduce(0) { $0 | Self.bit(of: $1.key) }
  }

  subscript(key: String) -> RedactionMode? {
    guard lengths & Self.bit(of: key) != 0 else { return nil }
    return rules.first { $0.key == key }?.mode
  }

  private static func bit(of key: String) -> UInt64 { 1 << UInt64(min(key.utf8.count, 63)) }
}
