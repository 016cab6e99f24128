package import PlayheadReading
package import PlayheadReplay

/// An app's stores in this process: a crash of a store ends it.
package final class InProcessConnection: Connection {
  package let app: AppEntry?
  package var program: WorkerProgram? { nil }
  /// The log of the last question with its stores, and how it is replayed.
  private var current: (spec: ReplaySpec, log: LogReader, inspector: Inspector)?

  package init(_ app: AppEntry) { self.app = app }

  package func answer<Asked: Request>(
    to call: inout InspectorCall<Asked>, about log: LogReader,
    _ onEvent: (InspectorEvent) throws -> Void, _ give: (Asked.Part) throws -> Void
  ) throws -> Asked.Answer {
    let inspector = try inspector(of: log, call.task)
    return try withoutActuallyEscaping(onEvent) { onEvent in
      try call.answer(
        by: inspector,
        { event in
          if Task.isCancelled { throw Interruption() }
          try onEvent(event)
        }, give)
    }
  }

  /// The inspector that has the stores with the states of `log`. Throws if the log does not fit the app.
  @discardableResult
  func inspector(of log: LogReader, _ spec: ReplaySpec) throws -> Inspector {
    if let current, current.spec == spec, current.log === log { return current.inspector }
    guard let app else { throw InspectorError.storesMissing }
    current = nil
    let player = try app.player(isObserved: spec.isObserved)
    let inspector = Inspector(
      log, stores: try Replay(log, with: player, decoding: spec.decoding))
    current = (spec, log, inspector)
    return inspector
  }
}
