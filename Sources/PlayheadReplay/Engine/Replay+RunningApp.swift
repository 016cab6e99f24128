package import PlayheadCoding
package import PlayheadFlux
package import PlayheadLog
import PlayheadReading
package import PlayheadValues

/// What a debugger of a running app needs from a replay in the app's own process: values of the app's types.
extension Replay {
  /// A state of a store.
  package typealias StoreState = any Codable & Sendable

  /// The states after `step` of the stores that there were then, by their names in the app. Secrets that the log does not
  /// have come from the memory of `redaction`.
  ///
  /// Throws ``RunningAppError`` where a state is not what the app had.
  package func storeStates(
    at step: Step, _ redaction: Redaction?
  ) throws -> [String: StoreState] {
    try go(to: step)
    let states = player.states
    compareWithNextDigest()
    if approximateSince.map({ $0 <= step }) == true || firstUnfinished.map({ $0 <= step }) == true
      || stateMismatch.map({ $0.lastAgreed < step }) == true
      || firstDrawFault.map({ $0.step <= step }) == true
    {
      throw RunningAppError.otherState(step)
    }
    let restorer = redaction.map { SecretRestorer($0) }
    var found: [String: StoreState] = [:]
    for number in 0..<(try timeline.storeLists.epoch(after: step).count) {
      guard let store = timeline.stored.order[number] else { continue }
      do {
        let state = try restorer?.restoring(states[store]) { shapes, shape, row in
          try RowDecoding(shapes: shapes).decoder(shape: shape, row: row) { decoder in
            try player.decodeState(of: store, from: decoder)
          }
        }
        found[stores[store]] = state ?? states[store]
      } catch {
        throw RunningAppError.secret(step, store: log.stores[number])
      }
    }
    return found
  }

  /// An action of the app, made of its type's name and a payload, and the store that handles it alone, if one does. Tokens in
  /// the payload are replaced by the secrets that are in the memory of `redaction`.
  package func makeAction(
    _ name: String, _ payload: Value, _ redaction: Redaction?
  ) throws -> (action: any Action, store: String?) {
    guard let player = dispatcherPlayer else { throw RunningAppError.noActions }
    let open = Set(
      try timeline.storeLists.epoch(after: log.lastStep).registered.map { log.stores[$0] })
    let made = try ActionBuilder(log: log, player: player).value(
      name, payload, at: Moment(monotonic: 0, wall: 0), inStores: open)
    guard let redaction else { return made }
    func whole<Made: Action>(_ action: Made) throws -> any Action {
      try SecretRestorer(redaction).restoring(action, mayHaveOthers: true) { shapes, shape, row in
        try RowDecoding(shapes: shapes).decode(Made.self, shape: shape, row: row)
      } ?? action
    }
    return (try whole(made.action), made.store)
  }

  /// Calls `body` with each action of the log, as a value of this build, and the store that handles it alone, if one does.
  /// Skips actions that this build leaves out.
  package func forEachActionValue(
    _ body: (_ action: any Action, _ store: String?) throws -> Void
  ) throws {
    guard let player = dispatcherPlayer else { throw RunningAppError.noActions }
    for run in log.steps {
      try log.forEachChunk(in: run, onDamage: { _ in }) { chunk in
        let decoding = RowDecoding(shapes: chunk.shapes)
        for number in max(run.lowerBound, chunk.steps.lowerBound)
          .number...min(
            run.upperBound, chunk.steps.upperBound
          ).number
        {
          let action = LoggedAction(Step(number), of: chunk, decoding)
          // The one at which the app crashed would end this one, too.
          guard action.isHandled else { continue }
          guard let value = try player.actionDecoder.read(action) else { continue }
          try body(value, player.address(of: action.type).store)
        }
      }
    }
  }
}

/// The value of an action or a state as the app itself has it: types that do not know Playhead are boxed in a replay.
package func unboxed(_ value: Any) -> Any { (value as? any BoxedValue)?.anyValue ?? value }

/// Why a running app cannot be put into a state, or cannot be given an action.
package enum RunningAppError: Error, Hashable, Sendable {
  /// A replay does not lead to the state that the app had at this step.
  case otherState(Step)
  /// The log has a token instead of a secret in the state of this store, and the secret is not remembered.
  case secret(Step, store: String)
  /// The app has an engine of its own, and a debugger cannot make its actions.
  case noActions
}

extension RunningAppError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .otherState(let step):
      "the app cannot go to step \(step), because a replay of this session does not lead to the states that the app had; "
        + "'check' looks for the cause"
    case .secret(let step, let store):
      "the app cannot go to step \(step), because the log has a token instead of a secret of store '\(store)', and the "
        + "secret is not remembered; go to another step"
    case .noActions:
      "this app has an engine of its own, whose actions a debugger cannot make"
    }
  }
}
