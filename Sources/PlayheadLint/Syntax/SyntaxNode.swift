/// A node of the compiler's typed syntax tree, with what of it matters here.
package final class SyntaxNode {
  /// What a node is marked with.
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

  /// The compiler's word for it: `call_expr`.
  var kind = ""
  /// What it is to its parent: `args`.
  let role: String
  /// Without labels: `append`.
  var name = ""
  /// The labels of its name; `""` for `_`.
  var labels: [String] = []
  /// Of what it declares; of what it names, in a reference.
  var usr = ""
  /// The USR of what it refers to; local variables have none.
  var reference = ""
  /// The name of what it refers to.
  var referenceName = ""
  /// Its type, mangled.
  var type = ""
  /// Any other text of its kind: a label, a parameter's number, a file's name.
  var text = ""
  /// The USRs of what it overrides.
  var overridden: [String] = []
  var marks: Marks = []
  /// Where it begins in its file, in bytes; -1 where it is the compiler's own.
  var start = -1
  /// Where its last token begins.
  var end = -1
  private(set) var children: [SyntaxNode] = []
  /// What it is a part of. The root lives as long as any node is used.
  unowned(unsafe) private(set) var parent: SyntaxNode?

  init(role: String) { self.role = role }

  func add(_ child: SyntaxNode) {
    // Where there is the expression as it was understood, the one before that has no types.
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

  /// Calls `body` for it and all nodes within, but not within a node for which `body` is false.
  func visit(_ body: (SyntaxNode) -> Bool) {
    guard body(self) else { return }
    for child in children { child.visit(body) }
  }

  /// Whether one of its nodes is like that.
  func contains(where isWanted: (SyntaxNode) -> Bool) -> Bool {
    isWanted(self) || children.contains { $0.contains(where: isWanted) }
  }
}

extension SyntaxNode {
  /// Takes over what the compiler says under a key.
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

  /// Takes over what is said in a node of its own, and else has it as a child.
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

  /// Takes over what is true of it.
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
