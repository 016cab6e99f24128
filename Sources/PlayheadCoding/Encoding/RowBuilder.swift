/// Writes one row: walks the shapes with every field and keeps the fields' bytes.
///
/// Fields may come in any order and into any open container. Sequences are built aside and put behind the other fields.
///
/// Its properties are unchecked: one thread uses them, no access lasts while a value's own code runs, and the checks took a
/// quarter of an action's time.
final class RowBuilder {
  let core: EncodingCore
  let bytes: ByteBuffer
  let table: ShapeTable
  @exclusivity(unchecked) var node = ShapeTable.start
  @exclusivity(unchecked) private var rowStart = 0
  @exclusivity(unchecked) private var containers: Int32 = 0
  @exclusivity(unchecked) var sequences: [Sequence] = []
  @exclusivity(unchecked) var frames = Stack<Frame>(capacity: 4)
  /// How many rows this one is within.
  @exclusivity(unchecked) var level = 0
  /// What holds for the row itself.
  @exclusivity(unchecked) private(set) var scope = Scope()
  /// What holds for the members of its containers; kept only while there may be something.
  @exclusivity(unchecked) private(set) var containerScopes: [Scope] = []
  /// The core's, and whether it looks at every field. Kept here, so that a row counts no references.
  let redactor: Redactor?
  private let guardsAll: Bool
  /// Whether there may be fields that are to be redacted.
  @exclusivity(unchecked) private(set) var isGuarded = false
  /// Its containers of members, for further rows; nil if its encoder does not close it.
  @exclusivity(unchecked) private var members: MemberContainers?

  struct Sequence {
    var parent: Int32
    var key: String
    var builder: SequenceBuilder
  }

  /// - Parameter keepsContainers: Whether it keeps its containers for further rows. Then it has to be closed.
  init(core: EncodingCore, bytes: ByteBuffer, keepsContainers: Bool = false) {
    self.core = core
    members = keepsContainers ? MemberContainers() : nil
    self.bytes = bytes
    table = core.table
    redactor = core.redactor
    guardsAll = core.redactor?.guardsAll ?? false
  }

  deinit { frames.close() }

  /// Lets go of the containers, which hold on to it. It writes no more rows.
  func close() {
    members?.close()
    // An encoder that a value keeps may still ask for one.
    members = nil
  }

  /// Starts a row behind what the buffer holds already.
  func begin(level: Int, _ scope: Scope = Scope()) {
    node = ShapeTable.start
    rowStart = bytes.count
    containers = 0
    self.level = level
    if redactor != nil { guardPlaces(within: scope) }
    if !sequences.isEmpty { recycle(from: 0) }
    frames.truncate(to: 0)
  }

  /// Puts the sequences behind the fields and names the shape.
  func finish() throws -> Int {
    if frames.count > 0, !frames.elements[0].isTouched { writeEmptyRecord(frames.elements[0]) }
    if !sequences.isEmpty {
      for sequence in sequences { try sequence.builder.finish(into: bytes) }
      recycle(from: 0)
    }
    containers = 0
    let shape = table.shape(at: node)
    guard shape >= 0 else { throw core.fault ?? .encodedTwice }
    // A row is never empty, so that no count of rows can exceed the bytes that hold them.
    if bytes.count == rowStart { bytes.append(0) }
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

  func recycle(from first: Int) {
    while sequences.count > first {
      var builder = sequences.removeLast().builder
      core.recycle(&builder)
    }
  }

  // MARK: Fields

  /// Writes a field, whose bytes `body` appends; `bits` is the size of an integer's type, and `outer` are the rules for the
  /// value of which it is all.
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
    guard parent < containers else { throw EncodingFault.usedAfterwards }
    node = table.step(from: node, parent: parent, key: key, kind: kind)
    return bytes
  }

  /// Whether a container is one of this row, which is not finished. Another one was kept beyond its time.
  private func isOpen(_ container: Int32) -> Bool {
    if container >= containers { core.fault = core.fault ?? .usedAfterwards }
    return container < containers
  }

  /// Opens a container of named members, for which `scope` holds, and gives its number.
  func container(parent: Int32, key: String, _ scope: Scope) -> Int32 {
    guard isOpen(parent) else { return -1 }
    node = table.step(from: node, parent: parent, key: key, kind: .record)
    containers += 1
    if isGuarded { containerScopes.append(scope) }
    return containers - 1
  }

  /// What a value writes members with into the container with this number.
  @inline(__always)
  func members<Key: CodingKey>(of container: Int32) -> KeyedEncodingContainer<Key> {
    if let members { return members.container(container, of: self) }
    return KeyedEncodingContainer(RowEncodingContainer<Key>(row: self, container: container))
  }

  func sequence(_ kind: Kind, parent: Int32, key: String, _ scope: Scope) -> SequenceBuilder {
    guard isOpen(parent) else { return core.sequence(kind, level: level + 1) }
    node = table.step(from: node, parent: parent, key: key, kind: kind)
    let builder = core.sequence(kind, level: level + 1)
    if isGuarded { builder.guardElements(within: scope) }
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

  // MARK: Redacting

  @inline(__always)
  private func guardPlaces(within scope: Scope) {
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
}
