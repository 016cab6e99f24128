package import Foundation
import PlayheadLog
package import PlayheadReading
package import PlayheadReplay

/// An app's stores in a process that this one did not start: a running app, which is reached through a socket.
package final class RemoteConnection: Connection {
  /// Sends a message, and calls its second argument with the replies as they come, up to the last one.
  package typealias Exchange = (
    _ message: Data, _ onReply: (Data) throws -> Void
  ) throws -> Void

  package var app: AppEntry? { nil }
  package var program: WorkerProgram? { nil }
  private let exchange: Exchange
  private let upload: (LogReader) throws -> String?
  /// The paths at which the app has logs, by those of this process.
  private var paths: [String: String] = [:]
  private var number: UInt64 = 0

  /// `upload` gives the app a log that it cannot read, and returns its path there; nil if the app can read it.
  package init(
    _ exchange: @escaping Exchange, upload: @escaping (LogReader) throws -> String?
  ) {
    (self.exchange, self.upload) = (exchange, upload)
  }

  package func answer<Asked: Request>(
    to call: inout InspectorCall<Asked>, about log: LogReader,
    _ onEvent: (InspectorEvent) throws -> Void, _ give: (Asked.Part) throws -> Void
  ) throws -> Asked.Answer {
    try leaveOutUnfinished(of: log, in: &call)
    let own = call.task
    defer { call.task = own }
    call.task = try remote(own, log)
    return try withoutActuallyEscaping(give) { give in
      try result(of: call) { bytes in
        switch try WorkerCoding.value(InspectorCall<Asked>.Message.self, bytes) {
        case .event(let event): try onEvent(event)
        case .parts(let parts): for part in parts { try give(part) }
        }
      }
    }
  }

  private func leaveOutUnfinished<Asked: Request>(
    of log: LogReader, in call: inout InspectorCall<Asked>
  ) throws {
    for crash in try log.recordedCrashes
    where !call.traps.contains(where: { $0.step == crash.step }) {
      call.traps.append(crash)
    }
  }

  /// How the app replays the log.
  private func remote(_ spec: ReplaySpec, _ log: LogReader) throws -> ReplaySpec {
    var spec = spec
    // A second instance of the stores, whose observers belong to nobody.
    spec.isObserved = false
    spec.bytes = nil
    if paths[spec.log] == nil { paths[spec.log] = try upload(log) ?? spec.log }
    spec.log = paths[spec.log] ?? spec.log
    return spec
  }

  private func result<Asked: WorkerRequest>(
    of request: Asked, _ onPart: (Data) throws -> Void
  ) throws -> Asked.Answer {
    number += 1
    let message = try WorkerCoding.bytes(WorkerMessage(request, number: number))
    var answer: Asked.Answer?
    try exchange(message) { bytes in
      switch try WorkerCoding.value(WorkerReply.self, bytes) {
      case .working: break
      case .part(let part): try onPart(part)
      case .answer(let bytes): answer = try WorkerCoding.value(Asked.Answer.self, bytes)
      case .failed(let failure): throw failure.error
      }
    }
    guard let answer else { throw WorkerError.lost("the running app sent no answer") }
    return answer
  }

  package func check(
    _ log: LogReader, _ spec: ReplaySpec, runs: Int, onSteps: @escaping (UInt64) throws -> Void
  ) throws -> CheckedReplays {
    (try result(of: RemoteCheck(spec: remote(spec, log), runs: runs)) { _ in }, 1, [])
  }

  package func compatibility(
    of log: LogReader, _ spec: ReplaySpec, onSteps: (UInt64) throws -> Void
  ) throws -> Compatibility {
    try result(of: CompatibilityTask(remote(spec, log))) { _ in }
  }
}

/// Compares replays in the process that has the stores.
struct RemoteCheck: WorkerRequest {
  var spec: ReplaySpec
  var runs: Int

  func answer(by worker: WorkerContext) throws -> CheckFinding {
    let (log, makePlayer) = try worker.open(spec)
    var check = DeterminismCheck(log, decoding: spec.decoding, with: makePlayer)
    check.comparisons = max(runs / 2, 1)
    check.onStep = { _ in try worker.checkCancelled() }
    return try check.finding()
  }
}

/// Answers messages of a ``RemoteConnection`` with the stores of this process. One thread at a time uses it.
package final class RemoteAnswerer {
  /// The version of the messages.
  package static let version = MessagePipe.version

  private let requests = WorkerRequests()
  private let context: WorkerContext

  package init(_ apps: [AppEntry]) {
    context = WorkerContext { task in try WorkerRequests.open(task, apps) }
    context.policy = .besideRunningApp
  }

  /// Calls `send` with the replies to a message. If `send` throws, the work ends.
  package func answer(_ message: Data, _ send: @escaping (Data) throws -> Void) throws {
    guard let (request, _) = requests.request(of: message) else {
      return try send(WorkerCoding.bytes(WorkerReply.unknownRequest))
    }
    context.send = { try send(WorkerCoding.bytes($0)) }
    context.checkCancelled = { if Task.isCancelled { throw Interruption() } }
    defer { context.send = { _ in } }
    try send(WorkerCoding.bytes(reply(to: request)))
  }

  private func reply(to request: some WorkerRequest) -> WorkerReply {
    WorkerReply(to: request, by: context)
  }
}

extension LogReader {
  /// The actions that the app had not finished when it stopped: they would end a running app that replays them, too.
  package var recordedCrashes: [KnownCrash] {
    get throws {
      guard !isBeingWritten else { return [] }
      let reason =
        "the app stopped at this action when it was recorded, so a running app does not replay it"
      return try unfinishedSteps().map {
        KnownCrash(step: $0, reason: reason, store: nil, kind: .end)
      }
    }
  }
}
