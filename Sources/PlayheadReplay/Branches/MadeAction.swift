import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import PlayheadValues

/// An action that was changed or inserted, as if a log had it: in a chunk of its own.
struct MadeAction: Sendable {
  private let chunk: Chunk
  /// The chunk as a log has it.
  let body: [UInt8]
  /// The recording's step that led to it, if one did.
  let cause: Step?

  /// Makes the chunk of an action with the draws of its recorded form; `cause` is the recorded step that led to it.
  init(
    _ action: any Encodable, _ type: ActionType, at moment: Moment, cause: Step? = nil,
    draws: [Draw]
  ) throws {
    self.cause = cause
    let rows = RowEncoding()
    let shape = try rows.encode(action)
    let draft = ChunkDraft(firstStep: 1)
    draft.append(
      ActionFacts(type: 0, shape: shape, moment: moment, cause: nil), row: rows.bytes.bytes)
    for draw in draws {
      let shape = try rows.encode(draw)
      draft.appendDraw(of: 0, shape: shape, row: rows.bytes.bytes)
    }
    draft.setOutcome(of: 0, changed: 0, nanoseconds: 0)
    let body = ByteBuffer()
    try draft.encode(
      .init(shapes: rows.shapes, types: [type], storeSets: [[]], timing: .exact), to: body)
    (chunk, self.body) = (try Chunk(body.bytes), body.array)
  }

  var type: ActionType { chunk.head.types[0] }
  var moment: Moment { chunk.head.moments[0] }

  /// The action as a tree.
  func payload() throws -> Value {
    try chunk.payload(of: 0) { (shape, row) throws(ByteFault) in
      try Value(shapes: chunk.shapes, shape: shape, row: row)
    }
  }
}

extension MadeAction: Codable {
  private enum Key: CodingKey { case body, cause }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(Data(body), forKey: .body)
    try container.encodeIfPresent(cause, forKey: .cause)
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    body = [UInt8](try container.decode(Data.self, forKey: .body))
    cause = try container.decodeIfPresent(Step.self, forKey: .cause)
    chunk = try body.withUnsafeBytes { try Chunk($0) }
  }
}

extension RowEncoding {
  /// Makes `bytes` the row of what was drawn, as logs have it, and returns the number of its shape.
  func encode(_ draw: Draw) throws -> Int {
    switch draw {
    case .date(let date): try encode(date)
    case .uuid(let uuid): try encode(uuid)
    case .random(let bits): try encode(bits)
    }
  }
}
