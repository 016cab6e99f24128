/// Facts from the sources about a type, with all its extensions.
final class TypeFacts {
  /// A stored property, or the payload of a case.
  struct Part {
    var name: String
    var usr: String
    /// The mangled type.
    var type: String
    var isConstant: Bool
    var hasFirstValue: Bool
    var isPayload: Bool
    var place: Place
  }

  enum Kind { case structure, enumeration, object, actor, proto }

  /// Nil if the sources have only extensions of the type.
  var kind: Kind?
  /// The name with the module: `Shop.Cart`.
  let name: String
  var parts: [Part] = []
  /// The USRs of its functions and properties, by their full names.
  var members: [String: [String]] = [:]
  /// The USRs of the protocols that it conforms to, including inherited ones.
  var protocols: Set<String> = []
  /// Its superclass, mangled.
  var superclass = ""
  /// Its own `init(from:)` and `encode(to:)`.
  var decoding: SyntaxNode?
  var encoding: SyntaxNode?
  /// The cases of its own `CodingKeys`; nil if it has none.
  var codingKeys: Set<String>?
  var usr = ""

  init(name: String) { self.name = name }

  /// The name in messages: `Cart`.
  var shortName: String {
    name.split(separator: ".").dropFirst().joined(separator: ".")
  }
}

/// Facts from the sources about a global variable, or a member of a type.
struct Variable {
  var name: String
  /// `Counter.shared`.
  var title: String
  /// The mangled type.
  var type: String
  var isConstant: Bool
  var isStored: Bool
  /// Whether there is one value for the whole process.
  var isShared: Bool
  /// The type that it is a member of; nil for a global variable.
  var owner: String?
}
