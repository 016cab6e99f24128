/// How a row keeps out what a redaction names: by what holds for a place, and for a value's type.
extension RowBuilder {
  // MARK: What holds

  /// What holds for the member under `key` of container `parent`, or for the row itself (−1).
  private func treatment(parent: Int32, key: String) -> Treatment? {
    guard parent >= 0 else { return scope.whole }
    return scope(ofContainer: parent).treatment(of: key)
  }

  /// What holds for the members of a container; nothing if it is not this row's.
  private func scope(ofContainer container: Int32) -> Scope {
    Int(container) < containerScopes.count ? containerScopes[Int(container)] : Scope()
  }

  /// The rules for a sequence or container that a type writes into its own member.
  func memberScope(parent: Int32, key: String, _ outer: Treatment? = nil) -> Scope {
    guard isGuarded else { return Scope() }
    let fields = parent >= 0 ? scope(ofContainer: parent).fields : scope.fields
    return Scope(whole: outer ?? treatment(parent: parent, key: key), fields: fields)
  }

  /// What holds for the members that the value in `frame` writes.
  func containerScope(in frame: Int) -> Scope {
    guard isGuarded, let redactor else { return Scope() }
    let (treatment, type) = (frames.elements[frame].treatment, frames.elements[frame].type)
    // What is written bit by bit has the type that opened it.
    if type == RowEncoder.self {
      return Scope(whole: treatment ?? scope.whole, fields: scope.fields)
    }
    let own = redactor.scope(of: type)
    return Scope(whole: treatment, fields: own.fields, keys: treatment ?? own.keys)
  }

  // MARK: Fields

  /// The name of a member. Within a secret, names that are not an enumeration's cases may be secret, like keys of a
  /// dictionary.
  @inline(never)
  func guardedName(of key: some CodingKey, in container: Int32) -> String {
    guard let redactor, container >= 0,
      let whole = scope(ofContainer: container).whole, whole != .keep,
      Mirror(reflecting: key).displayStyle != .enum
    else { return key.stringValue }
    return redactor.tokens.text(for: key.stringValue)
  }

  /// Writes a field as it is to be treated: as `outer` says, as its place or as its type.
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

  /// Whether a member of this kind that could be `nil` is to be `nil`.
  @inline(never)
  func drops(_ kind: Kind, parent: Int32, key: String) -> Bool {
    (treatment(parent: parent, key: key) ?? redactor?.treatment(of: kind)) == .drop
  }

  /// Whether a value of this type that could be `nil` is to be `nil`.
  @inline(__always)
  func drops(_ type: any Any.Type, parent: Int32, key: String) -> Bool {
    guard let redactor, isGuarded || !redactor.isFree(type) else { return false }
    let own = isGuarded ? treatment(parent: parent, key: key) : nil
    return (own ?? redactor.scope(of: type).whole) == .drop
  }

  // MARK: Values

  /// Encodes the value of `frame` as it is to be treated.
  @inline(never)
  func encodeGuarded<T: Encodable>(
    _ value: T, in frame: Int, _ outer: Treatment?, _ redactor: Redactor
  ) throws {
    let (parent, key) = (frames.elements[frame].parent, frames.elements[frame].key)
    let own = redactor.scope(of: T.self)
    if !own.isFree { guardPlaces() }
    let place = isGuarded ? treatment(parent: parent, key: key) : nil
    let treatment = outer ?? place ?? own.whole
    if treatment == nil, redactor.guardsKinds, SecretShape.isPlainCase(value, of: T.self) {
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
    frames.elements[frame].treatment = SecretShape.treatment(of: value, as: treatment)
    if treatment == .drop, T.self is any OptionalType.Type {
      var container = encoder.singleValueContainer()
      return try container.encodeNil()
    }
    if let type = T.self as? any Emptiable.Type,
      treatment == .drop || type.keyType != nil && keys?.makesAlike == true
    {
      return try type.init().encode(to: encoder)
    }
    try value.encode(to: encoder)
  }
}
