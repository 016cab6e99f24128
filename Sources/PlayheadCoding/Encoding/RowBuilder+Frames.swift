/// What values write into the places that were given to them.
extension RowBuilder {
  /// A value that is being written: its place, and what it opened there.
  struct Frame {
    var parent: Int32
    var key: String
    var type: any Any.Type
    var container: Int32 = -1
    var sequence = -1
    var isTouched = false
    /// What holds for it as a whole.
    var treatment: Treatment?
  }

  /// Gives a value its place.
  func pushFrame(parent: Int32, key: String, type: any Any.Type) -> Int {
    frames.append(Frame(parent: parent, key: key, type: type))
    return frames.count - 1
  }

  /// The container of the value in `frame`; the same one however often it is asked for, since a
  /// class and its superclass write into one.
  func container(in frame: Int) -> Int32 {
    guard touch(frame) else { return -1 }
    if frames[frame].container >= 0 { return frames[frame].container }
    let number = container(
      parent: frames[frame].parent, key: frames[frame].key, containerScope(in: frame))
    frames[frame].container = number
    return number
  }

  func sequence(in frame: Int, kind: Kind?) -> SequenceBuilder {
    guard touch(frame) else { return core.sequence(.list, level: level) }
    let place = frames[frame]
    if sequences.indices.contains(place.sequence) { return sequences[place.sequence].builder }
    frames[frame].sequence = sequences.count
    return sequence(
      kind ?? core.sequenceKind(of: place.type), parent: place.parent, key: place.key,
      containerScope(in: frame))
  }

  @inline(__always)
  func write(_ kind: Kind, bits: Int, in frame: Int, _ body: (ByteBuffer) -> Void) throws {
    guard touch(frame) else { throw EncodingFault.usedAfterwards }
    let (parent, key) = (frames[frame].parent, frames[frame].key)
    let treatment = frames[frame].treatment
    try write(kind, bits: bits, parent: parent, key: key, within: treatment, body)
  }

  func encode<T: Encodable>(_ value: T, in frame: Int) throws {
    guard touch(frame) else { throw EncodingFault.usedAfterwards }
    let (parent, key, type) = (frames[frame].parent, frames[frame].key, frames[frame].type)
    let treatment = frames[frame].treatment
    if treatment == nil, drops(T.self, parent: parent, key: key), type is any OptionalType.Type {
      return try field(.null, parent: parent, key: key).append(0)
    }
    try encodeWrapped(value, parent: parent, key: key, treatment) { type is any OptionalType.Type }
  }

  /// Counts the value in `frame` as written; false if it is over already.
  @inline(__always)
  private func touch(_ frame: Int) -> Bool {
    guard frame < frames.count else {
      core.fault = core.fault ?? .usedAfterwards
      return false
    }
    frames[frame].isTouched = true
    return true
  }

  /// The keys that lead to the value in `frame`, as far as this row knows.
  func path(to frame: Int) -> [any CodingKey] {
    frames.prefix(frame + 1).filter { $0.parent >= 0 }.map { AnyKey($0.key) }
  }
}
