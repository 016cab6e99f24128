import PlayheadReading
import PlayheadLog
import PlayheadValues

/// The step that expressions are evaluated for. Reads only the values that they mention.
final class StepSubject {
  /// Called now and then in a long evaluation. Throw to end it.
  var onWork: () throws -> Void = {}
  private(set) var step: Step = .initial
  private let log: (any ActionSource)?
  /// The states; nil without stores.
  let states: StepStates?
  /// The chunk of the action; nil without an action.
  private var chunk: ChunkTests?
  private var index = 0
  private var payload: String?

  /// The steps of `log`, with their `states` if there are stores. Without a log, all values are missing.
  init(_ log: (any ActionSource)? = nil, _ states: StepStates? = nil) {
    (self.log, self.states) = (log, states)
  }

  /// Moves to an action.
  func look(at index: Int, of chunk: ChunkTests) {
    (self.chunk, self.index) = (chunk, index)
    move(to: Step(chunk.head.firstStep.number + UInt64(index)))
  }

  /// Moves to a step without an action.
  func lookAtState(of step: Step) {
    chunk = nil
    move(to: step)
  }

  private func move(to step: Step) {
    self.step = step
    payload = nil
    states?.move(to: step)
  }

  // MARK: Columns

  /// The type's name; nil without an action.
  var typeName: String? {
    chunk.map { $0.head.types[Int($0.head.typeColumn[index])].name }
  }

  /// The seconds since the recording began. Nil for a later state without an action.
  var time: Double? {
    guard let log, let chunk else { return step == .initial ? 0 : nil }
    let start = log.header.start.monotonic
    return Double(chunk.head.moments[index].monotonic &- start) / 1_000_000_000
  }

  /// The step that caused the action.
  var cause: Step? { chunk?.head.cause(of: index) }

  /// The action as JSON; nil without an action.
  func payloadJSON() throws -> String? {
    guard let log, chunk != nil else { return nil }
    if let payload { return payload }
    let bytes = try log.entry(at: step).payload().jsonBytesForSQL
    let json = String(decoding: bytes, as: UTF8.self)
    payload = json
    return json
  }
}
