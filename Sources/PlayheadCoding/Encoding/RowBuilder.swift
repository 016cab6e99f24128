/// Writes one row: walks the shapes with every field and keeps the fields' bytes.
///
/// Fields may come in any order and into any container that is open; a shape remembers the order.
/// Sequences are built aside and put behind the other fields when the row is finished.
///
/// Its properties are not checked for overlapping accesses at run time: one thread uses them, no
/// access lasts while a value's own code runs, and the checks took a quarter of an action's time.
final class RowBuilder {
  let core: EncodingCore
  let bytes: ByteBuffer
  private let table: ShapeTable
  @exclusivity(unchecked) private var node = ShapeTable.start
  @exclusivity(unchecked) private var containers: Int32 = 0
  @exclusivity(unchecked) private var sequences: [Sequence] = []
  @exclusivity(unchecked) private(set) var frames: [Frame] = []
  /// How many rows this one is within.
  @exclusivity(unchecked) private var level = 0
  /// What holds for the row itself.
  @exclusivity(unchecked) private(set) var scope = Scope()
  /// What holds for the members of its containers; kept only while there may be something.
  @exclusivity(unchecked) private(set) var containerScopes: [Scope] = []
  /// Whether the redaction looks at every field; nil without one. Kept here, so that beginning a row
  /// counts no references.
  private let guardsAll: Bool?
  /// Whether there may be fields that are to be redacted.
  @exclusivity(unchecked) private(set) var isGuarded = false

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

  private struct Sequence {
    var parent: Int32
    var key: String
    var builder: SequenceBuilder
  }

  init(core: EncodingCore, bytes: ByteBuffer) {
    self.core = core
    self.bytes = bytes
    table = core.table
    guardsAll = core.redactor?.guardsAll
  }

  /// Starts a row behind what the buffer holds already.
  func begin(level: Int, _ scope: Scope = Scope()) {
    node = ShapeTable.start
    containers = 0
    self.level = level
    if let guardsAll { guardPlaces(within: scope, guardsAll) }
    if !sequences.isEmpty { recycle(from: 0) }
    if !frames.isEmpty { frames.removeAll(keepingCapacity: true) }
  }

  /// Puts the sequences behind the fields and names the shape.
  func finish() throws -> Int {
    if let root = frames.first, !root.isTouched { writeEmptyRecord(root) }
    if !sequences.isEmpty {
      for sequence in sequences { try sequence.builder.finish(into: bytes) }
      recycle(from: 0)
    }
    let shape = table.shape(at: node)
    guard shape >= 0 else { throw core.fault ?? .encodedTwice }
    // A row is never empty, so that no count of rows can exceed the bytes that hold them.
    if table.shapes[shape].fields.isEmpty { bytes.append(0) }
    return shape
  }

  /// Whether no container that could still write into this row is held by anyone.
  func isSettled() -> Bool {
    for index in sequences.indices {
      guard isKnownUniquelyReferenced(&sequences[index].builder),
        sequences[index].builder.isSettled()
      else { return false }
    }
    return true
  }

  private func recycle(from first: Int) {
    while sequences.count > first {
      var builder = sequences.removeLast().builder
      core.recycle(&builder)
    }
  }

  // MARK: Fields

  /// Writes a field, whose bytes `body` appends; `bits` is the size of an integer's type, and `outer`
  /// holds for what the field is the whole of.
  @inline(__always)
  func write(
    _ kind: Kind, bits: Int, parent: Int32, key: String, within outer: Treatment? = nil,
    _ body: (ByteBuffer) -> Void
  ) throws {
    if isGuarded { return try writeGuarded(kind, bits, parent, key, outer, body) }
    body(try field(kind, parent: parent, key: key))
  }

  /// Notes a field and gives the buffer that takes its bytes.
  @inline(__always)
  func field(_ kind: Kind, parent: Int32, key: String) throws -> ByteBuffer {
    guard level <= EncodingCore.depthLimit else { throw EncodingFault.tooDeep }
    node = table.step(from: node, parent: parent, key: key, kind: kind)
    return bytes
  }

  /// Opens a container of named members, for which `scope` holds, and gives its number.
  func container(parent: Int32, key: String, _ scope: @autoclosure () -> Scope) -> Int32 {
    node = table.step(from: node, parent: parent, key: key, kind: .record)
    containers += 1
    if isGuarded { containerScopes.append(scope()) }
    return containers - 1
  }

  func sequence(
    _ kind: Kind, parent: Int32, key: String, _ scope: @autoclosure () -> Scope
  ) -> SequenceBuilder {
    node = table.step(from: node, parent: parent, key: key, kind: kind)
    let builder = core.sequence(kind, level: level + 1)
    if isGuarded { builder.guardElements(within: scope()) }
    sequences.append(Sequence(parent: parent, key: key, builder: builder))
    return builder
  }

  /// The list under `key`: the same one however often it is asked for.
  func sharedSequence(parent: Int32, key: String) -> SequenceBuilder {
    let open = sequences.last {
      $0.parent == parent && $0.builder.kind == .list && $0.key == key
    }
    return open?.builder
      ?? sequence(.list, parent: parent, key: key, memberScope(parent: parent, key: key))
  }

  // MARK: Values

  @inline(__always)
  func encode<T: Encodable>(_ value: T, parent: Int32, key: String) throws {
    if let leaf = Leaf(T.self) {
      try write(leaf.kind, bits: leaf.bits, parent: parent, key: key) { leaf.write(value, to: $0) }
    } else {
      try encodePart(value, parent: parent, key: key)
    }
  }

  /// Encodes a value that is there, of an optional. If it writes what `nil` would write, it gets a
  /// row of its own, and so on for optionals within optionals.
  ///
  /// - Parameter outer: What holds for the optional as a whole.
  @inline(__always)
  func encodeWrapped<T: Encodable>(
    _ value: T, parent: Int32, key: String, _ outer: Treatment? = nil,
    if isOptional: () -> Bool = { true }
  ) throws {
    if let leaf = Leaf(T.self) {
      try write(leaf.kind, bits: leaf.bits, parent: parent, key: key, within: outer) {
        leaf.write(value, to: $0)
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
    try sequence(.nested, parent: parent, key: key, memberScope(parent: parent, key: key, outer))
      .append(value, key: nil)
  }

  /// Encodes a value that is not a leaf; true if it got a row of its own.
  @discardableResult
  private func encodePart<T: Encodable>(
    _ value: T, parent: Int32, key: String, _ outer: Treatment? = nil
  ) throws -> Bool {
    // A type within itself gets a row of its own, or every tree would have a shape of its own.
    // An optional leaves that to the value it wraps.
    if frames.contains(where: { $0.type == T.self }), !(T.self is any OptionalType.Type) {
      try sequence(.nested, parent: parent, key: key, memberScope(parent: parent, key: key, outer))
        .append(value, key: nil)
      return true
    }
    guard core.depth < EncodingCore.depthLimit, level <= EncodingCore.depthLimit,
      StackGuard.isFree(core.depth) || core.stack.hasRoom()
    else { throw EncodingFault.tooDeep }
    core.depth += 1
    let frame = pushFrame(parent: parent, key: key, type: T.self)
    defer {
      core.depth -= 1
      while frames.count > frame { frames.removeLast() }
    }
    if let redactor = core.redactor, isGuarded || !redactor.isFree(T.self) {
      try encodeGuarded(value, in: frame, outer, redactor)
    } else {
      try value.encode(to: RowEncoder(row: self, frame: frame))
    }
    if !frames[frame].isTouched { writeEmptyRecord(frames[frame]) }
    return false
  }

  private func writeEmptyRecord(_ frame: Frame) {
    _ = container(parent: frame.parent, key: frame.key, Scope())
  }

  // MARK: Redacting

  private func guardPlaces(within scope: Scope, _ guardsAll: Bool) {
    // Most rows are within nothing, and so was the one before.
    if !scope.isFree || !self.scope.isFree { self.scope = scope }
    isGuarded = guardsAll || !scope.isFree
    if !containerScopes.isEmpty { containerScopes.removeAll(keepingCapacity: true) }
  }

  /// Looks at every field and value from here on.
  func guardPlaces() {
    isGuarded = true
    while containerScopes.count < Int(containers) { containerScopes.append(Scope()) }
  }

  /// Notes what holds for the value in `frame` as a whole.
  func setTreatment(_ treatment: Treatment?, in frame: Int) {
    frames[frame].treatment = treatment
  }
}

// MARK: Frames

/// What values write into the places that were given to them.
extension RowBuilder {
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

/// A type that can be nil.
protocol OptionalType {}

extension Optional: OptionalType {}
