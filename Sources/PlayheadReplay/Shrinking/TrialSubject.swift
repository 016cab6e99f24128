import PlayheadCoding
import PlayheadReading
import PlayheadLog
import PlayheadValues

/// The last step of a session on trial, with the states of the stores.
final class TrialSubject: ExpressionSubject {
  var failure: (any Error)?
  var paths = PathTexts()
  private(set) var step: Step = .initial
  private let replay: Replay
  private let encoding = StateEncoding()
  private var action: LoggedAction?
  /// Copies of the states at the step, …
  private var present: [String: TrackedValue] = [:]
  /// … and of those before it; nil if they are not known.
  private var former: [String: TrackedValue]?

  init(_ replay: Replay) {
    self.replay = replay
  }

  /// Keeps the current states as those before the step.
  func keepStatesBefore() { former = states() }

  /// Takes the current states as those of `step`, which `action` led to.
  func look(at step: Step, _ action: LoggedAction?) {
    (self.step, self.action) = (step, action)
    present = states()
  }

  /// Forgets all states.
  func forget() { (present, former, action) = ([:], nil, nil) }

  private func states() -> [String: TrackedValue] {
    Dictionary(
      zip(replay.player.stores, replay.player.states.map { TrackedValue($0) }),
      uniquingKeysWith: { first, _ in first })
  }

  // MARK: Columns

  var typeName: [UInt8]? { action.map { Array($0.type.name.utf8) } }

  var time: Double? {
    guard let action else { return step == .initial ? 0 : nil }
    let start = replay.log.header.start.monotonic
    return Double(action.chunk.head.moments[action.index].monotonic &- start) / 1_000_000_000
  }

  var cause: Step? { action?.cause }

  func payloadJSON() throws -> [UInt8]? {
    guard let action else { return nil }
    return try action.chunk.payload(of: action.index) { (shape, row) throws(ByteFault) in
      try Value(shapes: action.chunk.shapes, shape: shape, row: row)
    }.associated(with: action.type.cases).jsonBytes(infinity: ExpressionCall.infinity)
  }

  // MARK: States

  func value(at path: StatePath) throws -> Value? { try value(at: path, in: present) }

  func valueBefore(at path: StatePath) throws -> Value? {
    try former.flatMap { try value(at: path, in: $0) }
  }

  func changed(at path: StatePath) throws -> Bool? {
    guard former != nil else { return nil }
    return try value(at: path) != valueBefore(at: path)
  }

  private func value(at path: StatePath, in states: [String: TrackedValue]) throws -> Value? {
    guard let first = path.components.first else {
      return .record(
        try replay.stores.map { store in
          Value.Field(store, try value(at: StatePath([.field(store)]), in: states) ?? .null)
        })
    }
    guard let store = first.name, let state = states[store] else { return nil }
    return try encoding.value(at: path.withoutFirst, in: state, store, at: step)
  }

  func work() throws { try replay.onStep(step) }
}
