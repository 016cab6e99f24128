package import PlayheadCoding

extension TypeSchema {
  /// What one value of a log consisted of, as its shape has it. Elements of lists, sets and dictionaries
  /// have shapes of their own and are not told.
  package init(of shape: Shape) {
    self.init(of: shape.root, in: shape)
  }

  private init(of place: Shape.Place, in shape: Shape) {
    switch place {
    case .field(let field):
      self.init(of: shape.fields[field])
    case .container(let container):
      let fields = shape.containers[container].map { Field($0.key, Self(of: $0.place, in: shape)) }
      self.init("", .record(fields))
    }
  }

  private init(of kind: Kind) {
    let part = TypeSchema("…", .any)
    switch kind {
    case .list: self.init("[…]", .list(of: part))
    case .set: self.init("Set<…>", .set(of: part))
    case .map: self.init("[String: …]", .dictionary(key: TypeSchema(of: .string), value: part))
    case .pairs: self.init("[…: …]", .dictionary(key: part, value: part))
    case .record, .nested: self.init("…", .any)
    default: self.init(kind.swiftName, .scalar(kind))
    }
  }

  /// What values consist of of which some are as `self` says and others as `other` does: what only some
  /// have is optional, what differs in form is `any`.
  package func merged(with other: TypeSchema) -> TypeSchema {
    switch (form, other.form) {
    case _ where self == other: self
    case (.scalar(.null), _): other.madeOptional
    case (_, .scalar(.null)): madeOptional
    case (.optional(let part), .optional(let otherPart)): part.merged(with: otherPart).madeOptional
    case (.optional(let part), _): part.merged(with: other).madeOptional
    case (_, .optional(let part)): merged(with: part).madeOptional
    case (.record(let fields), .record(let others)):
      TypeSchema("", .record(Self.merge(fields, others)))
    default: TypeSchema("any", .any)
    }
  }

  private static func merge(_ fields: [Field], _ others: [Field]) -> [Field] {
    let types = Dictionary(others.map { ($0.name, $0.type) }) { first, _ in first }
    let known = Set(fields.map(\.name))
    let kept = fields.map { field in
      Field(field.name, types[field.name].map(field.type.merged) ?? field.type.madeOptional)
    }
    let added = others.filter { !known.contains($0.name) }
    return kept + added.map { Field($0.name, $0.type.madeOptional) }
  }
}

extension Kind {
  /// The Swift type whose values are mostly meant.
  fileprivate var swiftName: String {
    switch self {
    case .null: "nil"
    case .bool: "Bool"
    case .int: "Int"
    case .uint: "UInt"
    case .int128: "Int128"
    case .uint128: "UInt128"
    case .float: "Float"
    case .double: "Double"
    case .decimal: "Decimal"
    case .string: "String"
    case .bytes: "Data"
    case .date: "Date"
    case .uuid: "UUID"
    case .record, .list, .set, .map, .pairs, .nested: "…"
    }
  }
}
