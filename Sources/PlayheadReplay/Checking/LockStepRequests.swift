import Foundation
package import PlayheadCoding
package import PlayheadLog

/// Opens a log, and closes the one before.
struct BeginRequest: WorkerRequest {
  var task: ReplaySpec

  var openedTask: ReplaySpec? { task }

  func answer(by worker: WorkerContext) throws -> OpenedLog {
    worker.replica = nil
    let (log, makePlayer) = try worker.openSound(task)
    let replica = try Replica(
      log, makePlayer, task.decoding, task.perturbations, comparing: task.stores,
      byName: task.isByName, worker.counter())
    worker.replica = replica
    return OpenedLog(stores: replica.stores, runs: replica.runs)
  }
}

/// A worker's view of a log: the stores of its app, and the runs of steps that can be compared.
package struct OpenedLog: Codable, Hashable, Sendable {
  package var stores: [String]
  package var runs: [ClosedRange<Step>]

  /// Whether the runs are in order and have possible step numbers.
  var isSound: Bool {
    zip(runs, runs.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound }
      && runs.last.map { $0.upperBound.number <= UInt64(Int64.max) } ?? true
  }
}

/// Replays from `from` to `to`, and notes the states every `stride` steps. The replica is at `from`, or the replica or
/// the log has a state of it.
package struct AdvanceRequest: WorkerRequest {
  package var from: Step
  package var to: Step
  var stride: UInt64
  /// Whether to keep the states of all steps.
  var keepsAll = false

  package func answer(by worker: WorkerContext) throws -> ReachedStep {
    let replica = try worker.requireReplica()
    let (digest, bytes) = try replica.advance(
      from: from, to: to, every: stride, keepsAll: keepsAll, worker.counter())
    return ReachedStep(
      digest: digest, bytes: bytes, strayDraw: replica.strayDraw, isFaulty: replica.fault != nil)
  }
}

/// Where a replica arrived, and its digest on the way.
package struct ReachedStep: Codable, Hashable, Sendable {
  /// One digest of all digests on the way.
  package var digest: Digest
  /// The size of the states in bytes.
  package var bytes: Int
  /// The first action of the log so far that drew different values than recorded.
  package var strayDraw: StrayDraw?
  /// Whether the replica inspects itself and has found a fault.
  package var isFaulty = false
}

/// An action that drew different values than recorded.
package struct StrayDraw: Codable, Hashable, Sendable {
  package var step: Step
  package var fault: DrawFault
}

/// The digests noted since the last ``AdvanceRequest`` began, or those of one step whose states were kept since then.
package struct DigestsRequest: WorkerRequest {
  var step: Step?

  package init(at step: Step? = nil) { self.step = step }

  package func answer(by worker: WorkerContext) throws -> [StepDigests] {
    let replica = try worker.requireReplica()
    return try step.map { [try replica.digests(at: $0)] } ?? replica.passed
  }
}

/// The digests of every store's state at a step.
package struct StepDigests: Codable, Hashable, Sendable {
  package var step: Step
  package var stores: [Digest]
}

/// The canonical form of a store's state at a step whose states were kept since the last ``AdvanceRequest`` began.
struct CanonicalStateRequest: WorkerRequest {
  var store: Int
  var step: Step

  func answer(by worker: WorkerContext) throws -> Data {
    Data(try worker.requireReplica().state(of: store, at: step))
  }
}

/// Closes the log.
struct EndRequest: WorkerRequest {
  func answer(by worker: WorkerContext) -> EmptyAnswer {
    (worker.replica, worker.trials) = (nil, nil)
    return EmptyAnswer()
  }
}

extension WorkerContext {
  /// A correct tool opens a log first.
  fileprivate func requireReplica() throws -> Replica {
    guard let replica else { throw WorkerError.misunderstood }
    return replica
  }
}

extension WorkerContext {
  /// All requests of this module. A worker finds a request by the name of its type.
  package static let requests: [any WorkerRequest.Type] = [
    BeginRequest.self, AdvanceRequest.self, DigestsRequest.self, CanonicalStateRequest.self,
    EndRequest.self, InspectionRequest.self, CompatibilityTask.self, ShrinkTask.self,
    TrialRequest.self,
  ]
}
