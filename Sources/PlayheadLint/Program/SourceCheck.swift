/// Makes findings from the sources: breaks of rules in code that handlers reach, unless suppressed.
struct SourceCheck {
  private let program: Program
  private let sources: [SourceFile]
  private let demangler: Demangler
  /// Whether unused suppressions are reported.
  private let tellsUnused: Bool

  init(
    _ program: Program, _ sources: [SourceFile], _ demangler: Demangler, tellsUnused: Bool
  ) {
    (self.program, self.sources, self.demangler) = (program, sources, demangler)
    self.tellsUnused = tellsUnused
    for constructor in program.constructors { constructor.link(in: program) }
    linkRequirements()
    addPlayers()
  }

  /// The findings, in the order of the files and lines.
  func findings() -> [Finding] {
    let graph = CallGraph(program)
    var raw: [(hit: Unit.Hit, key: String?)] = StateCheck(program, demangler).hits.map { ($0, nil) }
    let variables = VariableCheck(program, demangler)
    for key in graph.keys {
      guard let unit = program.units[key] else { continue }
      let own = unit.hits.filter { hit in !isSettled(hit, in: unit) }
      raw += (own + variables.hits(in: unit)).map { ($0, key) }
    }
    return silenced(unique(raw), graph)
  }

  /// Whether the code sets the property that a formatter or calendar would take from the device.
  private func isSettled(_ hit: Unit.Hit, in unit: Unit) -> Bool {
    NondeterministicAPI.settings.contains { type, setting in
      hit.what.hasPrefix(type.prefix { $0 != "." }) && unit.assigned.contains(setting)
    }
  }

  /// One hit for each rule and line: the first.
  private func unique(
    _ raw: [(hit: Unit.Hit, key: String?)]
  ) -> [(hit: Unit.Hit, key: String?)] {
    var seen: Set<String> = []
    return raw.enumerated().sorted { a, b in
      let (one, other) = (a.element.hit.place, b.element.hit.place)
      return (one.file, one.offset, a.offset) < (other.file, other.offset, b.offset)
    }.map(\.element).filter { hit, _ in
      let line = sources[hit.place.file].line(at: hit.place.offset)
      return seen.insert("\(hit.rule) \(hit.place.file) \(line)").inserted
    }
  }

  private func silenced(
    _ found: [(hit: Unit.Hit, key: String?)], _ graph: CallGraph
  ) -> [Finding] {
    let suppressions = sources.enumerated().flatMap { Suppression.all(in: $1, number: $0) }
    var used: Set<Int> = []
    var findings: [Finding] = []
    for (hit, key) in found {
      let line = sources[hit.place.file].line(at: hit.place.offset)
      let suppression = suppressions.firstIndex {
        $0.file == hit.place.file && $0.line == line && $0.rules.contains(hit.rule)
          && $0.complaint == nil
      }
      if let suppression {
        used.insert(suppression)
      } else {
        findings.append(finding(hit, key, graph))
      }
    }
    for (index, suppression) in suppressions.enumerated() where !used.contains(index) {
      findings += complaint(of: suppression).map { [$0] } ?? []
    }
    return findings.sorted {
      ($0.location.path, $0.location.line, $0.location.column)
        < ($1.location.path, $1.location.line, $1.location.column)
    }
  }

  private func finding(_ hit: Unit.Hit, _ key: String?, _ graph: CallGraph) -> Finding {
    let inside = key.map { "in \(Self.quoted(graph.title(of: $0))), " } ?? ""
    let what = hit.what.contains("'") || hit.what.contains(" ") ? hit.what : "'\(hit.what)'"
    let calls = key.map(graph.way) ?? []
    return Finding(
      location: sources[hit.place.file].location(at: hit.place.offset), rule: hit.rule,
      message: "\(inside)\(what) \(hit.advice?.reason ?? hit.rule.reason); "
        + (hit.advice?.wayOut ?? hit.rule.wayOut),
      calls: calls.map { note in
        Finding.Call(
          location: sources[note.place.file].location(at: note.place.offset),
          sentence: "\(Self.quoted(note.called)) is called by \(Self.quoted(note.caller))")
      })
  }

  /// A finding about a faulty or needless suppression.
  private func complaint(of suppression: Suppression) -> Finding? {
    let source = sources[suppression.file]
    let isUnused = tellsUnused && source.isCompiled(line: suppression.line)
    let unused = isUnused ? "there is nothing to silence here; remove the comment" : nil
    return (suppression.complaint ?? unused).map { message in
      Finding(
        location: source.location(at: suppression.offset), rule: .silence, message: message,
        calls: [])
    }
  }

  private static func quoted(_ title: String) -> String {
    // Handlers have a phrase as their name, functions an identifier.
    title.contains(" ") ? title : "'\(title)'"
  }

  /// Links protocol requirements to the members that fulfill them.
  private func linkRequirements() {
    let protocols = program.types.values.filter { $0.kind == .proto }
    for demand in protocols.sorted(by: { $0.name < $1.name }) {
      let types = program.types.values.filter { $0.protocols.contains(demand.usr) } + [demand]
      for type in types.sorted(by: { $0.name < $1.name }) {
        for (name, members) in type.members.sorted(by: { $0.key < $1.key }) {
          for requirement in demand.members[name] ?? [] {
            for member in members where member != requirement {
              program.link(requirement, to: member, at: Place(file: 0, offset: 0))
            }
          }
        }
      }
    }
  }

  /// Adds the players of apps that do not use PlayheadFlux.
  private func addPlayers() {
    let replayable = "PlayheadReplay.Replayable"
    for type in program.types.values.sorted(by: { $0.name < $1.name })
    where type.protocols.contains(where: { demangler.name(of: $0) == replayable }) {
      for usr in type.members["apply(_:)"] ?? [] {
        let title = "the player '\(type.shortName)'"
        program.roots.append(
          Program.Root(key: usr, title: title, place: Place(file: 0, offset: 0)))
      }
    }
  }
}
