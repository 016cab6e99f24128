/// Writes the elements of a list, set, map, or nested value: a row each, and the order of their shapes. The
/// format calls the result a sequence:
/// `u32 length of the rest | u32 length of the elements | elements | (shape, how many in a row)*`.
final class SequenceBuilder {
  let core: EncodingCore
  private(set) var kind = Kind.list
  let bytes = ByteBuffer()
  private var runs: [Run] = []
  private var written = 0
  /// The number of rows that enclose the elements.
  private var level = 0
  /// Rows that a value opened and may still be writing, and all later ones.
  private var open: [OpenRow] = []
  private var element: RowBuilder
  /// The rules for its elements.
  var scope = Scope()
  /// Whether some of its values may have to be redacted.
  var isGuarded = false
  /// The type of a map's keys, for redaction.
  var keyType: (any Any.Type)?
  /// Where the elements of an unordered sequence begin, and the redactor's count before them.
  var starts: [Int] = []
  var replacedBefore = 0

  private struct Run {
    var shape: Int
    var count: Int
  }

  private struct OpenRow {
    var key: String?
    var row: RowBuilder
  }

  init(core: EncodingCore) {
    self.core = core
    element = RowBuilder(core: core, bytes: bytes, keepsContainers: true)
  }

  deinit {
    element.close()
    guard !open.isEmpty else { return }
    let rows = open.map(\.row)
    open = []
    core.discard(rows)
  }

  func begin(_ kind: Kind, level: Int) {
    self.kind = kind
    self.level = level
    if core.redactor != nil {
      guardElements(within: Scope())
      beginStarts()
    }
    bytes.removeAll()
    runs.removeAll(keepingCapacity: true)
    open.removeAll(keepingCapacity: true)
    written = 0
  }

  var count: Int { written + open.count }

  // MARK: Elements

  func append<T: Encodable>(_ value: T, key: String?) throws {
    if let type = Primitive(T.self) {
      return try write(value, type, key: key)
    }
    guard settle() else {
      try openRow(key: key).encode(value, parent: -1, key: "")
      return
    }
    let start = bytes.count
    noteStart()
    do {
      if let key = name(key) { bytes.append(string: key) }
      element.begin(level: level, elementScope(under: key))
      try element.encode(value, parent: -1, key: "")
      note(try element.finish())
    } catch {
      bytes.truncate(to: start)
      forgetStart()
      throw error
    }
  }

  /// Writes a single-field element.
  @inline(__always)
  private func write<T>(_ value: T, _ type: Primitive, key: String?) throws {
    if isGuarded, let redactor = core.redactor, let mode = mode(ofElement: type.kind, key) {
      type.write(value, to: redactor.emptyOriginal())
      return try redactor.writeReplacement(type, mode, to: try primitive(type.kind, key: key))
    }
    type.write(value, to: try primitive(type.kind, key: key))
  }

  /// Notes a single-field element and returns the buffer for its bytes.
  func primitive(_ kind: Kind, key: String?) throws -> ByteBuffer {
    guard settle() else { return try openRow(key: key).field(kind, parent: -1, key: "") }
    noteStart()
    if let key = name(key) { bytes.append(string: key) }
    let node = core.table.step(from: ShapeTable.start, parent: -1, key: "", kind: kind)
    note(core.table.shape(at: node))
    return bytes
  }

  /// A row for an element that is written in parts, perhaps while others are.
  func openRow(key: String?) -> RowBuilder {
    _ = settle()
    let row = RowBuilder(core: core, bytes: ByteBuffer())
    guard level <= EncodingCore.depthLimit, core.stack.hasRoom(at: level) else {
      // At this depth, a row accepts no writes, so that finishing cannot recurse too deeply.
      row.begin(level: EncodingCore.depthLimit + 1)
      core.fault = core.fault ?? .tooDeep
      return row
    }
    row.begin(level: level, elementScope(under: key))
    open.append(OpenRow(key: name(key), row: row))
    return row
  }

  private func note(_ shape: Int) {
    written += 1
    if let last = runs.last, last.shape == shape {
      runs[runs.count - 1].count += 1
    } else {
      runs.append(Run(shape: shape, count: 1))
    }
  }

  // MARK: Finishing

  /// Whether no other reference exists to a container that could still write into this sequence.
  func isSettled() -> Bool {
    settledRows() == open.count
  }

  /// The number of complete open rows, from the first on.
  private func settledRows() -> Int {
    for index in open.indices {
      guard isKnownUniquelyReferenced(&open[index].row), open[index].row.isSettled() else {
        return index
      }
    }
    return open.count
  }

  /// Appends the complete open rows. Returns whether none is left.
  @inline(__always)
  private func settle() -> Bool {
    open.isEmpty || settleOpenRows()
  }

  private func settleOpenRows() -> Bool {
    do throws(EncodingFault) {
      try appendOpenRows(settledRows())
    } catch {
      core.fault = core.fault ?? error
    }
    return open.isEmpty
  }

  private func appendOpenRows(_ count: Int) throws(EncodingFault) {
    defer { open.removeFirst(count) }
    for waiting in open.prefix(count) {
      let shape = try waiting.row.finish()
      noteStart()
      if let key = waiting.key { bytes.append(string: key) }
      bytes.append(waiting.row.bytes)
      note(shape)
    }
  }

  func finish(into row: ByteBuffer) throws(EncodingFault) {
    guard StackGuard.isFree(level) || core.stack.hasRoom() else { throw EncodingFault.tooDeep }
    try appendOpenRows(open.count)
    if losesElements() {
      bytes.removeAll()
      runs = []
    }
    let start = row.count
    row.append(littleEndian: UInt32(0))
    // Half of the range of four bytes, because the length includes the list of shapes.
    guard bytes.count < Int(Int32.max) else { throw EncodingFault.tooLarge }
    row.append(littleEndian: UInt32(bytes.count))
    row.append(bytes)
    for run in runs {
      core.noteInner(run.shape)
      row.append(varint: run.shape)
      row.append(varint: run.count)
    }
    row.overwrite(at: start, with: UInt32(truncatingIfNeeded: row.count - start - 4))
  }
}
