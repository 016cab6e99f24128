/// Finds code that uses data outside states: variables of the process, and captured objects.
struct VariableCheck {
  private let program: Program
  private let demangler: Demangler

  init(_ program: Program, _ demangler: Demangler) {
    (self.program, self.demangler) = (program, demangler)
  }

  /// The hits in one unit.
  func hits(in unit: Unit) -> [Unit.Hit] {
    shared(in: unit) + captured(in: unit)
  }

  private func shared(in unit: Unit) -> [Unit.Hit] {
    unit.edges.compactMap { edge in
      guard let variable = program.variables[edge.target], variable.isShared, variable.isStored
      else { return nil }
      let kind = variable.owner == nil ? "global" : "static"
      if !variable.isConstant {
        return hit("'\(variable.title)', a \(kind) variable,", edge)
      }
      let type = demangler.name(of: variable.type)
      let name = DeclarationReader.withoutParameters(type)
      guard Objects(program).canChange(name, mangled: variable.type) else { return nil }
      return hit("what '\(variable.title)', a \(kind) object, holds", edge)
    }
  }

  private func captured(in unit: Unit) -> [Unit.Hit] {
    unit.captured.compactMap { use in
      var seen: Set<String> = []
      let classes = classes(of: use.type)
      guard let variable = variable(of: classes, usedBy: use.edge.target, &seen) else { return nil }
      return hit("'\(variable.title)', a variable of an object,", use.edge)
    }
  }

  /// The names of a mangled class and its superclasses.
  private func classes(of type: String) -> Set<String> {
    var names: Set<String> = []
    var type = type
    while !type.isEmpty {
      let readable = demangler.name(of: type).drop { $0 == "?" }
      let name = DeclarationReader.withoutParameters(readable.filter { $0 != "?" })
      guard names.insert(name).inserted else { break }
      type = program.types[name]?.superclass ?? ""
    }
    return names
  }

  /// A variable of an object that a member of its class is or uses. Follows no other objects in it.
  private func variable(
    of classes: Set<String>, usedBy usr: String, _ seen: inout Set<String>
  ) -> Variable? {
    guard seen.insert(usr).inserted else { return nil }
    if let variable = program.variables[usr], variable.isStored {
      let isMeant = !variable.isConstant && !variable.isShared && isOfObject(variable)
      return isMeant && variable.owner.map(classes.contains) == true ? variable : nil
    }
    for edge in program.units[usr]?.edges ?? [] {
      if let found = variable(of: classes, usedBy: edge.target, &seen) {
        return found
      }
    }
    return nil
  }

  private func isOfObject(_ variable: Variable) -> Bool {
    variable.owner.flatMap { program.types[$0]?.kind } == .object
  }

  private func hit(_ what: String, _ edge: Unit.Edge) -> Unit.Hit {
    Unit.Hit(rule: .outsideState, what: what, place: edge.place)
  }
}
