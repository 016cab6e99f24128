import PlayheadLog
package import PlayheadReading
package import PlayheadReplay
import PlayheadValues

extension ActionSource {
  /// The module in front of the names of all types, as in `Shop.AddItem`, with its dot; empty if there is none, if
  /// there are several, or if the name of a store is in front.
  package var sharedModule: String {
    let name = types.first?.name ?? ""
    guard let dot = name.firstIndex(of: "."), !name.contains("/") else { return "" }
    let module = String(name[...dot])
    return types.allSatisfy { $0.name.hasPrefix(module) && $0.name.count > module.count }
      ? module : ""
  }

  /// Names of types to complete what was typed: without the module that all types share, unless that was typed.
  package func typeNames(_ names: [String], completing typed: String) -> [String] {
    let module = sharedModule
    let short = names.map { $0.dropping(prefix: module) }
    return short.contains { $0.hasPrefix(typed) } ? short : names
  }
}

extension String {
  /// This name of a type up to and including the part that was `typed`: an enum without its case means all cases,
  /// even those that are not in the log.
  package func through(_ typed: String) -> String {
    let name = ".\(self)."
    guard let range = name.firstRange(of: ".\(typed).") else { return self }
    return String(name[..<range.upperBound].dropFirst().dropLast())
  }

  /// The text without this at its beginning.
  package func dropping(prefix: String) -> String {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
  }
}

extension ActionSource {
  /// What `condition` names and is not there, perhaps because it is misspelled: types without their modules, and
  /// paths that the replay's state lacks.
  package func unresolvedNames(in condition: Condition, _ replay: Replay?) -> [InspectorError] {
    shortTypes(in: condition) + (replay?.unresolvedNames(in: condition) ?? [])
  }

  /// The types that `condition` has in quotation marks without their modules or cases, for which it never holds.
  private func shortTypes(in condition: Condition) -> [InspectorError] {
    guard condition.columns.contains(.type) else { return [] }
    var known = Set(types.map(\.name))
    var found: [InspectorError] = []
    for type in types {
      for name in type.name.parts {
        // As a whole, or with a pattern of 'like' after it, which may hold for the beginning of a name.
        let ends = type.name.hasPrefix(name) ? ["'"] : ["'", "%", ".%"]
        guard ends.contains(where: { condition.text.contains("'\(name)\($0)") }),
          known.insert(name).inserted
        else { continue }
        let whole = type.name.through(name)
        let isEnum = types.filter { $0.name.hasPrefix("\(whole).") }.count > 1
        found.append(.shortType(name, meant: isEnum ? "\(whole).%" : type.name))
      }
    }
    return found
  }
}

extension Replay {
  /// The paths of `condition` that the current state and all searched states lack, with the nearest parts.
  fileprivate func unresolvedNames(in condition: Condition) -> [InspectorError] {
    guard position > log.initialStep, let state = try? state() else { return [] }
    return condition.paths.filter { !foundPaths.contains($0) && state.value(at: $0) == nil }
      .map { state.missing($0, position) }
  }
}

extension String {
  /// The parts of a name with dots that follow one another: `a.b.c` has `a`, `a.b`, `a.b.c`, `b`, `b.c` and `c`.
  fileprivate var parts: [String] {
    let words = split(separator: ".")
    return words.indices.flatMap { start in
      words.indices[start...].map { words[start...$0].joined(separator: ".") }
    }
  }
}
