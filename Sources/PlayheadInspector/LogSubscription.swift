public import Foundation
package import PlayheadLog
package import PlayheadReading
public import PlayheadReplay

/// A subscription to a log that is being written: each ``poll(_:)`` gives what came since the one before.
///
/// ```swift
/// var subscription = LogSubscription(to: url)
/// while !subscription.isComplete {
///   try subscription.poll { part in
///     if case .action(let action, _, _) = part { steps.append(action.step.number) }
///   }
///   try await Task.sleep(for: .milliseconds(100))
/// }
/// ```
///
/// There are no notifications, because a recorder writes into mapped memory. A poll that finds nothing takes a
/// thousandth of a second. A request that needs states has one process for the stores, which goes on from the state that it
/// had. After a flight recorder's file comes its next one.
public struct LogSubscription {
  private var followed: FollowedLog
  /// What is asked of each version of the log. Its limit is that of the actions to come.
  private var request: ActionsRequest
  /// The inspector of a version of the log.
  private let inspector: (LogReader) throws -> Inspector
  /// The first step to give, once a version of the log shows which one it is; nil when it is known.
  private var start: ((LogReader) throws -> Step?)?
  /// The first step that was not given yet, with its action or gap.
  private var next: Step?
  private var hasGiven = false
  /// The given notes after the last given step. Others may come.
  private var lastNotes: Set<NoteRecord> = []
  /// The last given change of stores. More may change after the same step.
  private var lastStoreChange: StoreChange?
  /// The last version of the log; nil if there was none yet.
  package private(set) var log: LogReader?
  /// Whether nothing more will come: the app closed the log or stopped, or the request's limit is reached.
  public private(set) var isComplete = false

  /// Subscribes to the log at `url`, which need not exist yet, from the first of the request's steps on. Changes are those
  /// of stores in a process of `program`, as in ``Inspector/init(_:storesOf:decoding:)``.
  public init(
    to url: URL, _ request: ActionsRequest = ActionsRequest(), storesOf program: URL? = nil,
    decoding: DecodingPolicy = .usual
  ) {
    let connection = program.map { ChildProcessConnection($0.path(percentEncoded: false)) }
    self.init(to: url.path(percentEncoded: false), request) { log in
      guard let connection else { return Inspector(log) }
      return try Inspector(log, storesAt: connection, decoding: decoding)
    }
    next = request.steps?.lowerBound
  }

  /// Subscribes from the step that `start` finds in a version of the log, or from the first.
  package init(
    to path: String, _ request: ActionsRequest, from start: ((LogReader) throws -> Step?)? = nil,
    _ inspector: @escaping (LogReader) throws -> Inspector
  ) {
    followed = FollowedLog(path)
    (self.request, self.start, self.inspector) = (request, start, inspector)
  }

  /// Whether the log does not exist yet.
  public var isAwaited: Bool { followed.isAwaited }

  /// Calls `give` with the parts that came since the last call, in order. An action comes when its stores have handled it.
  /// Throws if the log was removed or replaced, or cannot be read.
  public mutating func poll(_ give: (ActionsRequest.Part) throws -> Void) throws {
    guard let log = try followed.look() else { return }
    self.log = log
    if let found = try start?(log) { (next, start) = (found, nil) }
    if start == nil { try giveNew(of: log, give) }
    isComplete = request.limit == 0 || !log.isBeingWritten && !followed.beginNextSegment()
  }

  private mutating func giveNew(
    of log: LogReader, _ give: (ActionsRequest.Part) throws -> Void
  ) throws {
    let (first, last) = (next ?? log.initialStep, log.lastSettledStep)
    // After the last given step there may be new notes.
    let begin = hasGiven ? first.previous ?? first : first
    guard begin <= last else { return }
    var asked = request
    asked.steps = begin...last
    if hasGiven { asked.limit = asked.limit.map { $0 == .max ? $0 : $0 + 1 } }
    let known = lastNotes
    _ = try inspector(log).ask(asked) { part in
      guard request.limit != 0 else { return }
      var part = part
      switch part {
      case .action(let action, _, _):
        if action.step < first { return }
        request.limit = request.limit.map { $0 - 1 }
      case .note(let note):
        // The gap before it may not be written yet.
        let isEarly = note.step > last && log.isBeingWritten
        if isEarly || known.contains(note) { return }
        lastNotes.insert(note)
      case .stores(let change):
        guard let new = change.since(lastStoreChange) else { return }
        (lastStoreChange, part) = (change, .stores(new))
      case .gap(let gap): if gap.steps.upperBound < first { return }
      case .resumption(let resumption): if resumption.step.next < first { return }
      case .unshown(let state): if state.steps.upperBound < first { return }
      }
      try give(part)
    }
    lastNotes = lastNotes.filter { $0.step >= last }
    (next, hasGiven) = (last.next, true)
  }
}
