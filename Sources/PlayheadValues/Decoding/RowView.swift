import PlayheadCoding

/// One row as a part of a value. It borrows the bytes, so it is valid only during its own decoding.
///
/// Unchecked properties: one thread uses them, and no access lasts while a value's own code runs.
final class RowView {
  let context: DecodingContext
  @exclusivity(unchecked) private(set) var fields: RowFields
  /// The enclosing row, and the key or index there: for errors only.
  private let parent: RowView?
  private let parentField: Int
  private var step: AnyKey?
  private let level: Int
  /// The number of the decoding that made this. After it, the bytes may be gone.
  private var epoch: Int
  /// The likely position of the next key: values are read in the order of writing.
  @exclusivity(unchecked) private var likelyMember = 0

  /// Reads the row of `shape` at the reader's position, and moves the reader past it.
  init(
    _ shape: Shape, from reader: inout ByteReader, in context: DecodingContext,
    parent: RowView? = nil, field: Int = 0, step: AnyKey? = nil
  ) throws(ByteFault) {
    self.context = context
    self.parent = parent
    self.step = step
    parentField = field
    level = (parent?.level ?? 0) + 1
    guard level <= DecodingCore.depthLimit + 1, context.stack.hasRoom(at: level) else {
      throw ByteFault.malformed(DecodingCore.depthSentence, at: reader.position)
    }
    fields = try RowFields(shape, from: &reader)
    epoch = context.epoch
  }

  func load(
    _ shape: Shape, from reader: inout ByteReader, step: AnyKey? = nil
  ) throws(ByteFault) {
    self.step = step
    epoch = context.epoch
    likelyMember = 0
    try fields.load(shape, from: &reader)
  }

  var shape: Shape { fields.shape }

  func elements(of field: Int) throws(ByteFault) -> SequenceReader {
    try SequenceReader(core: context.core, at: fields.offsets[field], of: fields.bytes)
  }

  func nested(in field: Int) throws(ByteFault) -> RowView {
    var elements = try elements(of: field)
    guard elements.count == 1 else {
      throw ByteFault.malformed("a nested value", at: fields.offsets[field])
    }
    return try elements.next(in: self, field: field, step: nil)
  }

  /// Reads, and turns damage into the standard library's error.
  @inline(__always)
  func checked<T>(_ read: () throws(ByteFault) -> T) throws -> T {
    guard epoch == context.epoch else { throw usedAfterwards() }
    do throws(ByteFault) {
      return try read()
    } catch {
      throw DecodingError.dataCorrupted(
        .own(codingPath, error.sentence))
    }
  }

  /// The error for a decoder that a value kept after its decoding.
  private func usedAfterwards() -> DecodingError {
    .dataCorrupted(
      .own(codingPath, "a decoder was used after its decoding had ended"))
  }

  // MARK: Locations

  /// The place of a container's member. Tries the member after the last found one, then the last found one:
  /// types ask more than once for members that may be missing.
  func place(of name: String, in container: Int) -> Shape.Location? {
    let members = shape.containers[container]
    let likely = likelyMember
    if likely < members.count, members[likely].key == name {
      likelyMember = likely + 1
      return fields.place(of: members[likely])
    }
    if likely > 0, likely <= members.count, members[likely - 1].key == name {
      return fields.place(of: members[likely - 1])
    }
    guard let index = shape.member(name, of: container) else { return nil }
    likelyMember = index + 1
    return fields.place(of: members[index])
  }

  /// The names of a container's members that are there, without those whose names are data.
  func names(in container: Int) -> [String] {
    var names: [String] = []
    names.reserveCapacity(shape.containers[container].count)
    for member in shape.containers[container] where fields.place(of: member) != nil {
      names.append(member.key)
    }
    return names
  }

  var codingPath: [any CodingKey] { path(to: shape.root) }

  /// The keys from the outermost value to `place`. A loop, because it also runs at the end of the stack.
  func path(to place: Shape.Location) -> [any CodingKey] {
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
  fileprivate func parent(of place: Location) -> (Int, String)? {
    for (number, members) in containers.enumerated() {
      if let member = members.first(where: { $0.place == place }) { return (number, member.key) }
    }
    return nil
  }
}

extension SequenceReader {
  /// The next element's row, as a part of the value in `parent`.
  mutating func next(
    in parent: RowView, field: Int, step: AnyKey?
  ) throws(ByteFault) -> RowView {
    guard let shape = nextShape() else { throw ByteFault.truncated(at: reader.position) }
    let view = try RowView(
      shape, from: &reader, in: parent.context, parent: parent, field: field, step: step)
    advance(to: reader)
    return view
  }

  /// Loads the next element's row into a view of another row.
  mutating func next(into view: RowView, step: AnyKey?) throws(ByteFault) {
    guard let shape = nextShape() else { throw ByteFault.truncated(at: reader.position) }
    try view.load(shape, from: &reader, step: step)
    advance(to: reader)
  }
}
