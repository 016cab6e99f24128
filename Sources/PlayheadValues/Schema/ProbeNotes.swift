/// What a type asks its decoder for.
final class ProbeNotes {
  /// What it asks for at one place: a value of a type, or a container of its own.
  enum Part {
    case value(TypeSchema)
    case container(ProbeNotes)

    var schema: TypeSchema {
      switch self {
      case .value(let schema): schema
      case .container(let notes): notes.schema(named: "")
      }
    }
  }

  private enum Layout { case nothing, keyed, unkeyed, single }

  private var layout = Layout.nothing
  private var members: [(key: String, part: Part)] = []
  private var optionals: Set<String> = []
  private var elements: [Part] = []
  private var value: Part?
  /// Whether it wants to know which keys there are.
  var asksForKeys = false
  /// In how many containers of the same type the place lies.
  let depth: Int

  init(depth: Int = 0) { self.depth = depth }

  func beginKeyed() { layout = .keyed }

  func beginUnkeyed() { layout = .unkeyed }

  /// Of several requests for one key the first counts: it was answered.
  func add(_ part: Part, for key: String) {
    if !members.contains(where: { $0.key == key }) { members.append((key, part)) }
  }

  /// Notes that the value of `key` may be nil or absent.
  func addOptional(_ key: String) { optionals.insert(key) }

  func add(_ part: Part) {
    switch layout {
    case .unkeyed:
      elements.append(part)
    case .nothing, .keyed, .single:
      layout = .single
      value = value ?? part
    }
  }

  /// Why a type called `name` that threw an error cannot be looked into.
  func obstacle(of name: String) -> TypeSchema.Obstacle {
    asksForKeys ? .keysAreFree(type: name) : .refused(type: name)
  }

  /// What it all comes to, for a type called `name`.
  func schema(named name: String, obstacle: TypeSchema.Obstacle? = nil) -> TypeSchema {
    let freedom = asksForKeys ? TypeSchema.Obstacle.keysAreFree(type: name) : nil
    return TypeSchema(name, form, obstacle: obstacle ?? freedom)
  }

  private var form: TypeSchema.Form {
    switch layout {
    case .nothing: asksForKeys ? .any : .record([])
    case .keyed: asksForKeys && members.isEmpty ? .any : .record(members.map(field))
    case .unkeyed: .tuple(elements.map(\.schema))
    case .single: value?.schema.form ?? .any
    }
  }

  private func field(_ key: String, _ part: Part) -> TypeSchema.Field {
    var schema = part.schema
    if optionals.contains(key) { schema = schema.madeOptional }
    return TypeSchema.Field(key, schema)
  }
}
