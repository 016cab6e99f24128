import Foundation

/// Writes one row: walks the shapes with every field and keeps the fields' bytes.
///
/// Fields may come in any order and into any container that is open; a shape remembers the order.
/// Sequences are built aside and put behind the other fields when the row is finished.
final class RowBuilder {
  let core: EncodingCore
  private(set) var bytes: ByteBuffer
  private var node = ShapeTable.start
  private var containers: Int32 = 0
  private var sequences: [SequenceBuilder] = []
  private var frames: [Frame] = []

  /// A value that is being written: its place, and what it opened there.
  private struct Frame {
    var parent: Int32
    var key: String
    var type: any Any.Type
    var container: Int32 = -1
    var sequence: SequenceBuilder?
    var isTouched = false
  }

  init(core: EncodingCore, bytes: ByteBuffer) {
    self.core = core
    self.bytes = bytes
  }

  /// Starts a row behind what the buffer holds already.
  func begin() {
    node = ShapeTable.start
    containers = 0
    if !sequences.isEmpty { core.recycle(&sequences) }
    if !frames.isEmpty { frames.removeAll(keepingCapacity: true) }
  }

  /// Puts the sequences behind the fields and names the shape.
  func finish() throws -> Int {
    if let root = frames.first, !root.isTouched { writeEmptyRecord(root) }
    if !sequences.isEmpty {
      for sequence in sequences { try sequence.finish(into: bytes) }
      core.recycle(&sequences)
    }
    let shape = core.table.shape(at: node)
    guard shape >= 0 else { throw EncodingFault.encodedTwice }
    // A row is never empty, so that no count of rows can exceed the bytes that hold them.
    if core.table.shapes[shape].fields.isEmpty { bytes.append(0) }
    return shape
  }

  /// Whether no container that could still write into this row is held by anyone.
  func isSettled() -> Bool {
    for index in sequences.indices {
      guard isKnownUniquelyReferenced(&sequences[index]), sequences[index].isSettled() else {
        return false
      }
    }
    return true
  }

  // MARK: Fields

  /// Notes a field and gives the buffer that takes its bytes.
  @inline(__always)
  func field(_ kind: Kind, parent: Int32, key: String) -> ByteBuffer {
    node = core.table.step(from: node, parent: parent, key: key, kind: kind)
    return bytes
  }

  /// Opens a container of named members and gives its number.
  func container(parent: Int32, key: String) -> Int32 {
    node = core.table.step(from: node, parent: parent, key: key, kind: .record)
    containers += 1
    return containers - 1
  }

  func sequence(_ kind: Kind, parent: Int32, key: String) -> SequenceBuilder {
    _ = field(kind, parent: parent, key: key)
    let sequence = core.sequence(kind)
    sequences.append(sequence)
    return sequence
  }

  func encode<T: Encodable>(_ value: T, parent: Int32, key: String) throws {
    if let kind = Leaf.kind(of: T.self) {
      Leaf.write(value, to: field(kind, parent: parent, key: key))
      return
    }
    // A type within itself gets a row of its own, or every tree would have a shape of its own.
    if frames.contains(where: { $0.type == T.self }) {
      try sequence(.nested, parent: parent, key: key).append(value, key: nil)
      return
    }
    try encodePart(value, parent: parent, key: key)
  }

  private func encodePart<T: Encodable>(_ value: T, parent: Int32, key: String) throws {
    guard core.depth < EncodingCore.depthLimit else { throw EncodingFault.tooDeep }
    core.depth += 1
    defer { core.depth -= 1 }
    let frame = pushFrame(parent: parent, key: key, type: T.self)
    defer { frames.removeLast(frames.count - frame) }
    try value.encode(to: RowEncoder(row: self, frame: frame))
    if !frames[frame].isTouched { writeEmptyRecord(frames[frame]) }
  }

  private func writeEmptyRecord(_ frame: Frame) {
    _ = container(parent: frame.parent, key: frame.key)
  }

  // MARK: Frames

  func pushFrame(parent: Int32, key: String, type: any Any.Type) -> Int {
    frames.append(Frame(parent: parent, key: key, type: type))
    return frames.count - 1
  }

  /// The container of the value in `frame`; the same one however often it is asked for, since a
  /// class and its superclass write into one.
  func container(in frame: Int) -> Int32 {
    guard let place = touch(frame) else { return -1 }
    if place.container >= 0 { return place.container }
    let number = container(parent: place.parent, key: place.key)
    frames[frame].container = number
    return number
  }

  func sequence(in frame: Int, kind: Kind?) -> SequenceBuilder {
    guard let place = touch(frame) else { return core.sequence(.list) }
    if let open = place.sequence { return open }
    let new = sequence(
      kind ?? core.sequenceKind(of: place.type), parent: place.parent, key: place.key)
    frames[frame].sequence = new
    return new
  }

  func field(_ kind: Kind, in frame: Int) throws -> ByteBuffer {
    guard let place = touch(frame) else { throw EncodingFault.usedAfterwards }
    return field(kind, parent: place.parent, key: place.key)
  }

  func encode<T: Encodable>(_ value: T, in frame: Int) throws {
    guard let place = touch(frame) else { throw EncodingFault.usedAfterwards }
    try encode(value, parent: place.parent, key: place.key)
  }

  /// The place of the value in `frame`, which now counts as written. Nil if it is over already.
  private func touch(_ frame: Int) -> Frame? {
    guard frame < frames.count else {
      core.fault = core.fault ?? .usedAfterwards
      return nil
    }
    frames[frame].isTouched = true
    return frames[frame]
  }

  /// The keys that lead to the value in `frame`, as far as this row knows.
  func path(to frame: Int) -> [any CodingKey] {
    frames.prefix(frame + 1).filter { $0.parent >= 0 }.map { AnyKey($0.key) }
  }
}
