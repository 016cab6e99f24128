/// One row, with the places of its fields worked out.
///
/// It borrows the bytes: it is good only while the decoding runs for which it was made.
///
/// Unchecked properties: as in `RowBuilder`.
final class RowView {
  let core: DecodingCore
  @exclusivity(unchecked) private(set) var bytes: UnsafeRawBufferPointer
  @exclusivity(unchecked) private(set) var shape: Shape
  @exclusivity(unchecked) private(set) var offsets: [Int] = []
  /// The row and the key or index under which this one was found: for errors, nothing else.
  private let parent: RowView?
  private let parentField: Int
  private var step: AnyKey?
  /// How many rows this one is within.
  private let level: Int
  /// The decoding for which this was made; after it, the bytes may be gone.
  private var epoch = 0
  /// Where the next key is likely to be found, since values are read in the order of writing.
  @exclusivity(unchecked) var likelyMember = 0

  /// Reads the row of `shape` at the reader's position and leaves the reader behind it.
  init(
    core: DecodingCore, shape: Shape, reader: inout ByteReader, parent: RowView? = nil,
    field: Int = 0, step: AnyKey? = nil
  ) throws(ByteFault) {
    self.core = core
    self.bytes = reader.bytes
    self.shape = shape
    self.parent = parent
    parentField = field
    level = (parent?.level ?? 0) + 1
    guard level <= DecodingCore.depthLimit + 1, core.stack.hasRoom(at: level) else {
      throw ByteFault.malformed(DecodingCore.depthSentence, at: reader.position)
    }
    try load(shape, from: &reader, step: step)
  }

  /// Makes this the view of another row.
  func load(
    _ shape: Shape, from reader: inout ByteReader, step: AnyKey? = nil
  ) throws(ByteFault) {
    self.shape = shape
    self.step = step
    epoch = core.epoch
    bytes = reader.bytes
    likelyMember = 0
    offsets.removeAll(keepingCapacity: true)
    offsets.reserveCapacity(shape.fields.count)
    for kind in shape.fields {
      offsets.append(reader.position)
      if !kind.isSequence { try reader.skip(kind) }
    }
    for field in shape.sequences {
      offsets[field] = reader.position
      try reader.skipSequence()
    }
    if shape.fields.isEmpty { try reader.skip(1) }
  }

  func reader(at field: Int) -> ByteReader {
    ByteReader(bytes, at: offsets[field])
  }

  /// The view of the one row of a nested field.
  func nested(in field: Int) throws(ByteFault) -> RowView {
    var elements = try SequenceReader(core: core, at: offsets[field], of: bytes)
    guard elements.count == 1 else {
      throw ByteFault.malformed("a nested value", at: offsets[field])
    }
    return try elements.next(in: self, field: field, step: nil)
  }

  /// Reads, and says damage in the standard library's terms.
  @inline(__always)
  func checked<T>(_ read: () throws(ByteFault) -> T) throws -> T {
    guard epoch == core.epoch else { throw usedAfterwards() }
    do throws(ByteFault) {
      return try read()
    } catch {
      throw DecodingError.dataCorrupted(
        .own(codingPath, error.sentence))
    }
  }

  /// A value kept its decoder for later, when the bytes may be gone.
  private func usedAfterwards() -> DecodingError {
    .dataCorrupted(
      .own(codingPath, "a decoder was used after the decoding for which it was made"))
  }

  var codingPath: [any CodingKey] { path(to: shape.root) }

  /// The keys that lead from the outermost value to `place`. A loop: it is asked for where the
  /// stack has come to its end.
  func path(to place: Shape.Place) -> [any CodingKey] {
    var keys: [any CodingKey] = []
    var row = self
    var wanted = place
    while true {
      if wanted != row.shape.root, let (container, key) = row.shape.parent(of: wanted) {
        keys.append(AnyKey(key))
        wanted = .container(container)
        continue
      }
      if let step = row.step { keys.append(step) }
      guard let parent = row.parent else { return keys.reversed() }
      wanted = .field(row.parentField)
      row = parent
    }
  }
}

extension Shape {
  func parent(of place: Place) -> (Int, String)? {
    for (number, members) in containers.enumerated() {
      if let member = members.first(where: { $0.place == place }) { return (number, member.key) }
    }
    return nil
  }
}
