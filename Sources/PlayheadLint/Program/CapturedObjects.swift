/// Finds the members of captured objects that a closure uses.
struct CapturedObjects {
  /// A used member, and the mangled type of the object.
  struct Use {
    var edge: Unit.Edge
    var type: String
  }

  private let reader: DeclarationReader

  init(_ reader: DeclarationReader) { self.reader = reader }

  /// The members of captured objects that a closure uses: `self.count`, `counter.add()`.
  func uses(in closure: SyntaxNode) -> [Use] {
    let own = Self.names(declaredIn: closure)
    var uses: [Use] = []
    closure.visit { node in
      if let (object, member) = Self.use(in: node), isObject(object),
        object.referenceName == "self" || !own.contains(object.referenceName)
      {
        let edge = Unit.Edge(target: member, place: reader.place(node))
        uses.append(Use(edge: edge, type: object.type))
      }
      return true
    }
    return uses
  }

  private static func names(declaredIn closure: SyntaxNode) -> Set<String> {
    var names: Set<String> = []
    closure.visit { node in
      if node.kind == "parameter" || node.kind == "var_decl" { names.insert(node.name) }
      return true
    }
    return names
  }

  /// A variable, and its member that is used.
  private static func use(in node: SyntaxNode) -> (object: SyntaxNode, member: String)? {
    switch node.kind {
    case "member_ref_expr":
      return node.first("base").flatMap(variable).map { ($0, node.reference) }
    case "dot_syntax_call_expr":
      guard let function = node.first("fn"), let base = node.arguments.first else { return nil }
      return variable(base).map { ($0, function.reference) }
    default: return nil
    }
  }

  private static func variable(_ node: SyntaxNode) -> SyntaxNode? {
    var node: SyntaxNode? = node
    while let next = node, next.kind != "declref_expr" { node = next.first("sub_expr") }
    return node.flatMap { $0.reference.isEmpty ? $0 : nil }
  }

  private func isObject(_ node: SyntaxNode) -> Bool {
    node.type.hasSuffix("CD") || node.type.hasSuffix("CSgD") || node.type.contains("Cy")
  }
}
