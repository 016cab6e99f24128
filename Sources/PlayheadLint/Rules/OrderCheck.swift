/// Finds code that lets the order of a set or a dictionary into a value with an order.
struct OrderCheck {
  private let reader: CodeReader

  init(_ reader: CodeReader) { self.reader = reader }

  /// Checks whether a node shows an order.
  func check(_ node: SyntaxNode) {
    switch node.kind {
    case "for_each_stmt": loop(node)
    case "dot_syntax_call_expr": method(node)
    case "member_ref_expr": property(node)
    case "call_expr", "binary_expr": handedOver(node)
    default: break
    }
  }

  private func loop(_ node: SyntaxNode) {
    guard let iterator = node.first("iterator_var")?.all("pattern_entries").first,
      let type = iterator.first("pattern")?.type, HashOrder.isIterator(type),
      let body = node.first("body"), let pattern = node.first("pattern"),
      let reason = LoopBody(body, variables: pattern).dependence
    else { return }
    add("the loop over \(HashOrder.word(type)), in which \(reason),", at: node)
  }

  private func method(_ node: SyntaxNode) {
    guard let function = node.first("fn"), !function.isImplicit,
      let base = node.arguments.first, HashOrder.isUnordered(base.type),
      let call = node.parent, call.kind == "call_expr", call.first("fn") === node
    else { return }
    switch function.referenceName {
    case "forEach":
      guard let closure = Self.closure(in: call.arguments.first), let body = closure.first("body"),
        let pattern = closure.first("params"),
        let reason = LoopBody(body, variables: pattern).dependence
      else { return }
      add("'forEach' over \(HashOrder.word(base.type)), in which \(reason),", at: function)
    case "reduce" where HashOrder.isOrderless(call.type): break
    case let name where HashOrder.methods.contains(name):
      // The numbers contain the order, whatever the code does with them.
      let isNumbered = name == "enumerated"
      if HashOrder.isUnordered(call.type) { return }
      if !isNumbered, Consumer(of: call).isOrderless { return }
      add("'\(name)' of \(HashOrder.word(base.type))", at: function)
    default: break
    }
  }

  /// The closure in an argument, without conversions.
  private static func closure(in argument: SyntaxNode?) -> SyntaxNode? {
    var node = argument
    while let next = node, next.kind != "closure_expr" { node = next.first("sub_expr") }
    return node
  }

  private func property(_ node: SyntaxNode) {
    guard !node.isImplicit, let base = node.first("base"), HashOrder.isUnordered(base.type),
      HashOrder.properties.contains(node.referenceName), !Consumer(of: node).isOrderless
    else { return }
    add("'\(node.referenceName)' of \(HashOrder.word(base.type))", at: node)
  }

  /// A set that is turned into an array, put into a text, or appended.
  private func handedOver(_ node: SyntaxNode) {
    guard let callee = CodeReader.callee(of: node),
      let argument = node.arguments.first(where: { HashOrder.isUnordered($0.type) }),
      let symbol = reader.reader.names.symbol(callee.reference), symbol.module == "Swift",
      HashOrder.takesOrder(symbol), !HashOrder.isUnordered(node.type),
      !Consumer(of: node).isOrderless
    else { return }
    add("'\(symbol.written)' of \(HashOrder.word(argument.type))", at: node)
  }

  private func add(_ what: String, at node: SyntaxNode) {
    reader.add(.hashOrder, what, at: node)
  }
}
