import PlayheadReading
import PlayheadLog
import PlayheadValues

/// The step that expressions are evaluated for. Reads only the values that they mention.
final class StepSubject: ExpressionSubject {
  /// The actions of a chunk, without their payloads.
  final class Actions {
    let head: ChunkHead
    /// The types' names, as SQLite needs them.
    let typeNames: [[UInt8]]

    init(_ head: ChunkHead) {
      self.head = head
      typeNames = head.types.map { Array($0.name.utf8) }
    }
  }

  /// Called now and then in a long evaluation. Throw to end it.
  var onWork: () throws -> Void = {}
  private(set) var step: Step = .initial
  private let log: (any ActionSource)?
  private let states: StepStates?
  private var actions: Actions?
  private var index = 0
  private var payload: [UInt8]?

  /// The steps of `log`, with their `states` if there are stores. Without a log, all values are missing.
  init(_ log: (any ActionSource)? = nil, _ states: StepStates? = nil) {
    (self.log, self.states) = (log, states)
  }

  /// Moves to an action.
  func look(at index: Int, of actions: Actions) {
    (self.actions, self.index) = (actions, index)
    move(to: Step(actions.head.firstStep.number + UInt64(index)))
  }

  /// Moves to a step without an action.
  func lookAtState(of step: Step) {
    actions = nil
    move(to: step)
  }

  private func move(to step: Step) {
    self.step = step
    payload = nil
    states?.move(to: step)
  }

  // MARK: Columns

  /// The type's name; nil without an action.
  var typeName: [UInt8]? {
    actions.map { $0.typeNames[Int($0.head.typeColumn[index])] }
  }

  /// The seconds since the recording began. Nil for a later state without an action.
  var time: Double? {
    guard let log, let actions else { return step == .initial ? 0 : nil }
    let start = log.header.start.monotonic
    return Double(actions.head.moments[index].monotonic &- start) / 1_000_000_000
  }

  /// The step that caused the action.
  var cause: Step? { actions?.head.cause(of: index) }

  /// The action as JSON; nil without an action.
  func payloadJSON() throws -> [UInt8]? {
    guard let log, actions != nil else { return nil }
    if let payload { return payload }
    let json = try log.entry(at: step).payload().jsonBytesForSQL
    payload = json
    return json
  }

  // MARK: States

  func value(at path: StatePath) throws -> Value? { try states?.value(at: path) }
  func valueBefore(at path: StatePath) throws -> Value? { try states?.valueBefore(at: path) }
  func changed(at path: StatePath) throws -> Bool? { try states?.changed(at: path) }

  func work() throws { try onWork() }
}
