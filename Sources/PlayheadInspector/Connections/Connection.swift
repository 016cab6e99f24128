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
