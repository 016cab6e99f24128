import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import PlayheadReading
import PlayheadRecorder
import PlayheadValues

/// A changed or inserted action, in a chunk of its own, as if it were in a log.
struct EditedAction: Sendable {
  let chunk: Chunk
  /// The chunk's bytes in a log.
  private let body: [UInt8]

  /// Makes the chunk of an action with recorded draws, which `store` handles alone if it is not nil. `cause` is the
  /// recorded step that led to it. An enum of an app without PlayheadFlux is named by its case if `namesCase`.
  init(
    _ action: any Encodable, _ type: ActionType, in store: String? = nil, namesCase: Bool = true,
    at moment: Moment, cause: Step? = nil, draws: [Draw]
  ) throws {
    let rows = RowEncoding()
    let shape = try rows.encode(action)
    var type = type
    if namesCase, let value = (action as? any BoxedValue)?.anyValue {
      let cases = caseNames(of: value, as: rows.table[shape])
      type = ActionType(named: type.name, version: type.version, cases: cases)
    }
    type = type.sent(to: store)
    // Any step after its cause.
    let draft = ChunkDraft(firstStep: cause?.next ?? 1)
    draft.append(
      ActionFacts(type: 0, shape: shape, moment: moment, cause: cause), row: rows.bytes.bytes)
    for draw in draws {
      let shape = try rows.encode(draw)
      draft.appendDraw(of: 0, shape: shape, row: rows.bytes.bytes)
    }
    draft.setOutcome(of: 0, changed: 0, nanoseconds: 0)
    let body = ByteBuffer()
    try draft.encode(
      .init(shapes: rows.shapes, types: [type], storeSets: [[]], timing: .exact),
      to: body)
    (chunk, self.body) = (try Chunk(body.bytes), body.array)
  }

  var type: ActionType { chunk.head.types[0] }
  var moment: Moment { chunk.head.moments[0] }

  /// The action as a tree; of an enum's case, its associated values.
  func payload() throws -> Value {
    try chunk.payload(of: 0) { (shape, row) throws(ByteFault) in
      try Value(shapes: chunk.shapes, shape: shape, row: row)
    }.associated(with: type.cases)
  }
}

extension EditedAction {
  /// Throws if the type ignored the payload that the action was made from, or a field of it.
  func requireAll(of given: Value) throws {
    let given = given.associated(with: type.cases)
    let taken = try payload()
    if taken.hasNothing, !given.hasNothing, given.names.isEmpty {
      throw BranchError.noPayload(type: type.name)
    }
    if let path = given.firstField(missingIn: taken) {
      throw BranchError.ignored(path, type: type.name)
    }
  }
}

extension Value {
  /// Whether it is what an action without a payload has.
  fileprivate var hasNothing: Bool {
    switch self {
    case .null: true
    case .record(let fields): fields.isEmpty
    default: false
    }
  }
}

extension EditedAction: Codable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Data(body))
  }

  init(from decoder: any Decoder) throws {
    body = [UInt8](try decoder.singleValueContainer().decode(Data.self))
    chunk = try body.withUnsafeBytes { try Chunk($0) }
  }
}

extension RowEncoding {
  /// Makes `bytes` the row of a draw, as in logs, and returns the number of its shape.
  func encode(_ draw: Draw) throws -> Int {
    switch draw {
    case .date(let date): try encode(date)
    case .uuid(let uuid): try encode(uuid)
    case .random(let bits): try encode(bits)
    }
  }
}
