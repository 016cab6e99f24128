/// What is done with a value and all that is in it, as the encoder sees it.
enum Treatment {
  case drop, mask, token
  /// Stays as it is: an enumeration's case, which nothing else can stand for.
  case keep
  /// A text that must be a URL and would not be one if it were empty.
  case blank

  init(_ replacement: Redaction.Replacement) {
    switch replacement {
    case .dropped: self = .drop
    case .masked: self = .mask
    case .token: self = .token
    }
  }

  /// Whether different values become the same, which a set or a dictionary has only once.
  var makesAlike: Bool { self == .drop || self == .mask }
}

/// What holds for a place: for all that is in it, or for members by their keys.
struct Scope {
  var whole: Treatment?
  var fields: FieldRules?
  /// For a dictionary's keys, or a set's elements.
  var keys: Treatment?

  var isFree: Bool { whole == nil && fields == nil && keys == nil }

  /// What holds for the member under `key`.
  func treatment(of key: String) -> Treatment? {
    whole ?? fields?[key]
  }
}

/// The treatments of a type's members, by key.
final class FieldRules {
  private let rules: [(key: String, treatment: Treatment)]
  /// A bit for every length of a key, the last for all longer ones: most other keys need no comparison.
  private let lengths: UInt64

  /// Of several for one key, the first counts.
  init(_ rules: [(key: String, treatment: Treatment)]) {
    self.rules = rules
    lengths = rules.reduce(0) { $0 | Self.bit(of: $1.key) }
  }

  subscript(key: String) -> Treatment? {
    guard lengths & Self.bit(of: key) != 0 else { return nil }
    return rules.first { $0.key == key }?.treatment
  }

  private static func bit(of key: String) -> UInt64 { 1 << UInt64(min(key.utf8.count, 63)) }
}
