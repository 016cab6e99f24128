/// What must not get into a log, and what stands there instead.
///
/// The rules are applied while values are encoded, so that nothing else ever holds the secrets: not
/// the log's actions and checkpoints, not the digests, not what is exported from them.
///
/// ```swift
/// let redaction = Redaction(
///   key: key,
///   rules: [.type(Password.self), .field("notes", of: AddLogin.self, .dropped), .field("token")])
/// ```
///
/// The outermost rule holds for a value and for all that is in it. Of several for the same value, a
/// field of a type goes before a field of any type, and that before a type; of those, the first.
public struct Redaction: Sendable {
  /// What stands in a secret's place. It always decodes as a value of the same kind.
  public enum Replacement: Sendable, Hashable, CaseIterable {
    /// Nothing: `nil` where the type allows it, otherwise an empty text or collection, zero, `false`.
    case dropped
    /// The same for all: `***` for texts, zero, `false`. Sets and dictionaries of it are empty, as
    /// their keys would be alike.
    case masked
    /// A keyed hash of the secret: the same for equal secrets, so that what compares them still works.
    case token
  }

  /// Makes tokens; with it, a secret can be found by guessing.
  package var key: RedactionKey
  /// What is redacted.
  package var rules: [Rule]
  /// What types say of themselves; it counts where no rule does.
  package var declaration: @Sendable (any Any.Type) -> Declaration? = { _ in nil }

  /// What a type says of itself.
  package enum Declaration: Sendable {
    /// All of it is a secret.
    case whole
    /// The members under these keys are.
    case fields(Set<String>)
  }

  /// A redaction by `rules`. With a key of chance, tokens are the same within one recording and
  /// differ from those of any other.
  public init(key: RedactionKey = .random(), rules: [Rule] = []) {
    self.key = key
    self.rules = rules
  }
}

extension Redaction {
  /// Names values, and what stands in their place.
  public struct Rule: Sendable {
    let field: String?
    /// Whether it is meant for a type; nil if it is for all.
    let names: (@Sendable (any Any.Type) -> Bool)?
    let replacement: Replacement

    /// The member under a coding key of a type, and of its subclasses. In an enumeration these are
    /// the labels of its cases' values, `_0` for the first without one.
    public static func field<T>(
      _ key: String, of type: T.Type, _ replacement: Replacement = .token
    ) -> Rule {
      Rule(field: key, names: { $0 is T.Type }, replacement: replacement)
    }

    /// The members under a coding key of all types, and what dictionaries hold for it.
    public static func field(_ key: String, _ replacement: Replacement = .token) -> Rule {
      Rule(field: key, names: nil, replacement: replacement)
    }

    /// Every value of a type, also as a key of a dictionary. A rule for one of the signed integers of
    /// up to 64 bits holds for all of them, and so it is with the unsigned ones.
    public static func type<T>(_ type: T.Type, _ replacement: Replacement = .token) -> Rule {
      Rule(field: nil, names: { $0 is T.Type }, replacement: replacement)
    }
  }
}
