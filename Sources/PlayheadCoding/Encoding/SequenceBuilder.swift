/// Writes the elements of a list, set, map, or nested value: a row each, and which shapes came in
/// which order.
///
/// `FORMAT.md` calls the result a sequence:
/// `u32 length of the rest | u32 length of the elements | elements | (shape, how many in a row)*`.
final class SequenceBuilder {
  private let core: EncodingCore
  private(set) var kind = Kind.list
  private let bytes = ByteBuffer()
  private var runs: [Run] = []
  private var written = 0
  /// Rows that a value opened and may still be writing, and all that came after them.
  private var open: [OpenRow] = []
  private var element: RowBuilder

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
    element = RowBuilder(core: core, bytes: bytes)
  }

  func begin(_ kind: Kind) {
    self.kind = kind
    bytes.removeAll()
    runs.removeAll(keepingCapacity: true)
    open.removeAll(keepingCapacity: true)
    written = 0
  }

  var count: Int { written + open.count }

  // MARK: Elements

  func append<T: Encodable>(_ value: T, key: String?) throws {
    guard settle() else {
      try openRow(key: key).encode(value, parent: -1, key: "")
      return
    }
    let start = bytes.count
    do {
      if let key { bytes.append(string: key) }
      element.begin()
      try element.encode(value, parent: -1, key: "")
      note(try element.finish())
    } catch {
      bytes.truncate(to: start)
      throw error
    }
  }

  /// Notes an element that is a single field and gives the buffer that takes its bytes.
  func leaf(_ kind: Kind, key: String?) -> ByteBuffer {
    guard settle() else { return openRow(key: key).field(kind, parent: -1, key: "") }
    if let key { bytes.append(string: key) }
    let node = core.table.step(from: ShapeTable.start, parent: -1, key: "", kind: kind)
    note(core.table.shape(at: node))
    return bytes
  }

  /// An element that will be written bit by bit, perhaps while others are.
  func openRow(key: String?) -> RowBuilder {
    let row = RowBuilder(core: core, bytes: ByteBuffer())
    open.append(OpenRow(key: key, row: row))
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

  /// Whether no container that could still write into this sequence is held by anyone.
  func isSettled() -> Bool {
    for index in open.indices {
      guard isKnownUniquelyReferenced(&open[index].row), open[index].row.isSettled() else {
        return false
      }
    }
    return true
  }

  /// Takes in the open rows if they are all complete.
  @inline(__always)
  private func settle() -> Bool {
    if open.isEmpty { return true }
    guard isSettled(), (try? takeOpenRows()) != nil else { return false }
    return true
  }

  private func takeOpenRows() throws {
    for waiting in open {
      let shape = try waiting.row.finish()
      if let key = waiting.key { bytes.append(string: key) }
      bytes.append(waiting.row.bytes)
      note(shape)
    }
    open.removeAll(keepingCapacity: true)
  }

  func finish(into row: ByteBuffer) throws {
    try takeOpenRows()
    let start = row.count
    row.append(littleEndian: UInt32(0))
    guard bytes.count < Int(UInt32.max) / 2 else { throw EncodingFault.tooLarge }
    row.append(littleEndian: UInt32(bytes.count))
    row.append(bytes)
    for run in runs {
      row.append(varint: run.shape)
      row.append(varint: run.count)
    }
    row.overwrite(at: start, with: UInt32(row.count - start - 4))
  }
}
