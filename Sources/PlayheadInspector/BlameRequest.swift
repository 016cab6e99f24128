import PlayheadFiles
public import PlayheadLog
import PlayheadReplay
public import PlayheadValues

/// Asks for the writer of each value at a place of a state.
public struct BlameRequest: Request {
  /// The step of the state; nil for the last step.
  public var step: Step?
  /// The place; empty for the whole state.
  public var path: StatePath

  /// Asks about the values at `path` in the state of `step`.
  public init(of step: Step? = nil, at path: StatePath = StatePath()) {
    (self.step, self.path) = (step, path)
  }

  /// A value without parts, and its writer.
  public struct Part: Codable, Sendable {
    /// The value's path.
    public var path: StatePath
    /// The value.
    public var value: Value
    /// The step that wrote it; nil if it has been there since the log began.
    public var step: Step?
    /// The type of that step's action, if it has one.
    public var type: ActionType?
    /// When the action was dispatched, in nanoseconds since the start of the recording.
    public var offset: Int64?
  }

  /// The end of the answer.
  public struct Answer: Codable, Sendable {
    /// The value at the place, which the parts belong to.
    public var value: Value
  }

  /// Gives every value, in order.
  public func answer(from inspector: Inspector, _ give: (Part) throws -> Void) throws -> Answer {
    try inspector.requireStore(for: path)
    let step = step ?? inspector.log.lastStep
    let index = try inspector.index(reaching: step)
    let value = try inspector.replaying { try $0.part(at: path, of: step) }
    // The number of values done says more than the number of looks.
    let total = value.leafCount
    var done: UInt64 = 0
    index.onLook = { [unowned inspector] in try inspector.tell(.blaming, done, of: total) }
    try index.blame(value, at: path, of: step) { blame in
      done += 1
      try inspector.tell(.blaming, done, of: total)
      try give(part(blame, of: inspector.log))
    }
    return Answer(value: value)
  }

  private func part(_ blame: Blame, of log: LogReader) -> Part {
    let step = blame.change?.step
    let entry = step.flatMap { $0 > log.initialStep ? try? log.entry(at: $0) : nil }
    return Part(
      path: blame.path, value: blame.value, step: step, type: entry?.type,
      offset: entry.map { log.offset(of: $0.moment) })
  }
}

extension Value {
  /// The number of parts without parts of their own.
  fileprivate var leafCount: UInt64 {
    let parts = namedParts
    return parts.isEmpty ? 1 : parts.reduce(0) { $0 + $1.value.leafCount }
  }

  /// The parts, with their names in a path.
  package var namedParts: [(name: StatePath.Component, value: Value)] {
    switch self {
    case .record(let fields): fields.map { (.field($0.name), $0.value) }
    case .dictionary(let entries): entries.map { (.key($0.key), $0.value) }
    case .list(let parts), .set(let parts):
      parts.enumerated().map { (.index($0.offset), $0.element) }
    default: []
    }
  }
}
