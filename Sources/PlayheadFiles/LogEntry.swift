package import PlayheadCoding
package import PlayheadLog

/// An action as the log has it.
package struct LogEntry {
  /// The action's number.
  package let step: Step
  package let chunk: Chunk
  /// Where the chunk is: the log may have found it damaged since.
  private let frame: Int
  private let index: Int
  private let log: LogReader

  init(step: Step, chunk: Chunk, in frame: Int, of log: LogReader) {
    (self.step, self.chunk, self.frame, self.log) = (step, chunk, frame, log)
    index = Int(step.number - chunk.head.firstStep.number)
  }

  /// The action's type.
  package var type: ActionType { chunk.head.types[Int(chunk.head.typeColumn[index])] }

  /// When it was dispatched.
  package var moment: Moment { chunk.head.moments[index] }

  /// The action whose handling or effect dispatched this one; nil if it came from outside.
  package var cause: Step? { chunk.head.cause(of: index) }

  /// Whether the stores got through with it: false only for the last action of an app that stopped
  /// while handling it.
  package var isHandled: Bool { index < chunk.head.changedColumn.count }

  /// The names of the stores that it changed.
  package var changed: [String] {
    guard isHandled else { return [] }
    return chunk.head.storeSets[Int(chunk.head.changedColumn[index])].map { store in
      log.stores.indices.contains(store) ? log.stores[store] : "store \(store)"
    }
  }

  /// How long the stores took, in nanoseconds: exactly, or, if `timing` is `.coarse`, at least.
  package var nanoseconds: Int64 { isHandled ? chunk.head.durations[index] : 0 }

  /// How exact `nanoseconds` is.
  package var timing: Timing { chunk.head.timing }

  /// Gives the row of the action to `read`. Throws if its bytes contradict their shape.
  package func payload<T>(
    _ read: (_ shape: Int, _ row: UnsafeRawBufferPointer) throws(ByteFault) -> T
  ) throws(LogError) -> T {
    do throws(ByteFault) {
      return try chunk.payload(of: index, read)
    } catch {
      throw .damaged(log.damage(in: frame, error.sentence))
    }
  }

  /// The keys and kinds of the action's fields, which many actions share; costs nothing.
  package var shape: Shape {
    chunk.payload(of: index) { (shape, _) in chunk.shapes[shape] }
  }

  /// Gives the rows of the values that the stores took from outside while they handled it to `read`, in order.
  package func forEachDraw(
    _ read: (_ shape: Int, _ row: UnsafeRawBufferPointer) throws(ByteFault) -> Void
  ) throws(LogError) {
    do throws(ByteFault) {
      try chunk.forEachDraw(of: index, read)
    } catch {
      throw .damaged(log.damage(in: frame, error.sentence))
    }
  }
}

extension LogReader {
  /// The action of a step. Throws `noStep` beyond the end and for step 0, `inGap` in a gap.
  ///
  /// The first one that is asked for in a chunk costs unpacking the chunk and reading it up to there; those in
  /// front of it then cost next to nothing, the first behind it the whole chunk, and then none anything.
  package func entry(at step: Step) throws(LogError) -> LogEntry {
    let frame = try frame(holding: step)
    return LogEntry(step: step, chunk: try chunk(in: frame, through: step), in: frame, of: self)
  }

  /// Gives every action in `range` to `body`, in order; gaps are passed over.
  ///
  /// - Parameters:
  ///   - range: From which step to which.
  ///   - onDamage: Told of each chunk that turns out to be damaged, which is then passed over like a gap,
  ///     as damage is that is known already (``lostSteps``). Unless it says otherwise, it throws.
  ///   - body: Gets each action, in the order of the steps.
  package func forEachEntry(
    in range: ClosedRange<Step>,
    onDamage: (LogError.Damage) throws -> Void = { throw LogError.damaged($0) },
    _ body: (LogEntry) throws -> Void
  ) throws {
    try forEachChunkAndFrame(in: range, onDamage: onDamage) { chunk, frame in
      let steps = chunk.steps.clamped(to: range)
      for number in steps.lowerBound.number...steps.upperBound.number {
        try body(LogEntry(step: Step(number), chunk: chunk, in: frame, of: self))
      }
    }
  }
}
