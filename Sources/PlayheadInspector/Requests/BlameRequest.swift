import PlayheadReading
public import PlayheadLog
public import PlayheadReplay
public import PlayheadValues

/// Asks for the writer of each value at a place of a state; for a place without a value, who removed it.
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
    /// The value; nil if it was removed.
    public var value: Value?
    /// The step that wrote or removed it; nil if it has been there since the log began.
    public var step: Step?
    /// The removed value, at its last step.
    public var removed: Value?
    /// Why an earlier step may have written it: the states before its step cannot be shown.
    public var unshown: UnshownState?
    /// The type of that step's action; nil after missing or lost steps, any of which may have written the value.
    public var type: ActionType?
    /// When the action was dispatched, in nanoseconds since the start of the recording.
    public var offset: Int64?
    /// Whether no action wrote the value: the app added the store right after the step.
    public var isOfNewStore: Bool
  }

  /// The end of the answer.
  public struct Answer: Codable, Sendable {
    /// The value at the place, which the parts belong to; nil if it was removed.
    public var value: Value?
  }

  /// Gives every value, in order. Throws ``InspectorError/nothing(at:step:_:)`` if no value was there at any step
  /// up to this one.
  public func answer(from inspector: Inspector, _ give: (Part) throws -> Void) throws -> Answer {
    try inspector.requireStore(for: path)
    let step = step ?? inspector.log.lastStep
    let index = try inspector.index(reaching: step)
    return try inspector.replaying(.looking) { replay in
      let value: Value
      do {
        value = try replay.part(at: path, of: step)
      } catch let missing as InspectorError {
        guard case .nothing = missing, let removed = try removedPart(at: step, index, replay)
        else { throw missing }
        try give(removed)
        return Answer(value: nil)
      }
      let total = value.leafCount
      var done: UInt64 = 0
      try index.blame(value, at: path, of: step) { blame in
        done += 1
        try inspector.reportProgress(.blaming, done, of: total)
        try give(part(blame, in: replay))
      }
      return Answer(value: value)
    }
  }

  /// The part for a value that was at the path before `step` and is not there at it.
  private func removedPart(
    at step: Step, _ index: ChangeIndex, _ replay: Replay
  ) throws -> Part? {
    guard let end = try index.life(at: path, before: step)?.end else { return nil }
    var part = part(path, nil, end.step, in: replay)
    part.removed = end.old
    return part
  }

  private func part(_ blame: Blame, in replay: Replay) -> Part {
    var part = part(blame.path, blame.value, blame.change?.step, in: replay)
    part.unshown = blame.unshown
    return part
  }

  private func part(
    _ path: StatePath, _ value: Value?, _ step: Step?, in replay: Replay
  ) -> Part {
    let entry = step.flatMap { replay.action(thatChanged: path, at: $0) }
    return Part(
      path: path, value: value, step: step, type: entry?.type,
      offset: entry.map { replay.log.offset(of: $0.moment) },
      isOfNewStore: step.map { replay.adds(storeOf: path, rightAfter: $0) } ?? false)
  }
}

extension Value {
  /// The number of parts without parts of their own.
  fileprivate var leafCount: UInt64 {
    let parts = namedParts
    return parts.isEmpty ? 1 : parts.reduce(0) { $0 + $1.value.leafCount }
  }
}
