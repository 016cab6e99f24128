/// Applies a redaction to a row, by the rules for places and types.
extension RowBuilder {
  // MARK: Rules

  /// The treatment of the member under `key` of container `parent`, or of the row itself (−1).
  private func treatment(parent: Int32, key: String) -> Treatment? {
    guard parent >= 0 else { return scope.whole }
    return scope(ofContainer: parent).treatment(of: key)
  }

  /// The rules for the members of a container; none if the container belongs to another row.
  func scope(ofContainer container: Int32) -> Scope {
    containerScopes.indices.contains(Int(container)) ? containerScopes[Int(container)] : Scope()
  }

  /// The rules for a sequence or container that a type writes into its own member.
  func memberScope(parent: Int32, key: String, _ outer: Treatment? = nil) -> Scope {
    guard isGuarded else { return Scope() }
    let fields = parent >= 0 ? scope(ofContainer: parent).fields : scope.fields
    return Scope(whole: outer ?? treatment(parent: parent, key: key), fields: fields)
  }

  /// The rules for the members of the value in `frame`.
  func containerScope(in frame: Int) -> Scope {
    guard isGuarded, let redactor else { return Scope() }
    let (treatment, type) = (frames.elements[frame].treatment, frames.elements[frame].type)
    // Parts that are written one by one get the rules of the type that opened them.
    if type == RowEncoder.self {
      return Scope(whole: treatment ?? scope.whole, fields: scope.fields)
    }
    let own = redactor.scope(of: type)
    return Scope(whole: treatment, fields: own.fields, keys: treatment ?? own.keys)
  }

  // MARK: Fields

  /// The name of a member. Within a secret, a name that is not an enumeration's case may be secret, like a
  /// dictionary's key.
  @inline(never)
  func guardedName(of key: some CodingKey, in container: Int32) -> String {
    guard let redactor, container >= 0,
      let whole = scope(ofContainer: container).whole, whole != .keep,
      Mirror(reflecting: key).displayStyle != .enum
    else { return key.stringValue }
    return redactor.tokens.text(for: key.stringValue)
  }

  /// Writes a field with the treatment of `outer`, of its place or of its type, in this order.
  @inline(never)
  func writeGuarded(
    _ kind: Kind, _ bits: Int, _ parent: Int32, _ key: String, _ outer: Treatment?,
    _ body: (ByteBuffer) -> Void
  ) throws {
    let output = try field(kind, parent: parent, key: key)
    guard let redactor else { return body(output) }
    let treatment = outer ?? treatment(parent: parent, key: key) ?? redactor.treatment(of: kind)
    try redactor.write(kind, bits, treatment, to: output, body)
  }

  /// Whether to write `nil` for an optional member of this kind.
  @inline(never)
  func drops(_ kind: Kind, parent: Int32, key: String) -> Bool {
    (treatment(parent: parent, key: key) ?? redactor?.treatment(of: kind)) == .drop
  }

  /// Whether to write `nil` for an optional value of this type.
  @inline(__always)
  func drops(_ type: any Any.Type, parent: Int32, key: String) -> Bool {
    guard let redactor, isGuarded || !redactor.isFree(type) else { return false }
    let own = isGuarded ? treatment(parent: parent, key: key) : nil
    return (own ?? redactor.scope(of: type).whole) == .drop
  }

  // MARK: Values

  /// Encodes the value of `frame` with its treatment.
  @inline(never)
  func encodeGuarded<T: Encodable>(
    _ value: T, in frame: Int, _ outer: Treatment?, _ redactor: Redactor
  ) throws {
    let (parent, key) = (frames.elements[frame].parent, frames.elements[frame].key)
    let type = frames.elements[frame].type
    let own = redactor.scope(of: type)
    if !own.isFree { guardPlaces() }
    let place = isGuarded ? treatment(parent: parent, key: key) : nil
    let treatment = outer ?? place ?? own.whole
    if treatment == nil, redactor.guardsKinds, SecretShape.isPlainCase(value, of: type) {
      frames.elements[frame].treatment = .keep
    }
    guard treatment != nil || own.keys != nil else {
      return try value.encode(to: RowEncoder(row: self, frame: frame))
    }
    try encode(value, in: frame, as: treatment, keys: treatment ?? own.keys)
  }

  private func encode<T: Encodable>(
    _ value: T, in frame: Int, as treatment: Treatment?, keys: Treatment?
  ) throws {
    let encoder = RowEncoder(row: self, frame: frame)
    let type = frames.elements[frame].type
    frames.elements[frame].treatment = SecretShape.treatment(of: value, type, as: treatment)
    if treatment == .drop, type is any OptionalType.Type {
      var container = encoder.singleValueContainer()
      return try container.encodeNil()
    }
    if let type = type as? any Emptiable.Type,
      treatment == .drop || type.keyType != nil && keys?.makesAlike == true
    {
      if let snapshot = value as? ValueSnapshot { return try snapshot.encodeEmpty(to: encoder) }
      if let empty = type.init() as? any Encodable { return try empty.encode(to: encoder) }
    }
    try value.encode(to: encoder)
  }
}
