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
  private var idle: [SequenceBuilder] = []
  private var discarded: [RowBuilder] = []
  private var isDiscarding = false
  private var sequenceKinds: [ObjectIdentifier: Kind] = [:]

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

  /// The kind of a type's unkeyed container: sets and dictionaries have no order.
  func sequenceKind(of type: any Any.Type) -> Kind {
    let id = ObjectIdentifier(type)
    if let known = sequenceKinds[id] { return known }
    let kind = (type as? any Unordered.Type)?.sequenceKind ?? .list
    sequenceKinds[id] = kind
    return kind
  }
}

/// Collections without a meaningful order.
private protocol Unordered {
  static var sequenceKind: Kind { get }
}

extension Set: Unordered {
  static var sequenceKind: Kind { .set }
}

extension Dictionary: Unordered {
  static var sequenceKind: Kind { .pairs }
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
