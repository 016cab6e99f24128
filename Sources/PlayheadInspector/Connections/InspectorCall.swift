import PlayheadFlux
import PlayheadLog
import PlayheadReading
package import PlayheadReplay

/// A request to another process, with all that an inspector there needs, so that a new process can take over.
package struct InspectorCall<Asked: Request>: WorkerRequest {
  private let request: Asked
  private let edits: [BranchEdit]
  package var task: ReplaySpec
  package var traps: [KnownCrash] = []
  package var branchTraps: [KnownCrash] = []
  /// Whether to compare also the state at the next digest.
  var comparesAhead = false

  /// A question about the log of `task`, or about the branch that the edits make of it.
  package init(_ request: Asked, about task: ReplaySpec, _ edits: [BranchEdit] = []) {
    (self.request, self.task, self.edits) = (request, task, edits)
  }

  /// Another request about the same log with the same known traps, and with the edits if it is about the branch.
  package func asking<Other: Request>(_ request: Other, inBranch: Bool) -> InspectorCall<Other> {
    var other = InspectorCall<Other>(request, about: task, inBranch ? edits : [])
    (other.traps, other.branchTraps) = (traps, inBranch ? branchTraps : [])
    return other
  }

  package enum Message: Codable {
    case event(InspectorEvent)
    case parts([Asked.Part])
  }

  package func answer(by worker: WorkerContext) throws -> Asked.Answer {
    func send(_ message: Message) throws {
      try worker.send(.part(WorkerCoding.bytes(message)))
    }
    var parts = PartBatch<Asked.Part>()
    func sendParts() throws {
      if !parts.isEmpty { try send(.parts(parts.take())) }
    }
    let report = EventReport { event in
      try sendParts()
      try send(.event(event))
    }
    func onEvent(_ event: InspectorEvent) throws {
      try worker.checkCancelled()
      if parts.isDue { try sendParts() }
      try report.report(event)
    }
    // Sends the parts before an error, too.
    let result = Result {
      try answer(by: Inspector.cached(by: worker, about: task), onEvent) { part in
        parts.add(part)
        if parts.isDue { try sendParts() }
      }
    }
    try sendParts()
    return try result.get()
  }

  /// The answer of an inspector that has the stores.
  func answer(
    by inspector: Inspector, _ onEvent: @escaping (InspectorEvent) throws -> Void,
    _ give: (Asked.Part) throws -> Void
  ) throws -> Asked.Answer {
    (inspector.knownCrashes, inspector.comparesAhead) = (traps, comparesAhead)
    inspector.onEvent = onEvent
    defer { inspector.onEvent = { _ in } }
    do {
      try inspector.enter(edits)
      inspector.branch?.traps = branchTraps
      return try inspector.ask(request, give)
    } catch {
      try inspector.warnOfDamage()
      throw error
    }
  }
}

/// Parts of an answer that are sent together: each message costs more than a part in it.
private struct PartBatch<Part> {
  private static var longest: Int { 64 }
  /// How long a part waits for others.
  private static var longestWait: Duration { .milliseconds(10) }

  private var parts: [Part] = []
  private var begin = ContinuousClock.now

  var isEmpty: Bool { parts.isEmpty }

  mutating func add(_ part: Part) {
    if parts.isEmpty { begin = .now }
    parts.append(part)
  }

  /// Whether the parts are to be sent now.
  var isDue: Bool {
    !parts.isEmpty && (parts.count >= Self.longest || .now - begin >= Self.longestWait)
  }

  /// The parts, which are no longer in the batch.
  mutating func take() -> [Part] {
    defer { parts = [] }
    return parts
  }
}

/// Reports events, and progress only now and then.
private final class EventReport {
  /// How often progress is reported: often enough to be seen to move, so that no handler seems to hang.
  private static let interval = Duration.milliseconds(50)
  /// If events come faster than this, a look at the clock for each would cost more than the events.
  private static let short = Duration.milliseconds(1)

  private let send: (InspectorEvent) throws -> Void
  /// The number of events between two looks at the clock, and how many of them are left.
  private var (stride, rest) = (1, 1)
  private var (lastLook, last) = (ContinuousClock.now, ContinuousClock.now)

  init(_ send: @escaping (InspectorEvent) throws -> Void) { self.send = send }

  func report(_ event: InspectorEvent) throws {
    if case .progress = event {
      rest -= 1
      guard rest == 0 else { return }
      let now = ContinuousClock.now
      stride = now - lastLook < Self.short ? min(stride * 2, 64) : 1
      (rest, lastLook) = (stride, now)
      guard now - last >= Self.interval else { return }
      last = now
    }
    try send(event)
  }
}

extension Inspector {
  /// The calls of all requests of this module.
  package static let calls: [any WorkerRequest.Type] = [
    InspectorCall<ActionRequest>.self, InspectorCall<ActionsRequest>.self,
    InspectorCall<AppRequest>.self,
    InspectorCall<BisectRequest>.self, InspectorCall<BlameRequest>.self,
    InspectorCall<BranchComparisonRequest>.self, InspectorCall<BranchDrawsRequest>.self,
    InspectorCall<BranchRequest>.self, InspectorCall<ChangesRequest>.self,
    InspectorCall<ChildrenRequest>.self,
    InspectorCall<DiffRequest>.self,
    InspectorCall<FindRequest>.self,
    InspectorCall<HandlersRequest>.self, InspectorCall<HandlerTimesRequest>.self,
    InspectorCall<HistoryRequest>.self, InspectorCall<LastChangeRequest>.self,
    InspectorCall<LeadingActionsRequest>.self, InspectorCall<PartsRequest>.self,
    InspectorCall<CurrentPayloadRequest>.self, InspectorCall<SaveBranchRequest>.self,
    InspectorCall<SaveSessionRequest>.self, InspectorCall<StateRecordRequest>.self,
    InspectorCall<StateRequest>.self, InspectorCall<StopRequest>.self,
    InspectorCall<ValuesRequest>.self,
    InspectorCall<ViewRequest>.self, InspectorCall<WatchRequest>.self,
  ]

  /// The inspector in which a worker has the log of `task`: the one of the question before, or a new one.
  fileprivate static func cached(
    by worker: WorkerContext, about task: ReplaySpec
  ) throws -> Inspector {
    if let cached = worker.cached, cached.task == task, let inspector = cached.value as? Inspector {
      return inspector
    }
    let former = worker.cached
    worker.cached = nil
    let (log, makePlayer) = try worker.open(task)
    let grown = try (former?.value as? Inspector).flatMap { inspector in
      try former.flatMap { try inspector.replay(of: log, task, insteadOf: $0.task) }
    }
    let inspector = Inspector(
      log,
      stores: try grown
        ?? Replay(log, with: makePlayer(), decoding: task.decoding, policy: worker.policy))
    worker.cached = (task, inspector)
    return inspector
  }
}
