import PlayheadCoding
package import PlayheadReading
public import PlayheadFlux
public import PlayheadLog
import PlayheadRecorder
package import PlayheadValues

/// An action of a log, ready to be decoded and applied. Valid only during `Replayable.apply(_:)`.
public struct LoggedAction {
  /// The action's number.
  public let step: Step
  let chunk: Chunk
  let index: Int
  let decoding: RowDecoding
  /// The source of draws that the log does not have; nil for placeholders.
  var continuation: SystemInputs?
  /// What it goes on from, if that is not the action before it.
  var resumption: Resumption?
  /// What was decoded ahead, if anything.
  private(set) var ready: ReadyAction?

  /// The action at a step of the chunk.
  init(_ step: Step, of chunk: Chunk, _ decoding: RowDecoding, ready: ReadyAction? = nil) {
    (self.step, self.chunk, self.decoding, self.ready) = (step, chunk, decoding, ready)
    index = Int(step.number - chunk.head.firstStep.number)
  }

  /// The action's stable name and version.
  public var type: ActionType { chunk.head.types[Int(chunk.head.typeColumn[index])] }

  /// The action whose handler or effect dispatched this one.
  public var cause: Step? { chunk.head.cause(of: index) }

  /// When the action was dispatched.
  var moment: Moment { chunk.head.moments[index] }

  /// Whether the stores finished handling the action when it was live.
  var isHandled: Bool { index < chunk.head.changedColumn.count }

  /// The numbers of the stores that the action changed when it was live.
  var changedStores: [Int] {
    guard isHandled else { return [] }
    return StoreSet.stores(of: chunk.head.storeSets[Int(chunk.head.changedColumn[index])])
  }

  /// Decodes the action. Throws a `DecodingError` where it does not fit `type`.
  public func decode<Action: Decodable>(_ type: Action.Type) throws -> Action {
    if self.type.isReflected { throw ReplayError.reflected(self.type, step: step) }
    return try chunk.payload(of: index) { (shape, row) throws in
      try decoding.decode(type, shape: shape, row: row)
    }
  }

  /// `error`, thrown while this action was read, as an error that names the action and holds no values.
  func named(_ error: any Error) -> ReplayError {
    error as? ReplayError ?? .undecodable(type, step: step, incompatibility(error))
  }

  /// The dates, UUIDs and random bits that the stores drew when the action was live.
  public func draws() throws -> [Draw] {
    guard chunk.hasDraws else { return [] }
    var draws: [Draw] = []
    try chunk.forEachDraw(of: index) { (shape, row) throws in
      switch try Value(shapes: chunk.shapes, shape: shape, row: row) {
      case .date(let date): draws.append(.date(date))
      case .uuid(let uuid): draws.append(.uuid(uuid))
      case .uint(let bits): draws.append(.random(bits))
      default: throw ReplayError.unknownDraw(step: step)
      }
    }
    return draws
  }
}

extension LogEntry {
  /// The action as a tree; of an enum's case, its associated values. Throws if its bytes contradict their shape.
  package func payload() throws(ReadingError) -> Value {
    try payload { (shape, row) throws(ByteFault) in
      try Value(shapes: chunk.shapes, shape: shape, row: row)
    }.associated(with: type.cases)
  }

  /// The action as Swift code on one line, with long parts folded: `AddItem(sku: "A-7")`.
  package func call() throws(ReadingError) -> String {
    try payload().swiftText(named: type.name.visible, options: .inLine)
  }

  /// The values that the stores drew while they handled the action, in order.
  package func draws() throws(ReadingError) -> [Value] {
    var values: [Value] = []
    try forEachDraw { (shape, row) throws(ByteFault) in
      values.append(try Value(shapes: chunk.shapes, shape: shape, row: row))
    }
    return values
  }
}
