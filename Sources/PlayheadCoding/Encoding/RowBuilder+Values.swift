/// Encodes whole values, which write their own parts.
extension RowBuilder {
  @inline(__always)
  func encode<T: Encodable>(_ value: T, parent: Int32, key: String) throws {
    if let type = Primitive(T.self) {
      try write(type.kind, bits: type.bits, parent: parent, key: key) { type.write(value, to: $0) }
    } else {
      try encodePart(value, parent: parent, key: key)
    }
  }

  /// Encodes the value of a non-nil optional. If it writes what `nil` would write, it gets its own row, also
  /// within nested optionals. `outer` is the treatment of the whole optional.
  @inline(__always)
  func encodeWrapped<T: Encodable>(
    _ value: T, parent: Int32, key: String, _ outer: Treatment? = nil,
    if isOptional: () -> Bool = { true }
  ) throws {
    if let type = Primitive(T.self) {
      try write(type.kind, bits: type.bits, parent: parent, key: key, within: outer) {
        type.write(value, to: $0)
      }
      return
    }
    let (before, length, count) = (node, bytes.count, sequences.count)
    let isWrapped = try encodePart(value, parent: parent, key: key, outer)
    guard !isWrapped, table.isStep(to: node, from: before, writing: .null, .nested), isOptional()
    else { return }
    node = before
    bytes.truncate(to: length)
    recycle(from: count)
    try nest(value, parent: parent, key: key, outer)
  }

  /// Gives a value its own row. Leaves no part of it on errors, after which the enclosing value may go on.
  private func nest<T: Encodable>(
    _ value: T, parent: Int32, key: String, _ outer: Treatment?
  ) throws {
    let (before, length, count) = (node, bytes.count, sequences.count)
    do {
      try sequence(.nested, parent: parent, key: key, memberScope(parent: parent, key: key, outer))
        .append(value, key: nil)
    } catch {
      if bytes.count > length { core.fault = core.fault ?? .usedAfterwards }
      node = before
      recycle(from: count)
      throw error
    }
  }

  /// Encodes a value that is not a primitive. Returns true if the value got its own row.
  @discardableResult
  private func encodePart<T: Encodable>(
    _ value: T, parent: Int32, key: String, _ outer: Treatment? = nil
  ) throws -> Bool {
    // A type within itself gets its own row; otherwise every tree would have a different shape. An optional
    // leaves that to its value.
    let type = ruledType(of: value)
    if (0..<frames.count).contains(where: { frames.elements[$0].type == type }),
      !(type is any OptionalType.Type)
    {
      try nest(value, parent: parent, key: key, outer)
      return true
    }
    guard core.depth < EncodingCore.depthLimit, level <= EncodingCore.depthLimit,
      StackGuard.isFree(core.depth) || core.stack.hasRoom()
    else { throw EncodingFault.tooDeep }
    core.depth += 1
    let frame = pushFrame(parent: parent, key: key, type: type)
    defer {
      core.depth -= 1
      frames.truncate(to: frame)
    }
    if let redactor, isGuarded || !redactor.isFree(type) {
      try encodeGuarded(value, in: frame, outer, redactor)
    } else {
      try value.encode(to: RowEncoder(row: self, frame: frame))
    }
    if !frames.elements[frame].isTouched { writeEmptyRecord(frames.elements[frame]) }
    return false
  }

  /// A value that wrote nothing becomes a record without members.
  func writeEmptyRecord(_ frame: Frame) {
    _ = container(parent: frame.parent, key: frame.key, Scope())
  }
}

package protocol OptionalType {}

extension Optional: OptionalType {}
