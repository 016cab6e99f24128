package import PlayheadCoding
package import PlayheadLog
import PlayheadValues

/// An action of a log.
package struct LogEntry {
  /// The action's number.
  package let step: Step
  package let chunk: Chunk
  private let index: Int
  private let log: LogReader

  package init(step: Step, chunk: Chunk, of log: LogReader) {
    (self.step, self.chunk, self.log) = (step, chunk, log)
    index = Int(step.number - chunk.head.firstStep.number)
  }

  package var type: ActionType { chunk.head.types[Int(chunk.head.typeColumn[index])] }

  /// The time of the dispatch.
  package var moment: Moment { chunk.head.moments[index] }

  /// The action that dispatched this one, by a handler or an effect; `nil` if it came from outside.
  package var cause: Step? { chunk.head.cause(of: index) }

  /// Whether its stores have handled it: false only for the last action of an app that stopped during it.
  package var isHandled: Bool { index < chunk.head.changedColumn.count }

  /// The names of the stores that it changed or may have changed.
  package var changed: [String] { StoreSet.stores(of: storeSet).map(name) }

  /// The names of those that it may have changed: the recorder saw that the app kept another value.
  package var mayHaveChanged: [String] { StoreSet.possibleStores(of: storeSet).map(name) }

  private var storeSet: [Int] {
    isHandled ? chunk.head.storeSets[Int(chunk.head.changedColumn[index])] : []
  }

  private func name(of store: Int) -> String {
    log.stores.indices.contains(store) ? log.stores[store] : "store \(store)"
  }

  /// The time that the stores took, in nanoseconds: exact, or, if `timing` is `.coarse`, a minimum.
  package var nanoseconds: Int64 { isHandled ? chunk.head.durations[index] : 0 }

  /// The precision of `nanoseconds`.
  package var timing: Timing { chunk.head.timing }

  /// Calls `read` with the action's row. Throws if its bytes contradict its shape.
  package func payload<T>(
    _ read: (_ shape: Int, _ row: UnsafeRawBufferPointer) throws(ByteFault) -> T
  ) throws(ReadingError) -> T {
    do throws(ByteFault) {
      return try chunk.payload(of: index, read)
    } catch {
      throw .damaged(log.damage(in: chunk.frame, error.sentence))
    }
  }

  /// The keys and kinds of the action's fields, shared by many actions. Free.
  package var shape: Shape {
    chunk.payload(of: index) { (shape, _) in chunk.shapes[shape] }
  }

  /// Calls `read` with the rows of the stores' draws during the action, in order.
  package func forEachDraw(
    _ read: (_ shape: Int, _ row: UnsafeRawBufferPointer) throws(ByteFault) -> Void
  ) throws(ReadingError) {
    do throws(ByteFault) {
      try chunk.forEachDraw(of: index, read)
    } catch {
      throw .damaged(log.damage(in: chunk.frame, error.sentence))
    }
  }
}

extension ActionSource {
  /// The action of a step. Throws `noStep` beyond the end and for step 0, `inGap` in a gap.
  ///
  /// The first access to a chunk reads it up to that action; access to a later action reads the rest.
  package func entry(at step: Step) throws(ReadingError) -> LogEntry {
    LogEntry(step: step, chunk: try chunk(holding: step, through: step), of: recording)
  }

  /// Calls `body` with every action in `range`, in order; skips gaps and known damage. A newly found damaged
  /// chunk goes to `onDamage`, which throws by default; if it does not throw, the chunk is skipped.
  package func forEachEntry(
    in range: ClosedRange<Step>,
    onDamage: (ReadingError.Damage) throws -> Void = { throw ReadingError.damaged($0) },
    _ body: (LogEntry) throws -> Void
  ) throws {
    let log = recording
    try forEachChunk(in: range, onDamage: onDamage) { chunk in
      let steps = chunk.steps.clamped(to: range)
      for number in steps.lowerBound.number...steps.upperBound.number {
        try body(LogEntry(step: Step(number), chunk: chunk, of: log))
      }
    }
  }
}
