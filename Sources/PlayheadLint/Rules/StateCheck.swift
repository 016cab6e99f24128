/// Finds parts of state types that do not survive a replay: objects, and parts that are not encoded.
struct StateCheck {
  private let program: Program
  private let demangler: Demangler
  private var seen: Set<String> = []
  private(set) var hits: [Unit.Hit] = []

  init(_ program: Program, _ demangler: Demangler) {
    (self.program, self.demangler) = (program, demangler)
    for state in program.states { names(in: state).forEach { check($0) } }
  }

  /// The type names in the readable name of a type: `Feed.Post` in `[Feed.Post]?`.
  private func names(in type: String) -> [String] {
    type.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }.map(String.init)
      .filter { $0.contains(".") }
  }

  private mutating func check(_ name: String) {
    guard seen.insert(name).inserted, let facts = program.types[name],
      facts.kind == .structure || facts.kind == .enumeration
    else { return }
    for part in facts.parts {
      let type = demangler.name(of: part.type)
      if isCoded(facts), let hit = loss(of: part, in: facts) { hits.append(hit) }
      // The state does not keep the parameters and results of a function.
      if type.contains("->") { continue }
      for name in names(in: type) {
        if Objects(program).canChange(name, mangled: part.type) {
          hits.append(object(name, part, in: facts))
        } else {
          check(name)
        }
      }
    }
  }

  private func object(_ name: String, _ part: TypeFacts.Part, in facts: TypeFacts) -> Unit.Hit {
    let type = name.split(separator: ".").dropFirst().joined(separator: ".")
    let what = "'\(facts.shortName).\(part.name)' in a state: the class '\(type)'"
    return Unit.Hit(rule: .sharedReference, what: what, place: part.place)
  }

  private func isCoded(_ facts: TypeFacts) -> Bool {
    // 'Decodable' and 'Encodable'.
    facts.protocols.contains("s:Se") && facts.protocols.contains("s:SE")
  }

  private func loss(of part: TypeFacts.Part, in facts: TypeFacts) -> Unit.Hit? {
    guard !part.isPayload, !(part.isConstant && part.hasFirstValue) else { return nil }
    let what = "'\(facts.shortName).\(part.name)' in a state"
    if let decoding = facts.decoding, !mentions(part, of: facts, in: decoding, isAssigned: true) {
      return Unit.Hit(
        rule: .roundTrip, what: what + ", which 'init(from:)' leaves out,", place: part.place)
    }
    if let encoding = facts.encoding, !mentions(part, of: facts, in: encoding, isAssigned: false) {
      return Unit.Hit(
        rule: .roundTrip, what: what + ", which 'encode(to:)' leaves out,", place: part.place)
    }
    if let keys = facts.codingKeys, !keys.contains(part.name), facts.decoding == nil {
      return Unit.Hit(
        rule: .roundTrip, what: what + ", which has no coding key,", place: part.place)
    }
    return nil
  }

  private func mentions(
    _ part: TypeFacts.Part, of facts: TypeFacts, in function: SyntaxNode, isAssigned: Bool
  ) -> Bool {
    // An initializer that calls another, and code that passes the whole value on, count as mentions.
    function.contains { node in
      if node.kind == "rebind_self_in_constructor_expr" { return true }
      if node.kind == "assign_expr", isAssigned {
        let target = node.first("dest")
        return target?.contains { $0.reference == part.usr || Self.isWhole($0) } ?? false
      }
      if isAssigned { return false }
      return node.reference == part.usr || Self.calls(node) || isComputed(node, facts)
    }
  }

  private static func isWhole(_ node: SyntaxNode) -> Bool {
    node.kind == "declref_expr" && node.referenceName == "self"
      && node.parent?.kind != "member_ref_expr"
  }

  /// Whether it is another member of the type, which may stand for all stored parts.
  private func isComputed(_ node: SyntaxNode, _ facts: TypeFacts) -> Bool {
    let isMember = facts.members.values.contains { $0.contains(node.reference) }
    guard !node.reference.isEmpty, isMember else { return false }
    return program.variables[node.reference]?.isStored != true
  }

  /// Whether the whole value is passed to a function.
  private static func calls(_ node: SyntaxNode) -> Bool {
    node.kind == "declref_expr" && node.referenceName == "self"
      && node.parent?.kind == "argument"
  }
}

/// Facts about classes.
struct Objects {
  private let program: Program

  init(_ program: Program) { self.program = program }

  /// Classes of other modules whose instances do not change, or that Playhead handles.
  private static let constant: Set<String> = [
    "KeyPath", "WritableKeyPath", "ReferenceWritableKeyPath", "PartialKeyPath", "AnyKeyPath",
    "JSONEncoder", "JSONDecoder", "PropertyListEncoder", "PropertyListDecoder",
    "NSRegularExpression",
    "ISO8601DateFormatter", "DateFormatter", "NumberFormatter", "NSNumber", "NSString", "NSURL",
    "NSDate", "NSUUID", "Bundle", "Regex",
  ]

  /// Value types with contents that change even in a constant.
  private static let cells: Set<String> = [
    "Mutex", "Atomic", "OSAllocatedUnfairLock", "ManagedAtomic",
  ]

  /// Whether a type is a class with variables, or one of `cells`.
  func canChange(_ name: String, mangled: String) -> Bool {
    let short = String(name.split(separator: ".").last ?? "")
    if Self.cells.contains(short) { return true }
    if let facts = program.types[name], let kind = facts.kind {
      return kind == .object && hasVariables(facts)
    }
    let module = name.prefix { $0 != "." }
    if module.hasPrefix("Playhead") || Self.constant.contains(short) { return false }
    return Self.isClass(short, in: mangled)
  }

  /// Whether an instance has variables, its own or inherited.
  private func hasVariables(_ facts: TypeFacts) -> Bool {
    if facts.parts.contains(where: { !$0.isConstant }) { return true }
    if facts.parts.contains(where: { Self.isClass($0.type) }) { return true }
    return !facts.superclass.isEmpty
  }

  /// Whether the mangled type has a class with this name.
  private static func isClass(_ name: String, in mangled: String) -> Bool {
    mangled.contains("\(name.utf8.count)\(name)C")
  }

  /// Whether a mangled type is a class, or an optional class.
  static func isClass(_ mangled: String) -> Bool {
    mangled.hasSuffix("CD") || mangled.hasSuffix("CSgD")
  }
}
