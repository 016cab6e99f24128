/// What USRs mean, each found out once.
final class Names {
  private let demangler: Demangler
  private var symbols: [String: Symbol?] = [:]
  private var rules: [String: Rule?] = [:]

  init(_ demangler: Demangler) { self.demangler = demangler }

  /// What a USR names; nil for what has no name.
  func symbol(_ usr: String) -> Symbol? {
    if let symbol = symbols[usr] { return symbol }
    let symbol = Symbol(usr: usr, demangler)
    symbols[usr] = .some(symbol)
    return symbol
  }

  /// What a USR names, and the rule that it breaks; nil if it breaks none.
  func outside(_ usr: String) -> (Symbol, Rule)? {
    guard let symbol = symbol(usr) else { return nil }
    if let known = rules[usr] { return known.map { (symbol, $0) } }
    let rule = NondeterministicAPI.rule(of: symbol)
    rules[usr] = .some(rule)
    return rule.map { (symbol, $0) }
  }
}
