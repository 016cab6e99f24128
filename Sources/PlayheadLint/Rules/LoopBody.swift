/// Checks whether a loop does the same in any order of its elements.
struct LoopBody {
  private let body: SyntaxNode
  /// The names of the elements.
  private var elements: Set<String> = []
  /// The names that are new in each round, with the elements.
  private var own: Set<String> = []

  init(_ body: SyntaxNode, variables: SyntaxNode) {
    self.body = body
    // The names of the parameters in a closure that names none.
    elements = Self.names(in: variables).union(["$0", "$1"])
    own = elements.union(Self.names(in: body))
  }

  private static func names(in node: SyntaxNode) -> Set<String> {
    var names: Set<String> = []
    node.visit { part in
      if ["pattern_named", "parameter", "var_decl"].contains(part.kind) { names.insert(part.name) }
      return true
    }
    return names
  }

  /// What in the loop depends on the order, as a part of a sentence; nil if nothing does.
  var dependence: String? {
    var found: String?
    body.visit { node in
      if found == nil { found = dependence(of: node) }
      return found == nil
    }
    return found
  }

  private func dependence(of node: SyntaxNode) -> String? {
    switch node.kind {
    case "assign_expr": assignment(node)
    case "argument" where node.marks.contains(.isInout): change(node)
    case "return_stmt" where !node.isImplicit: result(node)
    case "member_ref_expr", "declref_expr": draw(node)
    default: nil
    }
  }

  private func assignment(_ node: SyntaxNode) -> String? {
    guard let target = node.first("dest"), let source = node.first("src"),
      target.kind != "discard_assignment_expr", !isOwn(target), !isKeyed(target),
      !source.kind.hasSuffix("literal_expr")
    else { return nil }
    return "the last element decides"
  }

  /// A function or an operator changes a value.
  private func change(_ node: SyntaxNode) -> String? {
    guard let value = node.first("expr"), !isOwn(value), !isKeyed(value) else { return nil }
    if HashOrder.isUnordered(value.type) { return nil }
    let type = value.type.hasSuffix("zD") ? value.type.dropLast(2) + "D" : value.type
    if HashOrder.isOrderless(String(type)) { return nil }
    // A generator, or a state passed on, counts as changed in order too.
    return "something is changed in their order"
  }

  private func result(_ node: SyntaxNode) -> String? {
    guard let value = node.first("result"), value.contains(where: isOwnName) else { return nil }
    return "the first that fits is returned"
  }

  private func draw(_ node: SyntaxNode) -> String? {
    guard node.reference.hasPrefix("s:12PlayheadFlux7ContextV"),
      ["now", "uuid", "random", "generator"].contains(node.referenceName)
    else { return nil }
    return "values are drawn in their order"
  }

  private func isOwnName(_ node: SyntaxNode) -> Bool {
    node.kind == "declref_expr" && node.reference.isEmpty && own.contains(node.referenceName)
  }

  /// Whether it belongs to a variable that is new in each round.
  private func isOwn(_ node: SyntaxNode) -> Bool {
    var node: SyntaxNode? = node
    while let next = node, next.kind != "declref_expr" {
      node = next.first("base") ?? next.first("sub_expr")
    }
    return node.map(isOwnName) ?? false
  }

  /// Whether each element has its own place: `prices[name]`, `posts[post.id]`. With another key, elements may
  /// share a place, and the last one wins.
  private func isKeyed(_ node: SyntaxNode) -> Bool {
    var node: SyntaxNode? = node
    while let next = node {
      if next.kind == "subscript_expr",
        next.arguments.contains(where: isIdentity)
      {
        return true
      }
      node = next.first("base") ?? next.first("sub_expr")
    }
    return false
  }

  /// Whether it is an element, or its unique `id` or `key`.
  private func isIdentity(_ node: SyntaxNode) -> Bool {
    var node: SyntaxNode? = node
    while let next = node, next.kind != "declref_expr" {
      let isName = ["id", "key"].contains(next.referenceName)
      if next.kind == "member_ref_expr", !isName { return false }
      node = next.first("base") ?? next.first("sub_expr")
    }
    return node.map { $0.reference.isEmpty && elements.contains($0.referenceName) } ?? false
  }
}
