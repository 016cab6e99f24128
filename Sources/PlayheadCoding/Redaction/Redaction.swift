/// Values that must not get into a log, and their replacements.
///
/// The rules apply while values are encoded, so the secrets are in no action or checkpoint of the log, in no
/// digest, and in no export.
///
/// ```swift
/// let redaction = Redaction(
///   key: key,
///   rules: [.type(Password.self), .field("notes", of: AddLogin.self, .dropped), .field("token")])
/// ```
///
/// The outermost rule holds for a value and everything in it. If several rules fit a value, a field of a type
/// comes before a field of any type, and that before a type; otherwise the first one wins.
public struct Redaction: Sendable {
  /// How to replace a secret. The replacement always decodes as a value of the same kind.
  public enum Replacement: Sendable, Hashable, CaseIterable {
    /// `nil` if the type allows it, otherwise an empty text or collection, zero, `false`.
    case dropped
    /// The same value for all: `***` for texts, zero, `false`. Sets and dictionaries become empty, because
    /// their keys would be equal.
    case masked
    /// A keyed hash of the secret: the same for equal secrets, so that comparisons still work.
    case token
  }

  /// Makes tokens. A reader with the key can find a secret by guessing.
  package var key: RedactionKey
  package var rules: [Rule]
  /// The types' own declarations, for values without a rule.
  package var declaration: @Sendable (any Any.Type) -> Declaration? = { _ in nil }

  /// The secrets by their tokens, for a debugger of the running app.
  package let memory = SecretMemory()
  /// Whether tokens are replaced by their secrets, instead of the other way around.
  var isReversed = false

  /// A type's own declaration.
  package enum Declaration: Sendable {
    /// All of its values are secret.
    case whole
    /// The members under these keys are secret.
    case fields(Set<String>)
  }

  /// A redaction by `rules`. With a random key, tokens are the same within one recording and differ from
  /// those of any other.
  public init(key: RedactionKey = .random(), rules: [Rule] = []) {
    self.key = key
    self.rules = rules
  }
}

extension Redaction {
  /// Selects values, and their replacement.
  public struct Rule: Sendable {
    let field: String?
    /// Whether the rule applies to a type; `nil` if it applies to all.
    let names: (@Sendable (any Any.Type) -> Bool)?
    let replacement: Replacement

    /// The member under a coding key of a type, and of its subclasses. In an enumeration, keys are the labels
    /// of its cases' values, `_0` for the first without a label.
    public static func field<T>(
      _ key: String, of type: T.Type, _ replacement: Replacement = .token
    ) -> Rule {
      Rule(field: key, names: { $0 is T.Type }, replacement: replacement)
    }

    /// The members under a coding key of all types, and the dictionary values under that key.
    public static func field(_ key: String, _ replacement: Replacement = .token) -> Rule {
      Rule(field: key, names: nil, replacement: replacement)
    }

    /// Every value of a type, also as a key of a dictionary. A rule for one of the signed integers of up to
    /// 64 bits holds for all of them; the same goes for unsigned integers.
    public static func type<T>(_ type: T.Type, _ replacement: Replacement = .token) -> Rule {
      Rule(field: nil, names: { $0 is T.Type }, replacement: replacement)
    }
  }
}
