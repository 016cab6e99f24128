extension TypeSchema {
  /// What `type` consists of, found out by decoding it from placeholders (0, "", no elements, the first
  /// case, nil) and noting what it asks for.
  ///
  /// It never fails: where a type refuses its placeholders, the schema has what was asked for up to
  /// there, and an ``obstacle``. It does run the type's own `init(from:)`, and one that traps on an
  /// unexpected value stops the program.
  package init(of type: any Decodable.Type) {
    let probe = SchemaProbe()
    self = probe.schema(of: type)
  }
}

/// One look into a type: what is being looked at, and how much was asked for.
///
/// It is used by one thread, within one call.
final class SchemaProbe {
  /// Deeper than values nest by hand; types that nest without end are all that reach it.
  private static let depthLimit = 64
  /// More parts than anyone reads; only an `init(from:)` that loops asks for so many.
  private static let requestLimit = 10_000
  /// More cases than anyone lists.
  private static let caseLimit = 256

  /// The types that contain what is being looked at, outermost first.
  private var path: [ObjectIdentifier] = []
  private var requests = 0
  /// The type that is asking, which an obstacle names.
  private var asking = ""

  /// What a look at a type gives; no placeholder if the type refuses all.
  typealias Finding<T> = (placeholder: T?, schema: TypeSchema)

  func schema<T: Decodable>(of type: T.Type) -> TypeSchema { look(at: type).schema }

  func look<T: Decodable>(at type: T.Type) -> Finding<T> {
    let name = "\(type)"
    requests += 1
    guard requests <= Self.requestLimit, path.count < Self.depthLimit else {
      return (nil, TypeSchema(name, .any, obstacle: .tooLarge(type: name)))
    }
    if let scalar = Placeholders.scalar(type) {
      return (scalar.value, TypeSchema(name, .scalar(scalar.kind)))
    }
    if let known = Placeholders.unasked(type) { return (known, TypeSchema(name, .any)) }
    if let type = type as? any ProbedByParts.Type {
      let found = type.look(with: self)
      return (found.placeholder as? T, found.schema)
    }
    if let type = type as? any CaseIterable.Type, let found = cases(of: type, named: name) {
      return (found.placeholder as? T, found.schema)
    }
    return decode(type, named: name)
  }

  /// Counts a request for something that has no type; throws if there were too many, or if it lies
  /// `depth` containers deep and that is too deep.
  func request(at depth: Int) throws {
    requests += 1
    guard requests <= Self.requestLimit, depth < Self.depthLimit else {
      throw TypeSchema.Obstacle.tooLarge(type: asking)
    }
  }

  private func cases<C: CaseIterable>(of type: C.Type, named name: String) -> Finding<C>? {
    guard let first = type.allCases.first else { return nil }
    let names = type.allCases.prefix(Self.caseLimit).map { element in
      (element as? any RawRepresentable).map { "\($0.rawValue)" } ?? "\(element)"
    }
    return (first, TypeSchema(name, .cases(names)))
  }

  private func decode<T: Decodable>(_ type: T.Type, named name: String) -> Finding<T> {
    guard !path.contains(ObjectIdentifier(type)) else {
      return (nil, TypeSchema(name, .recursive, obstacle: .recursive(type: name)))
    }
    path.append(ObjectIdentifier(type))
    let outer = asking
    asking = name
    defer {
      asking = outer
      path.removeLast()
    }
    let notes = ProbeNotes()
    do {
      let value = try T(from: ProbeDecoder(probe: self, notes: notes))
      return (value, notes.schema(named: name))
    } catch let obstacle as TypeSchema.Obstacle {
      return (Placeholders.known(type), notes.schema(named: name, obstacle: obstacle))
    } catch {
      if let known = Placeholders.known(type) { return (known, notes.schema(named: name)) }
      return (nil, notes.schema(named: name, obstacle: notes.obstacle(of: name)))
    }
  }
}
