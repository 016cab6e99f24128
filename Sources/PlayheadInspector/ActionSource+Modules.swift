package import PlayheadReading
import PlayheadLog

extension ActionSource {
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
