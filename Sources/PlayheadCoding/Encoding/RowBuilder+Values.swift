/// Encodes whole values, which write their own parts.
extension RowBuilder {
  @inline(__always)
  func encode<T: Encodable>(_ value: T, parent: Int32, key: String) throws {
    if let type = Primitive(T.self) {
      try write(value, type, parent: parent, key: key)
    } else {
      try encodePart(value, parent: parent, key: key)
    }
  }

  /// Encodes the value of an optional member that has one.
  @inline(__always)
  func encodePresent<T: Encodable>(
    _ value: T, parent: Int32, key: String, _ outer: RedactionMode? = nil
  ) throws {
    guard let type = Primitive(T.self) else {
      return try nest(value, parent: parent, key: key, outer, as: .value)
    }
    try field(.presence, parent: parent, key: key).append(Presence.value.rawValue)
    try write(value, type, parent: parent, key: key, within: outer)
  }

  /// Writes an optional member without a value, which would have a field of this kind.
  @inline(__always)
  func writeAbsent(_ presence: Presence, _ kind: Kind, parent: Int32, key: String) throws {
    try field(.presence, parent: parent, key: key).append(presence.rawValue)
    if kind == .nested {
      _ = sequence(.nested, parent: parent, key: key, Scope())
    } else {
      try field(kind, parent: parent, key: key).append(zero: kind)
    }
  }

  /// Encodes a value in the place of an optional that is no member. If it writes what `nil` would write, it gets
  /// its own row, also within nested optionals. `outer` is the mode of the whole optional.
  @inline(__always)
  func encodeWrapped<T: Encodable>(
    _ value: T, parent: Int32, key: String, _ outer: RedactionMode?, if isOptional: () -> Bool
  ) throws {
    if let type = Primitive(T.self) {
      return try write(value, type, parent: parent, key: key, within: outer)
    }
    let (before, length, count) = (node, bytes.count, sequences.count)
    let isOwnRow = try encodePart(value, parent: parent, key: key, outer, if: isOptional)
    guard !isOwnRow, table.isStep(to: node, from: before, writing: .null, .nested, .wrapped),
      isOptional()
    else { return }
    node = before
    bytes.truncate(to: length)
    recycle(from: count)
    try nest(value, parent: parent, key: key, outer, in: .wrapped)
  }

  /// Gives a value its own row. Leaves no part of it on errors, after which the enclosing value may go on.
  private func nest<T: Encodable>(
    _ value: T, parent: Int32, key: String, _ outer: RedactionMode?, in kind: Kind = .nested,
    as presence: Presence? = nil
  ) throws {
    let (before, start) = (node, bytes.count)
    if let presence {
      try field(.presence, parent: parent, key: key).append(presence.rawValue)
    }
    let (length, count) = (bytes.count, sequences.count)
    do {
      try sequence(kind, parent: parent, key: key, memberScope(parent: parent, key: key, outer))
        .append(value, key: nil)
    } catch {
      if bytes.count > length { core.fault = core.fault ?? .usedAfterwards }
      node = before
      bytes.truncate(to: start)
      recycle(from: count)
      throw error
    }
  }

  /// Encodes a value that is not a primitive; `isOptional` says whether it is that of an optional. Returns true if the
  /// value got its own row.
  @discardableResult
  private func encodePart<T: Encodable>(
    _ value: T, parent: Int32, key: String, _ outer: RedactionMode? = nil,
    if isOptional: () -> Bool = { false }
  ) throws -> Bool {
    var wrapped: Kind?
    let type = ruledType(of: value)
    let (address, start, generation) = (
      UInt(bitPattern: ObjectIdentifier(type)), node, core.generation
    )
    if parent >= 0, !table.isFixed(address, at: start, generation) {
      let facts = core.facts(of: type)
      if facts.varies, !isPartOfCase(value, key) {
        try nest(value, parent: parent, key: key, outer, in: isOptional() ? .wrapped : .nested)
        return true
      }
      wrapped = type == T.self ? facts.wrapped : nil
    }
    // A type within itself gets its own row; otherwise every tree would have a different shape. An optional
    // leaves that to its value.
    if (0..<frames.count).contains(where: { frames.elements[$0].type == type }),
      !(type is any OptionalType.Type)
    {
      try nest(value, parent: parent, key: key, outer, in: isOptional() ? .wrapped : .nested)
      return true
    }
    guard core.depth < EncodingCore.depthLimit, level <= EncodingCore.depthLimit,
      StackGuard.isFree(core.depth) || core.stack.hasRoom()
    else { throw EncodingFault.tooDeep }
    core.depth += 1
    let frame = pushFrame(parent: parent, key: key, type: type, wrapped: wrapped)
    defer {
      core.depth -= 1
      frames.truncate(to: frame)
    }
    if let redactor, isGuarded || !redactor.hasNoRules(type) {
      try encodeGuarded(value, in: frame, outer, redactor)
    } else {
      try value.encode(to: RowEncoder(row: self, frame: frame))
    }
    if !frames.elements[frame].isTouched { writeEmptyRecord(frames.elements[frame]) }
    if parent >= 0, wrapped == nil, generation == core.generation,
      !table.note(address, from: start, to: node, generation)
    {
      core.noteVarying(type)
    }
    return false
  }

  /// Whether a value is an enum in the case of an enum that is the whole row, as in `.feed(.posts(.loaded))`. Each of its
  /// cases has a shape, from which an action gets its name.
  private func isPartOfCase(_ value: some Encodable, _ key: String) -> Bool {
    key == "_0" && level == 0 && enumCaseName(of: value) != nil
      && (1..<frames.count).allSatisfy { frames.elements[$0].key == "_0" }
  }

  /// A value that wrote nothing becomes a record without members.
  func writeEmptyRecord(_ frame: Frame) {
    _ = container(parent: frame.parent, key: frame.key, Scope())
  }
}
