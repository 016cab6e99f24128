/// Collects the calls and reads in code, and its breaks of rules.
struct CodeReader {
  let reader: DeclarationReader
  let unit: Unit
  let key: String
  /// The keys of the surrounding functions' parameters, by name.
  let names: [String: String]

  init(
    _ reader: DeclarationReader, _ unit: Unit, _ key: String, _ names: [String: String] = [:]
  ) {
    (self.reader, self.unit, self.key, self.names) = (reader, unit, key, names)
  }

  private var program: Program { reader.program }

  /// Reads a statement or an expression with all its parts.
  func read(_ node: SyntaxNode) {
    switch node.kind {
    case "closure_expr" where node.start >= 0: return closure(node)
    case "struct_decl", "enum_decl", "class_decl", "extension_decl":
      return reader.declarations([node], DeclarationReader.Surroundings())
    case "func_decl" where node.usr.isEmpty: return local(node)
    case "call_expr": call(node)
    case "assign_expr": assignment(node)
    default: break
    }
    if !node.reference.isEmpty || !node.referenceName.isEmpty { reference(node) }
    OrderCheck(self).check(node)
    let leaves = isDeferred(node)
    for child in node.children where !(leaves && child.role == "args") { read(child) }
  }

  func place(_ node: SyntaxNode) -> Place {
    var node = node
    while node.start < 0, let parent = node.parent { node = parent }
    return reader.place(node)
  }

  func add(_ rule: Rule, _ what: String, at node: SyntaxNode, _ advice: Unit.Advice? = nil) {
    unit.hits.append(Unit.Hit(rule: rule, what: what, advice: advice, place: place(node)))
  }

  private func link(to target: String, at node: SyntaxNode) {
    unit.edges.append(Unit.Edge(target: target, place: place(node)))
  }

  /// A local function has no USR. It is assumed to be called.
  private func local(_ node: SyntaxNode) {
    if let body = node.first("body") { read(body) }
  }

  private func closure(_ node: SyntaxNode) {
    let own = Keys.closure(reader.place(node))
    link(to: own, at: node)
    var names = names
    for (index, parameter) in (node.first("params")?.all("params") ?? []).enumerated() {
      names[parameter.name] = Keys.parameter(own, index)
    }
    guard let body = node.first("body") else { return }
    let inner = program.unit(own, title: unit.title)
    CodeReader(reader, inner, own, names).read(body)
    inner.captured += CapturedObjects(reader).uses(in: node)
  }

  private func assignment(_ node: SyntaxNode) {
    guard let target = node.first("dest"), target.kind == "member_ref_expr" else { return }
    unit.assigned.insert(target.referenceName)
    guard let source = node.first("src") else { return }
    for function in Self.functions(in: source, names: names, reader.number) {
      program.link(target.reference, to: function, at: place(node))
    }
  }

  private func reference(_ node: SyntaxNode) {
    if node.reference.isEmpty {
      if let parameter = names[node.referenceName] { link(to: parameter, at: node) }
      return
    }
    link(to: node.reference, at: node)
    guard let (symbol, rule) = reader.names.outside(node.reference) else { return }
    if rule == .addresses, isCompared(node) { return }
    add(rule, symbol.written, at: node, rule == .hashOrder ? NondeterministicAPI.hashAdvice : nil)
  }

  /// Whether two identities are compared. The result does not depend on the objects' addresses.
  private func isCompared(_ node: SyntaxNode) -> Bool {
    var node = node
    for _ in 0..<6 {
      guard let parent = node.parent else { return false }
      if parent.kind == "binary_expr" {
        return parent.first("fn")?.contains { ["==", "!="].contains($0.referenceName) } ?? false
      }
      node = parent
    }
    return false
  }
}

extension CodeReader {
  /// Reads a call, and the functions among its arguments.
  private func call(_ node: SyntaxNode) {
    guard let callee = Self.callee(of: node) else { return }
    let symbol = reader.names.symbol(callee.reference)
    let isHandled = symbol.map(Handlers.take) ?? false
    if isHandled || symbol.map(Handlers.hasState) ?? false {
      program.states.append(reader.demangler.name(of: node.type))
    }
    for (index, argument) in node.arguments.enumerated() {
      if argument.kind == "default_argument_expr", let number = Int(argument.text) {
        link(to: Keys.usualValue(argument.reference, number), at: node)
        continue
      }
      // The initial state of an entry: it is made once, and is in each log.
      let isInitial = argument.isDelayedValue
      if isHandled, isInitial { program.states.append(reader.demangler.name(of: argument.type)) }
      for function in Self.functions(in: argument, names: names, reader.number) {
        program.link(Keys.parameter(callee.reference, index), to: function, at: place(argument))
        if isHandled, !isInitial, let symbol {
          let title = Handlers.title(of: node, symbol, reader)
          program.roots.append(
            Program.Root(key: function, title: title, place: place(argument)))
        }
      }
    }
  }

  /// Whether a call runs its closures after the handler. They cannot change the state, only dispatch.
  private func isDeferred(_ node: SyntaxNode) -> Bool {
    guard node.kind == "call_expr", let callee = Self.callee(of: node),
      let symbol = reader.names.symbol(callee.reference)
    else { return false }
    return Handlers.defers(symbol)
  }

  /// The function that a call calls, if it has a name.
  static func callee(of call: SyntaxNode) -> SyntaxNode? {
    var node = call.first("fn")
    while let next = node, next.reference.isEmpty {
      node = next.first("fn") ?? next.first("sub_expr")
    }
    return node
  }

  /// The possible functions of an expression: a closure, a named function, a parameter.
  static func functions(
    in node: SyntaxNode, names: [String: String], _ file: Int
  ) -> [String] {
    guard node.type.hasSuffix("cD") || node.type.hasSuffix("XED") || node.type.hasSuffix("cSgD")
    else { return [] }
    if node.kind == "closure_expr" {
      return [Keys.closure(Place(file: file, offset: max(node.start, 0)))]
    }
    if !node.reference.isEmpty { return [node.reference] }
    if let parameter = names[node.referenceName] { return [parameter] }
    if node.kind == "autoclosure_expr" {
      var found: [String] = []
      node.visit { part in
        if !part.reference.isEmpty { found.append(part.reference) }
        return true
      }
      return found
    }
    return node.children.filter { $0.role != "args" && $0.role != "captures" }
      .flatMap { functions(in: $0, names: names, file) }
  }
}
