/// What all builders of one encoder share: shapes, limits, and idle builders. Unchecked properties: as in `RowBuilder`.
package final class EncodingCore {
  /// How deep values may nest. In optimized code, 256 levels of most types fit the 512 KiB of a secondary thread on Apple's
  /// platforms.
  package static let depthLimit = 256

  let table: ShapeTable
  /// Keeps secrets out of the rows; nil if there are none.
  let redactor: Redactor?
  var userInfo: [CodingUserInfoKey: Any] = [:]
  @exclusivity(unchecked) var depth = 0
  @exclusivity(unchecked) var stack = StackGuard()
  /// The first misuse of the encoder by a value, where it could not be thrown on the spot.
  @exclusivity(unchecked) var fault: EncodingFault?
  private var idle: [SequenceBuilder] = []
  private var discarded: [RowBuilder] = []
  private var isDiscarding = false
  private var sequenceKinds: [ObjectIdentifier: Kind] = [:]

  init(table: ShapeTable, redaction: Redaction? = nil) {
    self.table = table
    redactor = redaction.map(Redactor.init)
  }

  /// A builder that was used before, if there is one.
  func sequence(_ kind: Kind, level: Int) -> SequenceBuilder {
    let sequence = idle.popLast() ?? SequenceBuilder(core: self)
    sequence.begin(kind, level: level)
    return sequence
  }

  /// Takes back a builder, unless a container of the value's still holds it.
  func recycle(_ sequence: inout SequenceBuilder) {
    if isKnownUniquelyReferenced(&sequence) { idle.append(sequence) }
  }

  /// Releases rows one after the other: each may hold the next, and releasing a long chain recursively takes a deep stack.
  func discard(_ rows: consuming [RowBuilder]) {
    discarded.append(contentsOf: rows)
    rows = []
    guard !isDiscarding else { return }
    isDiscarding = true
    while !discarded.isEmpty { _ = discarded.popLast() }
    isDiscarding = false
  }

  /// Lets go of the idle builders, which hold on to this core.
  func close() {
    idle.removeAll()
  }

  /// How a type's unkeyed container is to be understood: sets and dictionaries have no order.
  func sequenceKind(of type: any Any.Type) -> Kind {
    let id = ObjectIdentifier(type)
    if let known = sequenceKinds[id] { return known }
    let kind = (type as? any Unordered.Type)?.sequenceKind ?? .list
    sequenceKinds[id] = kind
    return kind
  }
}

/// Collections whose order means nothing.
private protocol Unordered {
  static var sequenceKind: Kind { get }
}

extension Set: Unordered {
  static var sequenceKind: Kind { .set }
}

extension Dictionary: Unordered {
  static var sequenceKind: Kind { .pairs }
}

/// How a value can misuse its encoder.
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
