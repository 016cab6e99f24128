/// What the sources say about a type, in all its extensions.
final class TypeFacts {
  /// A stored property, or the payload of a case.
  struct Part {
    var name: String
    var usr: String
    /// Mangled.
    var type: String
    var isConstant: Bool
    var hasFirstValue: Bool
    var isPayload: Bool
    var place: Place
  }

  enum Kind { case structure, enumeration, object, actor, proto }

  /// Nil if only extensions of it are in the sources.
  var kind: Kind?
  /// With its module: `Shop.Cart`.
  let name: String
  var parts: [Part] = []
  /// The USRs of its functions and properties by their full names.
  var members: [String: [String]] = [:]
  /// The protocols that it says to conform to, all that follow from them included.
  var protocols: Set<String> = []
  /// What it is a subclass of, mangled.
  var superclass = ""
  /// Its own `init(from:)` and `encode(to:)`.
  var decoding: SyntaxNode?
  var encoding: SyntaxNode?
  /// The cases of its own `CodingKeys`; nil if it has none.
  var codingKeys: Set<String>?
  var usr = ""

  init(name: String) { self.name = name }

  /// `Cart`, as messages call it.
  var shortName: String {
    name.split(separator: ".").dropFirst().joined(separator: ".")
  }
}

/// What the sources say about a global variable, or a member of a type.
struct Variable {
  var name: String
  /// `Counter.shared`.
  var title: String
  /// Mangled.
  var type: String
  var isConstant: Bool
  var isStored: Bool
  /// Whether there is one for the whole process.
  var isShared: Bool
  /// The type that it is a member of; nil for a global one.
  var owner: String?
}
