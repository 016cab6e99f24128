/// An initializer, and the properties that it leaves at their initial values.
struct Constructor {
  /// The type's readable name.
  let type: String
  let usr: String
  /// The parameters of a compiler-made initializer.
  private let memberwise: [(name: String, isUsual: Bool)]
  private let assigned: Set<String>
  private let delegates: Bool

  init(_ node: SyntaxNode, of type: String) {
    (self.type, usr) = (type, node.usr)
    let parameters = node.first("params")?.all("params") ?? []
    memberwise =
      node.isImplicit ? parameters.map { ($0.name, $0.text == "stored property") } : []
    var names: Set<String> = []
    var delegates = false
    node.first("body")?.visit { part in
      if part.kind == "assign_expr", let place = part.first("dest") {
        place.visit { target in
          if target.kind == "member_ref_expr" { names.insert(target.referenceName) }
          return true
        }
      }
      if part.kind == "rebind_self_in_constructor_expr" {
        delegates = delegates || !part.contains { $0.kind == "super_ref_expr" }
      }
      return true
    }
    (assigned, self.delegates) = (names, delegates)
  }

  /// Links the initializer to the initial values of properties.
  func link(in program: Program) {
    guard !delegates, let facts = program.types[type] else { return }
    for part in facts.parts where !part.isPayload {
      let key = Keys.firstValue(part.usr)
      if let index = memberwise.firstIndex(where: { $0.name == part.name }) {
        let parameter = Keys.parameter(usr, index)
        program.link(Keys.usualValue(usr, index), to: key, at: part.place)
        // The property stands for the value of the parameter.
        program.link(part.usr, to: parameter, at: part.place)
      } else if !assigned.contains(part.name), part.hasFirstValue {
        program.link(usr, to: key, at: part.place)
      }
    }
  }
}
