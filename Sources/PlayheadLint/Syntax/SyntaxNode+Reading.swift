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
