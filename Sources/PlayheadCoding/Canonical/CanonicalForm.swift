import Foundation

/// Rewrites rows into the canonical form: the same bytes for a value on every run and platform. Not
/// thread-safe.
///
/// The form needs no table: a kind's number precedes its content. Records keep the order in which their
/// members were first written; sets and dictionaries are sorted.
package final class CanonicalForm {
  private let core: DecodingCore
  private let order: MemberOrder?
  package let output: ByteBuffer
  /// Rows for reuse: one per level of nesting.
  private var idle: [RowFields] = []
  private var stack = StackGuard()
  /// The number of records and rows that are being written.
  private var levels = 0
  /// The largest allowed end of the current value's output.
  private var limit = 0

  /// A key is once in a shape but in every record of the form, so hostile bytes could grow to their square.
  /// No real names average 256 bytes per field; small values get a mebibyte, and large ones 256 more than their row.
  private static func largest(of row: Int) -> Int {
    min((1 << 20) + 256 * row, row + (256 << 20))
  }

  /// A form of rows of these shapes, appended to `output`. An `order` replaces the order of members.
  package init(_ core: DecodingCore, into output: ByteBuffer, order: MemberOrder? = nil) {
    (self.core, self.order, self.output) = (core, order, output)
  }

  package convenience init(shapes: [Shape], into output: ByteBuffer, order: MemberOrder? = nil) {
    self.init(DecodingCore(shapes: shapes), into: output, order: order)
  }

  /// Appends the canonical form of a row.
  package func append(shape: Int, row: UnsafeRawBufferPointer) throws(ByteFault) {
    var reader = ByteReader(row)
    try append(try core.shape(shape), from: &reader, depth: 0)
  }

  /// Appends the canonical form of the row of `shape` at the reader's position.
  package func append(
    _ shape: Shape, from reader: inout ByteReader, depth: Int = 0
  ) throws(ByteFault) {
    if let primitive = shape.primitive {
      try append(primitive, from: &reader)
      return
    }
    if depth == 0 {
      stack = StackGuard()
      limit = output.count + Self.largest(of: reader.remaining)
    }
    guard depth <= DecodingCore.depthLimit else {
      throw ByteFault.malformed(DecodingCore.depthSentence, at: reader.position)
    }
    let row = try row(of: shape, from: &reader)
    try append(shape.root, of: row, depth: depth)
    idle.append(row)
  }

  private func row(of shape: Shape, from reader: inout ByteReader) throws(ByteFault) -> RowFields {
    guard var row = idle.popLast() else { return try RowFields(shape, from: &reader) }
    try row.load(shape, from: &reader)
    return row
  }

  private func append(
    _ place: Shape.Location, of row: RowFields, depth: Int
  ) throws(ByteFault) {
    levels += 1
    defer { levels -= 1 }
    guard stack.hasRoom(at: levels) else {
      throw ByteFault.malformed(DecodingCore.depthSentence, at: 0)
    }
    switch place {
    case .container(let container):
      try appendRecord(container, of: row, depth: depth)
    case .field(let field):
      let kind = row.shape.fields[field]
      if kind.isSequence {
        try appendSequence(kind, at: row.offsets[field], of: row.bytes, depth: depth + 1)
      } else {
        var reader = row.reader(at: field)
        try append(kind, from: &reader)
      }
    }
  }

  /// Appends the members that are there, and then those whose names are data, by name.
  private func appendRecord(
    _ container: Int, of row: RowFields, depth: Int
  ) throws(ByteFault) {
    let members = order?.members(of: container, in: row.shape) ?? row.shape.containers[container]
    let places = members.map { row.place(of: $0) }
    let named = try dataMembers(of: container, of: row)
    output.append(Kind.record.rawValue)
    output.append(varint: places.count { $0 != nil } + named.count)
    for (member, place) in zip(members, places) {
      guard let place else { continue }
      try appendName(member.key)
      let start = output.count
      try append(place, of: row, depth: depth)
      // A member that was written as `nil` is at the place of its presence.
      if let presence = member.presence, place != .field(presence) { wrapNil(from: start) }
    }
    for member in named {
      var elements = member.elements
      try appendName(member.name)
      try appendElement(of: &elements, depth: depth + 1)
    }
  }

  /// Tells the value of an optional, which was written from `start` on, from `nil` itself.
  private func wrapNil(from start: Int) {
    let value = Array(output.bytes[start...])
    guard Self.looksLikeNil(value[0]) else { return }
    output.truncate(to: start)
    output.append(Kind.wrapped.rawValue)
    output.append(value)
  }

  /// Whether a canonical value that begins with this byte is `nil`, `.some(nil)` and so on.
  package static func looksLikeNil(_ first: UInt8) -> Bool {
    first == Kind.null.rawValue || first == Kind.wrapped.rawValue
  }

  private func appendName(_ name: String) throws(ByteFault) {
    output.append(string: name)
    guard output.count <= limit else {
      throw ByteFault.malformed("a value whose keys are shorter than all names are", at: 0)
    }
  }

  /// The members of a container whose names are data, in the order of their names; of several with one name the
  /// last.
  private func dataMembers(
    of container: Int, of row: RowFields
  ) throws(ByteFault) -> [(name: String, elements: SequenceReader)] {
    guard let field = row.shape.dataMembers[container] else { return [] }
    var elements = try SequenceReader(core: core, at: row.offsets[field], of: row.bytes)
    var members: [Bytes: (String, SequenceReader)] = [:]
    for _ in 0..<elements.count {
      let name = try elements.key()
      members[Bytes(name.utf8)] = (name, elements)
      try elements.element { (shape, reader) throws(ByteFault) in try reader.skipRow(shape) }
    }
    for member in row.shape.containers[container] where row.place(of: member) != nil {
      members[Bytes(member.key.utf8)] = nil
    }
    return members.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
  }

  /// Names with different bytes are different, even if they look alike.
  private typealias Bytes = [UInt8]

  @inline(__always)
  private func append(_ kind: Kind, from reader: inout ByteReader) throws(ByteFault) {
    let start = reader.position
    try reader.skip(kind)
    // The presence of a member that has no value.
    guard kind != .presence else { return output.append([Kind.null.rawValue, 0]) }
    output.append(kind.rawValue)
    output.append(UnsafeRawBufferPointer(rebasing: reader.bytes[start..<reader.position]))
  }

  private func appendSequence(
    _ kind: Kind, at position: Int, of bytes: UnsafeRawBufferPointer, depth: Int
  ) throws(ByteFault) {
    var elements = try SequenceReader(core: core, at: position, of: bytes)
    switch kind {
    case .nested, .wrapped:
      guard elements.count == 1 else { throw ByteFault.malformed("a nested value", at: position) }
      let start = output.count
      try appendElement(of: &elements, depth: depth)
      if kind == .wrapped { wrapNil(from: start) }
    case .list:
      appendHeader(.list, elements.count)
      for _ in 0..<elements.count { try appendElement(of: &elements, depth: depth) }
    case .set:
      appendHeader(.set, elements.count)
      try appendSorted(elements.count) { () throws(ByteFault) in
        try self.appendElement(of: &elements, depth: depth)
      }
    case .map:
      appendHeader(.pairs, elements.count)
      try appendSorted(elements.count) { () throws(ByteFault) in
        self.output.append(Kind.string.rawValue)
        self.output.append(string: try elements.key())
        try self.appendElement(of: &elements, depth: depth)
      }
    default:
      guard elements.count % 2 == 0 else { throw ByteFault.malformed("pairs", at: position) }
      appendHeader(.pairs, elements.count / 2)
      try appendSorted(elements.count / 2) { () throws(ByteFault) in
        try self.appendElement(of: &elements, depth: depth)
        try self.appendElement(of: &elements, depth: depth)
      }
    }
  }

  private func appendHeader(_ kind: Kind, _ count: Int) {
    output.append(kind.rawValue)
    output.append(varint: count)
  }

  private func appendElement(
    of elements: inout SequenceReader, depth: Int
  ) throws(ByteFault) {
    try elements.element { (shape, reader) throws(ByteFault) in
      try self.append(shape, from: &reader, depth: depth)
    }
  }

  /// Sorts the `count` items that `append` writes.
  private func appendSorted(
    _ count: Int, _ append: () throws(ByteFault) -> Void
  ) throws(ByteFault) {
    let start = output.count
    var starts: [Int] = []
    starts.reserveCapacity(count)
    for _ in 0..<count {
      starts.append(output.count - start)
      try append()
    }
    let items = Array(output.bytes[start...])
    let sorted = items.withUnsafeBytes { CanonicalOrder.sorted(starts: starts, in: $0) }
    output.truncate(to: start)
    for range in sorted { output.append(items[range]) }
  }
}

extension SequenceReader {
  /// Calls `read` with the next element's shape and a reader at its row, and continues after the row.
  package mutating func element(
    _ read: (Shape, inout ByteReader) throws(ByteFault) -> Void
  ) throws(ByteFault) {
    guard let shape = nextShape() else { throw ByteFault.truncated(at: reader.position) }
    var ahead = reader
    try read(shape, &ahead)
    advance(to: ahead)
  }
}
