/// A node of the compiler's typed syntax tree, reduced to what the lint needs.
package final class SyntaxNode {
  /// The flags of a node.
  struct Marks: OptionSet {
    let rawValue: Int
    static let implicit = Marks(rawValue: 1)
    static let constant = Marks(rawValue: 2)
    static let isStatic = Marks(rawValue: 4)
    static let isInout = Marks(rawValue: 8)
    static let stored = Marks(rawValue: 16)
    static let lazy = Marks(rawValue: 32)
    static let actor = Marks(rawValue: 64)
  }

  /// The compiler's word for the node: `call_expr`.
  var kind = ""
  /// The node's role in its parent: `args`.
  let role: String
  /// The name without labels: `append`.
  var name = ""
  /// The labels of its name; `""` for `_`.
  var labels: [String] = []
  /// The USR of the declaration, or of what a reference names.
  var usr = ""
  /// The USR of the declaration that it refers to. Local variables have none.
  var reference = ""
  /// The name of the declaration that it refers to.
  var referenceName = ""
  /// The mangled type.
  var type = ""
  /// Other text of the node: a label, a parameter's number, a file's name.
  var text = ""
  /// The USRs of the declarations that it overrides.
  var overridden: [String] = []
  var marks: Marks = []
  /// The offset of its first token in the file, in bytes; -1 if the compiler made the node.
  var start = -1
  /// The offset of its last token.
  var end = -1
  private(set) var children: [SyntaxNode] = []
  /// The parent. The root must live as long as any node is used.
  unowned(unsafe) private(set) var parent: SyntaxNode?

  init(role: String) { self.role = role }

  func add(_ child: SyntaxNode) {
    // If there is a type-checked expression, the one before it has no types.
    if child.role == "processed_init" { children.removeAll { $0.role == "original_init" } }
    child.parent = self
    children.append(child)
  }

  var isImplicit: Bool { marks.contains(.implicit) }

  /// Its children in a role.
  func all(_ role: String) -> [SyntaxNode] { children.filter { $0.role == role } }

  /// Its first child in a role.
  func first(_ role: String) -> SyntaxNode? { children.first { $0.role == role } }

  /// The arguments of a call, without their wrappers.
  var arguments: [SyntaxNode] {
    first("args")?.all("args").compactMap { $0.first("expr") } ?? []
  }

  /// The name with its labels: `add(_:to:)`.
  var fullName: String {
    guard !labels.isEmpty else { return isFunction ? name + "()" : name }
    return name + "(" + labels.map { ($0.isEmpty ? "_" : $0) + ":" }.joined() + ")"
  }

  private var isFunction: Bool { kind == "func_decl" || kind == "constructor_decl" }

  /// Calls `body` for the node and all nodes within, but not within a node for which `body` returns false.
  func visit(_ body: (SyntaxNode) -> Bool) {
    guard body(self) else { return }
    for child in children { child.visit(body) }
  }

  /// Whether it is the argument of an `@autoclosure` parameter. The compiler makes closures also of methods that
  /// are passed by name, but those have parameters.
  var isDelayedValue: Bool {
    kind == "autoclosure_expr" && first("params")?.all("params").isEmpty != false
  }

  /// Whether the node or a node within it passes.
  func contains(where isWanted: (SyntaxNode) -> Bool) -> Bool {
    isWanted(self) || children.contains { $0.contains(where: isWanted) }
  }
}

extension SyntaxNode {
  /// Sets the property for a key of the compiler's JSON.
  func take(_ text: String, for key: String) {
    switch key {
    case "_kind": kind = text
    case "usr", "decl_usr", "protocol": usr = text
    case "base_name", "name", "special", "field": name = text
    case "type", "interface_type", "superclass_type", "extended_type": type = text
    case "label", "param", "default_arg", "filename": self.text = text
    case "readImpl": if text == "stored" { marks.insert(.stored) }
    default: break
    }
  }

  /// Takes over the content of a child that only describes the node, or else adds the child.
  func take(_ child: SyntaxNode) {
    switch (child.role, child.kind) {
    case ("range", _): (start, end) = (child.start, child.end)
    case ("name", "decl_name"), ("base_name", _): (name, labels) = (child.name, child.labels)
    case ("decl", "decl_ref"): (reference, referenceName) = (child.usr, child.name)
    case (_, "decl_ref") where kind == "default_argument_expr":
      (reference, referenceName) = (child.usr, child.name)
    default: add(child)
    }
  }

  /// Sets a flag.
  func mark(_ key: String) {
    switch key {
    case "implicit": marks.insert(.implicit)
    case "let": marks.insert(.constant)
    case "static": marks.insert(.isStatic)
    case "inout": marks.insert(.isInout)
    case "lazy": marks.insert(.lazy)
    case "actor": marks.insert(.actor)
    default: break
    }
  }
}
