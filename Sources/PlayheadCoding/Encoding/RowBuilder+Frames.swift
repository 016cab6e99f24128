/// Writes of values into their frames.
extension RowBuilder {
  /// A value that is being written: its place, and its open container or sequence.
  struct Frame {
    var parent: Int32
    var key: String
    var type: any Any.Type
    var container: Int32 = -1
    var sequence = -1
    var isTouched = false
    /// For an optional member, the kind of the field of its value.
    var wrapped: Kind?
    /// The mode of the whole value.
    var mode: RedactionMode?
  }

  func pushFrame(parent: Int32, key: String, type: any Any.Type, wrapped: Kind? = nil) -> Int {
    frames.append(Frame(parent: parent, key: key, type: type, wrapped: wrapped))
    return frames.count - 1
  }

  /// The container of the value in `frame`: always the same one, because a class and its superclass share it.
  func container(in frame: Int) -> Int32 {
    guard let place = touch(frame) else { return -1 }
    if place.pointee.container < 0 {
      place.pointee.container = container(
        parent: place.pointee.parent, key: place.pointee.key, containerScope(in: frame))
    }
    return place.pointee.container
  }

  func sequence(in frame: Int, kind: Kind?) -> SequenceBuilder {
    guard let place = touch(frame) else { return core.sequence(.list, level: level) }
    let known = place.pointee.sequence
    if sequences.indices.contains(known) { return sequences[known].builder }
    place.pointee.sequence = sequences.count
    return sequence(
      kind ?? core.facts(of: place.pointee.type).sequenceKind, parent: place.pointee.parent,
      key: place.pointee.key, containerScope(in: frame))
  }

  func encodeNil(in frame: Int) throws {
    guard let place = touch(frame)?.pointee else { throw EncodingFault.usedAfterwards }
    if let kind = place.wrapped {
      return try writeAbsent(.null, kind, parent: place.parent, key: place.key)
    }
    try writeNil(parent: place.parent, key: place.key)
  }

  func encode<T: Encodable>(_ value: T, in frame: Int) throws {
    guard let place = touch(frame)?.pointee else { throw EncodingFault.usedAfterwards }
    if let kind = place.wrapped {
      if place.mode == nil, isDropped(ruledType(of: value), parent: place.parent, key: place.key) {
        return try writeAbsent(.null, kind, parent: place.parent, key: place.key)
      }
      return try encodePresent(value, parent: place.parent, key: place.key, place.mode)
    }
    let isOptional = { place.type is any OptionalType.Type }
    if place.mode == nil, isDropped(ruledType(of: value), parent: place.parent, key: place.key),
      isOptional()
    {
      return try writeNil(parent: place.parent, key: place.key)
    }
    if isGuarded, T.self == Float.self, Primitive.isHalf(place.type) {
      return try write(value, .half, parent: place.parent, key: place.key, within: place.mode)
    }
    try encodeWrapped(
      value, parent: place.parent, key: place.key, place.mode, if: isOptional)
  }

  /// Marks the value in `frame` as written; `nil` if it has ended already.
  @inline(__always)
  private func touch(_ frame: Int) -> UnsafeMutablePointer<Frame>? {
    guard frame < frames.count else {
      core.fault = core.fault ?? .usedAfterwards
      return nil
    }
    frames.elements[frame].isTouched = true
    return frames.elements + frame
  }
}
