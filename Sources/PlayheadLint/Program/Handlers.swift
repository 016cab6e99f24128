/// The calls that show where an app's handlers are.
enum Handlers {
  /// Whether the closures of a call are handlers, which replays run.
  static func take(_ symbol: Symbol) -> Bool {
    switch (symbol.module, symbol.owner) {
    case ("PlayheadFlux", "Store"): symbol.name == "on" || symbol.name == "onAny"
    case ("PlayheadFlux", "Reducer"): symbol.name == "on" || symbol.name == "init"
    case ("PlayheadReplay", "AppEntry"): symbol.name == "reducer"
    case ("PlayheadReplay", "Upgrade"): true
    default: false
    }
  }

  /// Whether the type of a call is the type of a state.
  static func hasState(_ symbol: Symbol) -> Bool {
    symbol.module == "PlayheadFlux" && symbol.owner == "Store" && symbol.name == "init"
  }

  /// Whether the closures of a call run after the caller has finished.
  static func defers(_ symbol: Symbol) -> Bool {
    switch (symbol.module, symbol.owner, symbol.name) {
    case (_, "Task", "init"), (_, "Task", "detached"): true
    case (_, "DispatchQueue", "async"), (_, "DispatchQueue", "asyncAfter"): true
    case (_, "OperationQueue", "addOperation"), (_, "Thread", "detachNewThread"): true
    case (_, "Timer", "scheduledTimer"), ("PlayheadFlux", "Effects", _): true
    default: false
    }
  }

  /// `the handler of 'Put'`.
  static func title(of call: SyntaxNode, _ symbol: Symbol, _ reader: DeclarationReader) -> String {
    if symbol.owner == "Upgrade" { return "an upgrade" }
    if symbol.owner == "AppEntry" { return "the reducer" }
    var types: [String] = []
    for argument in call.arguments
    where argument.kind != "closure_expr" && argument.kind != "autoclosure_expr" {
      argument.visit { part in
        guard part.kind == "dot_self_expr" else { return part.kind != "closure_expr" }
        let name = part.first("sub_expr").map { reader.demangler.name(of: $0.type) } ?? ""
        types.append("'\(name.split(separator: ".").dropLast().last ?? "?")'")
        return false
      }
    }
    guard let last = types.popLast() else { return "a handler" }
    let names = types.isEmpty ? last : types.joined(separator: ", ") + " and " + last
    return "the handler of \(names)"
  }
}
