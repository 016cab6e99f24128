/// What an expression does with a value, and with the constant that gets the value.
struct Consumer {
  private let node: SyntaxNode

  init(of node: SyntaxNode) { self.node = node }

  /// Whether the order of the value has no effect.
  var isOrderless: Bool { Self.isOrderless(node, mayBeBound: true) }

  private static func isOrderless(_ node: SyntaxNode, mayBeBound: Bool) -> Bool {
    guard let parent = node.parent else { return false }
    switch parent.kind {
    case "dot_syntax_call_expr": return false
    case "argument":
      guard let call = parent.parent?.parent else { return false }
      return isOrderless(argument: node, of: call, mayBeBound)
    case "member_ref_expr":
      if HashOrder.orderless.contains(parent.referenceName) { return true }
      return HashOrder.carriers.contains(parent.referenceName)
        && isOrderless(parent, mayBeBound: mayBeBound)
    case "for_each_stmt", "pattern_entry":
      return isOrderless(bound: node, in: parent, mayBeBound)
    case "assign_expr": return parent.first("dest")?.kind == "discard_assignment_expr"
    case "load_expr", "inout_expr", "paren_expr", "try_expr", "force_try_expr", "await_expr",
      "erasure_expr", "collection_upcast_expr", "optional_try_expr":
      return isOrderless(parent, mayBeBound: mayBeBound)
    default: return false
    }
  }

  /// A value as an argument, or as the base of a method call.
  private static func isOrderless(
    argument node: SyntaxNode, of call: SyntaxNode, _ mayBeBound: Bool
  ) -> Bool {
    if call.kind == "dot_syntax_call_expr", let outer = call.parent, outer.kind == "call_expr" {
      let name = call.first("fn")?.referenceName ?? ""
      if HashOrder.orderless.contains(name) { return true }
      if name == "makeIterator" { return loop(around: outer) }
      if name == "reduce" { return HashOrder.isOrderless(outer.type) }
      return HashOrder.carriers.contains(name)
        && (HashOrder.isUnordered(outer.type) || isOrderless(outer, mayBeBound: mayBeBound))
    }
    guard let callee = CodeReader.callee(of: call) else { return false }
    if HashOrder.isUnordered(call.type), callee.referenceName == "init" { return true }
    if HashOrder.orderless.contains(callee.referenceName) { return true }
    // An array of the values, which may be sorted next.
    return callee.referenceName == "init" && isOrderless(call, mayBeBound: mayBeBound)
  }

  /// A value that gets a name. The uses of the name decide.
  private static func isOrderless(
    bound node: SyntaxNode, in parent: SyntaxNode, _ mayBeBound: Bool
  ) -> Bool {
    guard mayBeBound, let pattern = parent.first("pattern"), pattern.kind == "pattern_named",
      !pattern.isImplicit, let binding = parent.parent, let block = binding.parent
    else { return loop(around: parent) }
    var (isUsed, isOrderless) = (false, true)
    block.visit { use in
      guard use.kind == "declref_expr", use.referenceName == pattern.name else { return true }
      isUsed = true
      // Code after a sort in place sees the sorted order.
      if isSorted(use) { return false }
      isOrderless =
        isOrderless
        && (isSortedBefore(use, pattern.name, in: block)
          || Self.isOrderless(use, mayBeBound: false))
      return true
    }
    return isUsed && isOrderless
  }

  private static func isSorted(_ use: SyntaxNode) -> Bool {
    var node = use
    while let parent = node.parent, parent.kind != "dot_syntax_call_expr" {
      guard ["inout_expr", "argument", "argument_list", "load_expr"].contains(parent.kind) else {
        return false
      }
      node = parent
    }
    return node.parent?.first("fn")?.referenceName == "sort"
  }

  private static func isSortedBefore(
    _ use: SyntaxNode, _ name: String, in block: SyntaxNode
  ) -> Bool {
    block.contains { other in
      other.kind == "declref_expr" && other.referenceName == name && other.start < use.start
        && isSorted(other)
    }
  }

  /// Whether a loop goes over the value and does not depend on the order.
  private static func loop(around node: SyntaxNode) -> Bool {
    // From an iterator's initial value over its binding to the loop.
    var (node, steps) = (node, 0)
    while node.kind != "for_each_stmt", let parent = node.parent, steps < 4 {
      (node, steps) = (parent, steps + 1)
    }
    let loop = node
    guard loop.kind == "for_each_stmt", let body = loop.first("body"),
      let pattern = loop.first("pattern")
    else { return false }
    return LoopBody(body, variables: pattern).dependence == nil
  }
}
