/// Applies a redaction to a row, by the rules for places and types.
extension RowBuilder {
  // MARK: Rules

  /// The mode of the member under `key` of container `parent`, or of the row itself (−1).
  private func mode(parent: Int32, key: String) -> RedactionMode? {
    guard parent >= 0 else { return scope.whole }
    return scope(ofContainer: parent).mode(of: key)
  }

  /// The rules for the members of a container; none if the container belongs to another row.
  func scope(ofContainer container: Int32) -> Scope {
    containerScopes.indices.contains(Int(container)) ? containerScopes[Int(container)] : Scope()
  }

  /// The rules for a sequence or container that a type writes into its own member.
  func memberScope(parent: Int32, key: String, _ outer: RedactionMode? = nil) -> Scope {
    guard isGuarded else { return Scope() }
    let fields = parent >= 0 ? scope(ofContainer: parent).fields : scope.fields
    return Scope(whole: outer ?? mode(parent: parent, key: key), fields: fields)
  }

  /// The rules for the members of the value in `frame`.
  func containerScope(in frame: Int) -> Scope {
    guard isGuarded, let redactor else { return Scope() }
    let (mode, type) = (frames.elements[frame].mode, frames.elements[frame].type)
    // Parts that are written one by one get the rules of the type that opened them.
    if type == RowEncoder.self {
      return Scope(whole: mode ?? scope.whole, fields: scope.fields)
    }
    let own = redactor.scope(of: type)
    return Scope(whole: mode, fields: own.fields, keys: mode ?? own.keys)
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
    return redactor.name(key.stringValue)
  }

  /// The mode of a field: of `outer`, of its place or of its kind, in this order; `nil` if it stays.
  @inline(never)
  func mode(
    ofField kind: Kind, _ parent: Int32, _ key: String, _ outer: RedactionMode?
  ) -> RedactionMode? {
    let mode = outer ?? mode(parent: parent, key: key) ?? redactor?.mode(of: kind)
    return mode == .keep ? nil : mode
  }

  /// Whether to write `nil` for an optional member of this kind.
  @inline(never)
  func isDropped(_ kind: Kind, parent: Int32, key: String) -> Bool {
    isDropped(mode(parent: parent, key: key) ?? redactor?.mode(of: kind))
  }

  /// Whether to write `nil` for an optional value of this type.
  @inline(__always)
  func isDropped(_ type: any Any.Type, parent: Int32, key: String) -> Bool {
    guard let redactor, isGuarded || !redactor.hasNoRules(type) else { return false }
    let own = isGuarded ? mode(parent: parent, key: key) : nil
    return isDropped(own ?? redactor.scope(of: type).whole)
  }

  private func isDropped(_ mode: RedactionMode?) -> Bool {
    guard mode == .drop else { return false }
    redactor?.noteDropped()
    return true
  }

  // MARK: Values

  /// Encodes the value of `frame` with its mode.
  @inline(never)
  func encodeGuarded<T: Encodable>(
    _ value: T, in frame: Int, _ outer: RedactionMode?, _ redactor: Redactor
  ) throws {
    let (parent, key) = (frames.elements[frame].parent, frames.elements[frame].key)
    let type = frames.elements[frame].type
    let own = redactor.scope(of: type)
    if !own.hasNoRules { guardPlaces() }
    let place = isGuarded ? mode(parent: parent, key: key) : nil
    let mode = outer ?? place ?? own.whole
    if mode == nil, redactor.guardsKinds, EnumCaseExemption.isPlainCase(value, of: type) {
      frames.elements[frame].mode = .keep
    }
    guard mode != nil || own.keys != nil else {
      return try value.encode(to: RowEncoder(row: self, frame: frame))
    }
    try encode(value, in: frame, as: mode, keys: mode ?? own.keys)
  }

  private func encode<T: Encodable>(
    _ value: T, in frame: Int, as mode: RedactionMode?, keys: RedactionMode?
  ) throws {
    let encoder = RowEncoder(row: self, frame: frame)
    let type = frames.elements[frame].type
    frames.elements[frame].mode = EnumCaseExemption.mode(of: value, type, as: mode)
    if mode?.makesAlike == true || keys?.makesAlike == true { redactor?.noteDropped() }
    if mode == .drop, type is any OptionalType.Type {
      var container = encoder.singleValueContainer()
      return try container.encodeNil()
    }
    if let type = type as? any StandardCollection.Type,
      mode == .drop || type.keyType != nil && keys?.makesAlike == true
    {
      if let snapshot = value as? ValueSnapshot {
        return try snapshot.encodeEmpty(type, to: encoder)
      }
      if let empty = type.init() as? any Encodable { return try empty.encode(to: encoder) }
    }
    try value.encode(to: encoder)
  }
}
