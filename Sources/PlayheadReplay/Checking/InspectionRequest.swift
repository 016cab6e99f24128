import Foundation
import PlayheadLog

/// Checks a log by two replays within the worker's process; see ``DeterminismCheck``.
package struct InspectionRequest: WorkerRequest {
  package var task: WorkerTask

  package init(_ task: WorkerTask) { self.task = task }

  package func answer(by worker: WorkerService) throws -> WorkerInspection {
    worker.replica = nil
    let (log, makePlayer) = try worker.openSound(task)
    var check = DeterminismCheck(log, decoding: task.decoding, with: makePlayer)
    var found = WorkerInspection()
    check.onIncompatibility = { found.incompatibilities.append(.init(type: $0, step: $1)) }
    check.onUnshown = { found.unshown.include($0) }
    check.onStep = worker.counter()
    found.divergence = try check.run().map(WorkerDivergence.init)
    return found
  }
}

/// What ``DeterminismCheck`` found in a worker.
package struct WorkerInspection: Codable, Sendable {
  /// A skipped action.
  package struct Incompatibility: Codable, Sendable {
    var type: ActionType
    var step: Step
  }

  var divergence: WorkerDivergence?
  var incompatibilities: [Incompatibility] = []
  var unshown: [UnshownState] = []
}

/// A ``Divergence`` to send from one process to another.
struct WorkerDivergence: Codable, Sendable {
  private var evidence: Divergence.Evidence
  private var step: Step
  private var action: ActionType
  private var store: String?
  /// Both canonical forms of the store's state. The path and the values are made from them.
  private var states: [Data]

  init(_ divergence: Divergence) {
    evidence = divergence.evidence
    (step, action, store) = (divergence.step, divergence.action, divergence.store)
    states = divergence.states.map { Data($0) }
  }

  /// The divergence with its path and values.
  func divergence() throws -> Divergence {
    var divergence = Divergence(
      evidence: evidence, step: step, action: action, store: store, path: nil, values: (nil, nil))
    if states.count == 2, let store {
      try divergence.show([UInt8](states[0]), [UInt8](states[1]), in: store)
    }
    return divergence
  }
}
