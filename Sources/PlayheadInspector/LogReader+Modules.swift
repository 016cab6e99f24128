import PlayheadFiles
package import PlayheadLog
import PlayheadReplay

extension LogReader {
  /// The module in front of the names of all types, as in `Shop.AddItem`, with its dot; empty if there is none, or if
  /// there are several.
  package var sharedModule: String {
    let name = types.first?.name ?? ""
    guard let dot = name.firstIndex(of: ".") else { return "" }
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

  /// The types that `condition` has in quotation marks without their modules or cases, for which it never holds.
  func shortTypes(in condition: Condition) -> [InspectorError] {
    var known: Set<String> = []
    return types.flatMap { type in
      let parts = type.name.split(separator: ".")
      return parts.indices.flatMap { start in
        parts.indices[start...].map { parts[start...$0].joined(separator: ".") }
      }
      .filter { name in
        guard name != type.name else { return false }
        // As a whole, or with a pattern of 'like' behind it, which may hold for the beginning of a name.
        let ends = type.name.hasPrefix(name) ? ["'"] : ["'", "%", ".%"]
        return ends.contains { condition.text.contains("'\(name)\($0)") }
          && known.insert(name).inserted
      }
      .map { InspectorError.shortType($0, name: type.name) }
    }
  }
}

extension String {
  /// The text without this at its beginning.
  package func dropping(prefix: String) -> String {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
  }
}
