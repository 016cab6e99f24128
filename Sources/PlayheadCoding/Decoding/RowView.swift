import Foundation

/// One row, with the places of its fields worked out.
///
/// It borrows the bytes: it is good only while the decoding runs for which it was made.
final class RowView {
  let core: DecodingCore
  private(set) var bytes: UnsafeRawBufferPointer
  private(set) var shape: Shape
  private(set) var offsets: [Int] = []
  /// The row and the key or index under which this one was found: for errors, nothing else.
  private let parent: RowView?
  private let step: AnyKey?
  /// Where the next key is likely to be found, since values are read in the order of writing.
  var likelyMember = 0

  /// Reads the row of `shape` at the reader's position and leaves the reader behind it.
  init(
    core: DecodingCore, shape: Shape, reader: inout ByteReader, parent: RowView? = nil,
    step: AnyKey? = nil
  ) throws(ByteFault) {
    self.core = core
    self.bytes = reader.bytes
    self.shape = shape
    self.parent = parent
    self.step = step
    try load(shape, from: &reader)
  }

  /// Makes this the view of another row.
  func load(_ shape: Shape, from reader: inout ByteReader) throws(ByteFault) {
    self.shape = shape
    bytes = reader.bytes
    likelyMember = 0
    offsets.removeAll(keepingCapacity: true)
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
    return try elements.next(in: self, step: nil)
  }

  var codingPath: [any CodingKey] {
    (parent?.codingPath ?? []) + (step.map { [$0] } ?? [])
  }

  /// The keys that lead from this row's value to `place`.
  func path(to place: Shape.Place) -> [any CodingKey] {
    var keys: [any CodingKey] = []
    var wanted = place
    while wanted != shape.root, let (container, key) = shape.parent(of: wanted) {
      keys.append(AnyKey(key))
      wanted = .container(container)
    }
    return codingPath + keys.reversed()
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

extension ByteReader {
  /// Passes over a field that is not a sequence.
  @inline(__always)
  package mutating func skip(_ kind: Kind) throws(ByteFault) {
    switch kind {
    case .int, .uint: _ = try varint()
    case .string, .bytes, .decimal: try skip(try count())
    case .null, .bool: try skip(1)
    case .double, .date: try skip(8)
    case .float: try skip(4)
    case .int128, .uint128, .uuid: try skip(16)
    case .record, .list, .set, .map, .pairs, .nested: break
    }
  }

  package mutating func skipSequence() throws(ByteFault) {
    try skip(Int(try littleEndian(UInt32.self)))
  }
}
