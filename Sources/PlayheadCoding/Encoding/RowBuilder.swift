/// Writes one row: follows the shapes with every field and keeps the fields' bytes.
///
/// Fields may come in any order and go into any open container. Sequences are built separately and come last.
///
/// Its properties are unchecked: one thread uses them, no access lasts while a value's own code runs, and the
/// checks took a quarter of an action's time.
final class RowBuilder {
  let core: EncodingCore
  let bytes: ByteBuffer
  let table: ShapeTable
  @exclusivity(unchecked) var node = ShapeTable.start
  @exclusivity(unchecked) private var rowStart = 0
  @exclusivity(unchecked) private var containers: Int32 = 0
  @exclusivity(unchecked) var sequences: [Sequence] = []
  @exclusivity(unchecked) var frames = Stack<Frame>(capacity: 4)
  /// The number of enclosing rows.
  @exclusivity(unchecked) var level = 0
  /// The rules for the row itself.
  @exclusivity(unchecked) private(set) var scope = Scope()
  /// The rules for the members of its containers; kept only if there may be any.
  @exclusivity(unchecked) private(set) var containerScopes: [Scope] = []
  /// The core's redactor, and whether it checks every field. Kept here, so that a row counts no references.
  let redactor: Redactor?
  private let guardsAll: Bool
  /// Whether some fields may have to be redacted.
  @exclusivity(unchecked) private(set) var isGuarded = false
  /// Its containers of members, for later rows; `nil` if its encoder does not close it.
  @exclusivity(unchecked) private var members: MemberContainers?

  struct Sequence {
    var parent: Int32
    var key: String
    var builder: SequenceBuilder
  }

  /// - Parameter keepsContainers: Whether to keep containers for later rows, which requires `close()`.
  init(core: EncodingCore, bytes: ByteBuffer, keepsContainers: Bool = false) {
    self.core = core
    members = keepsContainers ? MemberContainers() : nil
    self.bytes = bytes
    table = core.table
    redactor = core.redactor
    guardsAll = core.redactor?.guardsAll ?? false
  }

  deinit { frames.close() }

  /// Releases the containers, which hold the builder. It writes no more rows.
  func close() {
    members?.close()
    // A value that kept its encoder may still ask for a container.
    members = nil
  }

  /// Starts a row after the bytes in the buffer.
  func begin(level: Int, _ scope: Scope = Scope()) {
    node = ShapeTable.start
    rowStart = bytes.count
    containers = 0
    self.level = level
    if redactor != nil { guardPlaces(within: scope) }
    if !sequences.isEmpty { recycle(from: 0) }
    frames.truncate(to: 0)
  }

  /// Appends the sequences to the fields, and returns the shape's number.
  func finish() throws(EncodingFault) -> Int {
    if frames.count > 0, !frames.elements[0].isTouched { writeEmptyRecord(frames.elements[0]) }
    if !sequences.isEmpty {
      for sequence in sequences { try sequence.builder.finish(into: bytes) }
      recycle(from: 0)
    }
    containers = 0
    let shape = table.shape(at: node)
    guard shape >= 0 else { throw core.fault ?? .encodedTwice }
    // A row is never empty, so that a count of rows cannot exceed their bytes.
    if bytes.count == rowStart { bytes.append(0) }
    return shape
  }

  /// Whether no other reference exists to a container that could still write into this row.
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

  /// Writes a field. `outer` is the mode of the value that consists of this field.
  @inline(__always)
  func write<T>(
    _ value: T, _ type: Primitive, parent: Int32, key: String, within outer: RedactionMode? = nil
  ) throws {
    if isGuarded, let redactor, let mode = mode(ofField: type.kind, parent, key, outer) {
      type.write(value, to: redactor.emptyOriginal())
      let output = try field(type.kind, parent: parent, key: key)
      return try redactor.writeReplacement(type, mode, to: output)
    }
    type.write(value, to: try field(type.kind, parent: parent, key: key))
  }

  /// Writes `nil`, which no rule replaces.
  @inline(__always)
  func writeNil(parent: Int32, key: String) throws {
    try field(.null, parent: parent, key: key).append(0)
  }

  /// Notes a field and returns the buffer for its bytes.
  @inline(__always)
  func field(_ kind: Kind, parent: Int32, key: String) throws -> ByteBuffer {
    guard level <= EncodingCore.depthLimit else { throw EncodingFault.tooDeep }
    guard parent < containers else { throw EncodingFault.usedAfterwards }
    node = table.step(from: node, parent: parent, key: key, kind: kind)
    return bytes
  }

  /// Whether a container belongs to this unfinished row. Otherwise a value kept it too long.
  private func isOpen(_ container: Int32) -> Bool {
    if container >= containers { core.fault = core.fault ?? .usedAfterwards }
    return container < containers
  }

  /// Opens a container of named members with these rules, and returns its number.
  func container(parent: Int32, key: String, _ scope: Scope) -> Int32 {
    guard isOpen(parent) else { return -1 }
    node = table.step(from: node, parent: parent, key: key, kind: .record)
    containers += 1
    if isGuarded { containerScopes.append(scope) }
    return containers - 1
  }

  /// Writes members into the container with this number.
  @inline(__always)
  func members<Key: CodingKey>(of container: Int32) -> KeyedEncodingContainer<Key> {
    guard let members else { return makeMembers(of: container) }
    return members.container(container) { makeMembers(of: container) }
  }

  @inline(never)
  private func makeMembers<Key: CodingKey>(of container: Int32) -> KeyedEncodingContainer<Key> {
    if core.facts(of: Key.self).areKeysData {
      return KeyedEncodingContainer(
        MapEncodingContainer<Key>(sequence: dataMembers(of: container)))
    }
    let new = KeyedEncodingContainer(RowEncodingContainer<Key>(row: self, container: container))
    members?.keep(new, container)
    return new
  }

  /// The members of a container whose names are data. Of a secret, the names are secret as well.
  private func dataMembers(of container: Int32) -> SequenceBuilder {
    sharedSequence(.members, parent: container, key: "") { [self] in
      let scope = scope(ofContainer: container)
      let isSecret = scope.whole.map { $0 != .keep } ?? false
      return Scope(whole: scope.whole, fields: scope.fields, keys: isSecret ? .token : nil)
    }
  }

  func sequence(_ kind: Kind, parent: Int32, key: String, _ scope: Scope) -> SequenceBuilder {
    guard isOpen(parent) else { return core.sequence(kind, level: level + 1) }
    node = table.step(from: node, parent: parent, key: key, kind: kind)
    let builder = core.sequence(kind, level: level + 1)
    if isGuarded { builder.guardElements(within: scope) }
    sequences.append(Sequence(parent: parent, key: key, builder: builder))
    return builder
  }

  /// The sequence under `key`: the same one each time.
  func sharedSequence(
    _ kind: Kind, parent: Int32, key: String, _ scope: () -> Scope
  ) -> SequenceBuilder {
    let open = sequences.last {
      $0.parent == parent && $0.builder.kind == kind && $0.key == key
    }
    return open?.builder ?? sequence(kind, parent: parent, key: key, scope())
  }

  // MARK: Redacting

  @inline(__always)
  private func guardPlaces(within scope: Scope) {
    // Most rows have no rules, and neither had the previous one.
    if !scope.hasNoRules || !self.scope.hasNoRules { self.scope = scope }
    isGuarded = guardsAll || !scope.hasNoRules
    if !containerScopes.isEmpty { containerScopes.removeAll(keepingCapacity: true) }
  }

  /// Checks every field and value from here on.
  func guardPlaces() {
    isGuarded = true
    while containerScopes.count < Int(containers) { containerScopes.append(Scope()) }
  }
}
