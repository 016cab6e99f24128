package import PlayheadReplay

/// Answers questions in the process with the stores.
package protocol InspectorHost: AnyObject {
  /// The answer. Calls `give` with its parts. Adds the traps on the way to the question.
  func answer<Asked: Request>(
    to question: inout Question<Asked>, _ onEvent: (InspectorEvent) throws -> Void,
    _ give: (Asked.Part) throws -> Void
  ) throws -> Asked.Answer
}

/// A request to another process, with all that an inspector there needs, so that a new process can take over.
package struct Question<Asked: Request>: WorkerRequest {
  private let request: Asked
  private let edits: [BranchEdit]
  /// The log, and how it is replayed.
  package var task: WorkerTask?
  package var traps: [KnownTrap]
  package var branchTraps: [KnownTrap]

  init(
    _ request: Asked, _ edits: [BranchEdit], _ traps: [KnownTrap], _ branchTraps: [KnownTrap]
  ) {
    (self.request, self.edits) = (request, edits)
    (self.traps, self.branchTraps) = (traps, branchTraps)
  }

  /// A question about the log of `task`, without changes.
  package init(_ request: Asked, about task: WorkerTask) {
    self.init(request, [], [], [])
    self.task = task
  }

  /// Another request about the same log with the same known traps, and with the edits if it is about the branch.
  package func asking<Other: Request>(_ request: Other, inBranch: Bool) -> Question<Other> {
    var other = Question<Other>(request, inBranch ? edits : [], traps, inBranch ? branchTraps : [])
    other.task = task
    return other
  }

  /// A message before the answer.
  package enum Message: Codable {
    case event(InspectorEvent)
    case part(Asked.Part)
  }

  package func answer(by worker: WorkerService) throws -> Asked.Answer {
    guard let task else { throw WorkerError.misunderstood }
    let inspector = try Inspector.kept(by: worker, about: task)
    inspector.knownTraps = traps
    let report = EventReport { [tell = worker.tell] in
      try tell(.part(WorkerCoding.bytes(Message.event($0))))
    }
    inspector.onEvent = { [checkWanted = worker.checkWanted] event in
      try checkWanted()
      try report.report(event)
    }
    defer { inspector.onEvent = { _ in } }
    do {
      try inspector.enter(edits)
      inspector.branch?.traps = branchTraps
      return try inspector.ask(request) {
        try worker.tell(.part(WorkerCoding.bytes(Message.part($0))))
      }
    } catch {
      try inspector.warnOfDamage()
      throw error
    }
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
  /// All questions of this module.
  package static let questions: [any WorkerRequest.Type] = [
    Question<ActionRequest>.self, Question<ActionsRequest>.self, Question<AppRequest>.self,
    Question<BisectRequest>.self, Question<BlameRequest>.self,
    Question<BranchComparisonRequest>.self, Question<BranchDrawsRequest>.self,
    Question<BranchRequest>.self, Question<ChangesRequest>.self, Question<DiffRequest>.self,
    Question<FindRequest>.self,
    Question<HandlersRequest>.self, Question<HandlerTimesRequest>.self,
    Question<HistoryRequest>.self, Question<LastChangeRequest>.self,
    Question<LeadingActionsRequest>.self, Question<PartsRequest>.self,
    Question<PresentPayloadRequest>.self, Question<SaveBranchRequest>.self,
    Question<SaveSessionRequest>.self, Question<StateRecordRequest>.self,
    Question<StateRequest>.self, Question<StopRequest>.self, Question<ValuesRequest>.self,
    Question<ViewRequest>.self, Question<WatchRequest>.self,
  ]

  /// The inspector in which a worker has the log of `task`: the one of the question before, or a new one.
  fileprivate static func kept(
    by worker: WorkerService, about task: WorkerTask
  ) throws -> Inspector {
    if let kept = worker.kept, kept.task == task, let inspector = kept.value as? Inspector {
      return inspector
    }
    worker.kept = nil
    let (log, makePlayer) = try worker.open(task)
    let player = try makePlayer()
    let replay = try Replay(log, with: player, decoding: task.decoding)
    let inspector = Inspector(log, stores: (replay, player as? DispatcherPlayer))
    worker.kept = (task, inspector)
    return inspector
  }
}
