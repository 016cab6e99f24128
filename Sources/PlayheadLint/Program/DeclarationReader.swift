/// Reads the declarations of a file: types with their members, functions, variables.
struct DeclarationReader {
  let program: Program
  let demangler: Demangler
  let names: Names
  let number: Int

  /// The context of a declaration.
  struct Surroundings {
    var type: TypeFacts?
    /// `Shop.Cart`, without the module.
    var title: String { type.map { $0.shortName + "." } ?? "" }
  }

  /// Reads a file's tree.
  func read(_ tree: SyntaxNode) {
    declarations(tree.all("items"), Surroundings())
  }

  func place(_ node: SyntaxNode) -> Place { Place(file: number, offset: max(node.start, 0)) }

  func declarations(_ nodes: [SyntaxNode], _ around: Surroundings) {
    let firstValues = Self.firstValues(in: nodes)
    for node in nodes {
      switch node.kind {
      case "struct_decl", "enum_decl", "class_decl", "protocol", "extension_decl":
        type(node, around)
      case "func_decl", "constructor_decl", "destructor_decl": function(node, around)
      case "var_decl", "subscript_decl": variable(node, firstValues[node.name], around)
      case "enum_case_decl": declarations(node.children, around)
      case "enum_element_decl": payload(node, around)
      case "pattern_binding_decl", "import_decl", "typealias_decl": break
      default: loose(node, around)
      }
    }
  }

  private func type(_ node: SyntaxNode, _ around: Surroundings) {
    let facts = program.facts(named: nominalName(of: node))
    if node.kind != "extension_decl" { facts.kind = kind(of: node) }
    if node.kind != "extension_decl" { facts.usr = node.usr }
    for inherited in node.all("inherits") {
      facts.protocols.formUnion(inherited.children.map(\.usr))
      if !inherited.type.isEmpty { facts.superclass = inherited.type }
    }
    if node.name == "CodingKeys", !node.isImplicit, let outer = around.type {
      outer.codingKeys = Self.cases(of: node)
    }
    declarations(node.all("members"), Surroundings(type: facts))
  }

  private func kind(of node: SyntaxNode) -> TypeFacts.Kind {
    switch node.kind {
    case "struct_decl": .structure
    case "enum_decl": .enumeration
    case "protocol": .proto
    default: node.marks.contains(.actor) ? .actor : .object
    }
  }

  /// The readable name of a type without its generic parameters.
  private func nominalName(of node: SyntaxNode) -> String {
    let mangled = node.kind == "extension_decl" ? node.type : node.usr
    let name = demangler.name(of: mangled)
    if name.hasPrefix("[") { return name.contains(" : ") ? "Swift.Dictionary" : "Swift.Array" }
    return Self.withoutParameters(name)
  }

  static func withoutParameters(_ name: String) -> String {
    var (depth, plain) = (0, "")
    for character in name {
      if character == "<" { depth += 1 }
      if depth == 0 { plain.append(character) }
      if character == ">" { depth -= 1 }
    }
    return plain
  }

  private static func cases(of node: SyntaxNode) -> Set<String> {
    var names: Set<String> = []
    node.visit { part in
      if part.kind == "enum_element_decl" { names.insert(part.name) }
      return true
    }
    return names
  }

  private func payload(_ node: SyntaxNode, _ around: Surroundings) {
    for parameter in node.first("params")?.all("params") ?? [] {
      around.type?.parts.append(
        TypeFacts.Part(
          name: node.name, usr: node.usr, type: parameter.type, isConstant: true,
          hasFirstValue: false, isPayload: true, place: place(node)))
    }
  }

  private func function(_ node: SyntaxNode, _ around: Surroundings) {
    let facts = around.type
    if !node.isImplicit {
      facts?.members[node.fullName, default: []].append(node.usr)
      if node.fullName == "init(from:)" { facts?.decoding = node }
      if node.fullName == "encode(to:)" { facts?.encoding = node }
      for base in node.overridden { program.link(base, to: node.usr, at: place(node)) }
    }
    if node.kind == "constructor_decl", let facts {
      program.constructors.append(Constructor(node, of: facts.name))
    }
    body(of: node, title: title(of: node, around))
  }

  /// Reads the code of a function or accessor, and the default values of its parameters.
  private func body(of node: SyntaxNode, title: String) {
    var names: [String: String] = [:]
    for (index, parameter) in (node.first("params")?.all("params") ?? []).enumerated() {
      names[parameter.name] = Keys.parameter(node.usr, index)
      guard let usual = parameter.first("expression") else { continue }
      let key = Keys.usualValue(node.usr, index)
      CodeReader(self, program.unit(key, title: title), key).read(usual)
    }
    let unit = program.unit(node.usr, title: title)
    guard !node.isImplicit, let body = node.first("body") else { return }
    CodeReader(self, unit, node.usr, names).read(body)
  }

  private func title(of node: SyntaxNode, _ around: Surroundings) -> String {
    guard node.kind == "constructor_decl" else { return around.title + node.fullName }
    return (around.type?.shortName ?? "") + node.fullName.dropFirst("init".count)
  }

  private func loose(_ node: SyntaxNode, _ around: Surroundings) {
    let key = "file \(number)"
    let unit = program.unit(key, title: "the file")
    CodeReader(self, unit, key).read(node)
  }
}

extension DeclarationReader {
  /// Reads a variable or a subscript, with its accessors and its initial value.
  private func variable(
    _ node: SyntaxNode, _ first: SyntaxNode?, _ around: Surroundings
  ) {
    let isShared = around.type == nil || node.marks.contains(.isStatic)
    let name = node.kind == "subscript_decl" ? node.fullName : node.name
    let title = around.title + (name.isEmpty ? "subscript" : name)
    program.variables[node.usr] = Variable(
      name: name, title: title, type: node.type, isConstant: node.marks.contains(.constant),
      isStored: node.marks.contains(.stored), isShared: isShared, owner: around.type?.name)
    if !node.isImplicit {
      around.type?.members[name, default: []].append(node.usr)
      addPart(node, around, isShared: isShared, hasFirstValue: first != nil)
      for base in node.overridden { program.link(base, to: node.usr, at: place(node)) }
    }
    for accessor in node.all("accessors") where !accessor.isImplicit {
      program.link(node.usr, to: accessor.usr, at: place(accessor))
      body(of: accessor, title: title)
    }
    guard let first else { return }
    let key = Keys.firstValue(node.usr)
    CodeReader(self, program.unit(key, title: title), key).read(first)
    // The value is made at the first use; a member's value, when its object or struct is made.
    if isShared || node.marks.contains(.lazy) { program.link(node.usr, to: key, at: place(node)) }
    // If the value is a function, the variable stands for it.
    for target in CodeReader.functions(in: first, names: [:], number) {
      program.link(node.usr, to: target, at: place(first))
    }
  }

  private func addPart(
    _ node: SyntaxNode, _ around: Surroundings, isShared: Bool, hasFirstValue: Bool
  ) {
    // A wrapped property has its storage elsewhere, but its value is still a part of the type.
    let isWrapped = !node.marks.contains(.stored) && node.all("accessors").allSatisfy(\.isImplicit)
    guard !isShared, node.kind == "var_decl", node.marks.contains(.stored) || isWrapped,
      !node.marks.contains(.lazy), around.type?.kind != .proto
    else { return }
    around.type?.parts.append(
      TypeFacts.Part(
        name: node.name, usr: node.usr, type: node.type,
        isConstant: node.marks.contains(.constant), hasFirstValue: hasFirstValue,
        isPayload: false, place: place(node)))
  }

  /// The initial values of variables that are declared together, by their names.
  private static func firstValues(in nodes: [SyntaxNode]) -> [String: SyntaxNode] {
    var values: [String: SyntaxNode] = [:]
    for binding in nodes where binding.kind == "pattern_binding_decl" {
      for entry in binding.all("pattern_entries") {
        guard let value = entry.first("processed_init") ?? entry.first("original_init") else {
          continue
        }
        entry.first("pattern")?.visit { part in
          if part.kind == "pattern_named" { values[part.name] = value }
          return true
        }
      }
    }
    return values
  }
}
