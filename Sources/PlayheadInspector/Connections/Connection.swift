import Foundation
package import PlayheadReading
package import PlayheadReplay

/// Where an app's stores are.
package protocol Connection: AnyObject {
  /// The app, if its stores are in this process.
  var app: AppEntry? { get }
  /// Starts more processes with the stores; nil if that is impossible.
  var program: WorkerProgram? { get }

  /// The stores' answer to `call`, which is about `log`. Calls `give` with its parts. Adds the crashes on the way to the
  /// call.
  func answer<Asked: Request>(
    to call: inout InspectorCall<Asked>, about log: LogReader,
    _ onEvent: (InspectorEvent) throws -> Void, _ give: (Asked.Part) throws -> Void
  ) throws -> Asked.Answer
}

extension ReplaySpec {
  /// How stores elsewhere replay `log`. Contains the bytes of a log without a file.
  init(_ log: LogReader, _ decoding: DecodingPolicy) throws {
    self.init(log.name, decoding: decoding)
    (isObserved, decodesAhead) = (true, true)
    if log.hasFile {
      identity = try log.identity()
    } else {
      bytes = Data(try log.source.read(at: 0, count: log.source.size))
    }
    if !log.isClosed { lastStep = log.lastStep }
  }

  /// The same where only states matter: without observers, and without a thread that decodes ahead, which makes the step
  /// of a crash uncertain.
  var forStates: ReplaySpec {
    var spec = self
    (spec.isObserved, spec.decodesAhead) = (false, false)
    return spec
  }
}

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
    return try withoutActuallyEscaping(onEvent) { try call.answer(by: inspector, $0, give) }
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
