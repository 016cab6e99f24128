/// The shared parts of one encoder's builders. Unchecked properties: see `RowBuilder`.
package final class EncodingCore {
  /// The deepest nesting of values. In optimized code, 256 levels of most types fit the 512 KiB of a
  /// secondary thread on Apple's platforms.
  package static let depthLimit = 256

  let table: ShapeTable
  /// Replaces secrets; `nil` if there are none.
  let redactor: Redactor?
  var userInfo: [CodingUserInfoKey: Any] = [:]
  @exclusivity(unchecked) var depth = 0
  @exclusivity(unchecked) var stack = StackGuard()
  /// The first misuse of the encoder by a value, if it could not be thrown at once.
  @exclusivity(unchecked) var fault: EncodingFault?
  /// The shapes of the rows within the value, each once.
  @exclusivity(unchecked) private(set) var innerShapes: [Int] = []
  /// Rises when the encoder learns that a type's values vary, because the shapes around them change.
  @exclusivity(unchecked) private(set) var generation: Int32 = 1
  private var types: [ObjectIdentifier: TypeFacts] = [:]
  private var idle: [SequenceBuilder] = []
  private var discarded: [RowBuilder] = []
  private var isDiscarding = false

  init(table: ShapeTable, redaction: Redaction? = nil) {
    self.table = table
    redactor = redaction.map(Redactor.init)
  }

  /// A builder, reused if one is idle.
  func sequence(_ kind: Kind, level: Int) -> SequenceBuilder {
    let sequence = idle.popLast() ?? SequenceBuilder(core: self)
    sequence.begin(kind, level: level)
    return sequence
  }

  /// Takes back a builder, unless one of the value's containers still holds it.
  func recycle(_ sequence: inout SequenceBuilder) {
    if isKnownUniquelyReferenced(&sequence) { idle.append(sequence) }
  }

  /// Releases rows one by one: each may hold the next, and recursion over a long chain takes a deep stack.
  func discard(_ rows: consuming [RowBuilder]) {
    discarded.append(contentsOf: rows)
    rows = []
    guard !isDiscarding else { return }
    isDiscarding = true
    while !discarded.isEmpty { _ = discarded.popLast() }
    isDiscarding = false
  }

  /// Releases the idle builders, which hold this core.
  func close() {
    idle.removeAll()
  }

  // MARK: Types

  /// What the encoder knows about a type.
  @inline(never)
  func facts(of type: any Any.Type) -> TypeFacts {
    let id = ObjectIdentifier(type)
    if let known = types[id] { return known }
    let facts = TypeFacts(type)
    types[id] = facts
    return facts
  }

  /// Notes that values of a type are written in different ways. From now on, they get rows of their own:
  /// otherwise, a struct with five enums of ten cases would have 100,000 shapes.
  func noteVarying(_ type: any Any.Type) {
    var facts = facts(of: type)
    facts.varies = true
    types[ObjectIdentifier(type)] = facts
    generation += 1
  }

  // MARK: Shapes

  /// Notes a shape of a row within the value.
  @inline(__always)
  func noteInner(_ shape: Int) {
    if table.isFirstUse(of: shape) { innerShapes.append(shape) }
  }

  /// Begins a value, which is nested in `depth` others.
  func begin(depth: Int) {
    self.depth = depth
    stack = StackGuard()
    fault = nil
    table.beginUses()
    if !innerShapes.isEmpty { innerShapes.removeAll(keepingCapacity: true) }
  }
}

/// What the encoder knows about a type.
struct TypeFacts {
  /// The kind of its unkeyed containers: sets and dictionaries have no order.
  let sequenceKind: Kind
  /// For an optional, the kind of the field of the value in it.
  let wrapped: Kind?
  /// For a type of keys, whether the keys are data and not names of the app's code.
  let areKeysData: Bool
  /// Whether its values are written in different ways, as those of most enums are.
  var varies = false

  init(_ type: any Any.Type) {
    sequenceKind = (type as? any StandardCollection.Type)?.sequenceKind ?? .list
    wrapped = (type as? any OptionalType.Type).map { Primitive.kind(of: $0.wrapped) ?? .nested }
    areKeysData =
      (type as? any CodingKey.Type).map { !($0 is any CodeKey.Type) && !$0.isPlainEnum } ?? false
  }
}

/// A type of keys that are names of the app's code, although it is no plain enumeration.
protocol CodeKey: CodingKey {}

extension CodingKey {
  /// Whether the type is an enumeration without associated objects, as the coding keys that Swift makes are.
  fileprivate static var isPlainEnum: Bool { isEnum(Self.self) && _isPOD(Self.self) }
}

package protocol OptionalType {
  static var wrapped: any Any.Type { get }
}

extension Optional: OptionalType {
  package static var wrapped: any Any.Type { Wrapped.self }
}

package enum EncodingFault: Error {
  case tooDeep
  case encodedTwice
  case usedAfterwards
  case tooLarge

  package var sentence: String {
    switch self {
    case .tooDeep:
      "values may nest \(EncodingCore.depthLimit) levels deep, if the thread's stack has room for"
        + " them, and this one is deeper"
    case .encodedTwice: "it wrote two values where one belongs"
    case .usedAfterwards: "it used its encoder after its 'encode(to:)' had returned"
    case .tooLarge: "a collection in it takes more than 4 GiB"
    }
  }
}
