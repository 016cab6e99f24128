public import Foundation
package import PlayheadReading
public import PlayheadFlux
import PlayheadLog
public import PlayheadReplay
import PlayheadValues

/// Answers questions about a log: everything that a debugger knows, as values.
///
/// An inspector has the log, the app's stores if they are present, and the changes that make a branch. If
/// there are changes, questions are about the branch. Not safe for use from several threads at once.
///
/// ```swift
/// let inspector = try Inspector(url, of: Shop.self)
/// _ = try inspector.ask(HistoryRequest(of: StatePath("cart.items"))) { change in
///   print(change.step, change.old?.json ?? "nothing", "→", change.new?.json ?? "nothing")
/// }
/// ```
///
/// With an app's type, stores run in this process, and a crash of a store ends it. With an executable
/// (``init(_:storesOf:decoding:)``) they run in another one.
public final class Inspector {
  package let recording: LogReader
  /// The app's stores with the recording's states; nil if the stores are missing.
  package let recordedReplay: Replay?
  /// Actions of the recording at which a store trapped in an earlier process. They are not applied.
  public var knownCrashes: [KnownCrash] = []
  /// How many of the found damages were already reported.
  package var reportedDamageCount = 0
  /// Gets events on the way to an answer. Throw to end the work.
  public var onEvent: (InspectorEvent) throws -> Void = { _ in }
  /// Where the stores are; nil without an app.
  package let connection: (any Connection)?
  /// How stores in another process replay the log.
  let spec: ReplaySpec?
  /// The branch that questions are about; nil for the recording.
  package internal(set) var branch: InspectedBranch?
  /// Whether to go on to the next digest after an answer, and compare the state there. A store may crash on the way.
  package var comparesAhead = false
  /// Whether the current request has reported a state that is not the recorded one.
  private var hasReportedMismatch = false
  /// The recording's index of changes, once it was needed.
  private var recordedIndex: ChangeIndex?

  /// The log at `url`, and the stores of the app that recorded it. Without an app, answers only what the log
  /// contains. `decoding` says what becomes of actions that do not fit the app.
  public convenience init(
    _ url: URL, of app: (any ReplayableApp.Type)? = nil, decoding: DecodingPolicy = .usual
  ) throws {
    try self.init(ActionLog(url).reader, of: app.map { AppEntry.app($0) }, decoding: decoding)
  }

  /// The log at `url`, and the stores of the app that recorded it, which need not use PlayheadFlux.
  public convenience init(
    _ url: URL, of app: AppEntry, decoding: DecodingPolicy = .usual
  ) throws {
    try self.init(ActionLog(url).reader, of: app, decoding: decoding)
  }

  /// The log at `url`, and the stores of the app that recorded it, which run in processes of a program: an executable that
  /// calls `PlayheadCommand.main(apps:)` with the app. A process that crashes or never comes to an end costs only the
  /// question. Starts a process. Throws ``InspectorError/noProcess(_:)`` if that is impossible.
  public convenience init(
    _ url: URL, storesOf program: URL, decoding: DecodingPolicy = .usual
  ) throws {
    let connection = ChildProcessConnection(program.path(percentEncoded: false))
    do {
      try connection.start()
    } catch let error as WorkerError {
      throw InspectorError.noProcess("\(error)")
    }
    try self.init(ActionLog(url).reader, storesAt: connection, decoding: decoding)
  }

  /// The same, for a log that a tool opened.
  package convenience init(
    _ log: LogReader, of app: AppEntry?, decoding: DecodingPolicy = .usual
  ) throws {
    guard let app else {
      self.init(log)
      return
    }
    let connection = InProcessConnection(app)
    try self.init(log, storesAt: connection, decoding: decoding)
    if let spec { try connection.inspector(of: log, spec) }
  }

  package init(_ log: LogReader, stores: Replay? = nil) {
    (recording, connection, spec, recordedReplay) = (log, nil, nil, stores)
    recordedIndex = recordedReplay.flatMap { ChangeIndex(existingFor: $0) }
  }

  /// A log with stores in another process.
  package init(
    _ log: LogReader, storesAt connection: any Connection, decoding: DecodingPolicy = .usual
  ) throws {
    (recording, self.connection, spec) = (log, connection, try ReplaySpec(log, decoding))
    recordedReplay = nil
  }

  /// An inspector of another log with the same stores; nil without stores elsewhere.
  package func other(_ log: LogReader) throws -> Inspector? {
    guard let connection, let spec else { return nil }
    return try Inspector(log, storesAt: connection, decoding: spec.decoding)
  }

  /// Throws, before any work, if `path` begins with no store.
  func requireStore(for path: StatePath) throws {
    if let stores = recordedReplay?.stores { try path.requireStore(among: stores) }
  }

  /// Whether the app's stores are present, here or in another process.
  package var hasStores: Bool { recordedReplay != nil || connection != nil }

  /// The answer to `request`. Calls `give` with its parts, in order. In a task that is canceled, throws
  /// `CancellationError` within 50 milliseconds, or after a step of the stores that takes longer.
  public func ask<R: Request>(
    _ request: R, _ give: (R.Part) throws -> Void = { _ in }
  ) throws -> R.Answer {
    hasReportedMismatch = false
    do {
      let answer = try unwarnedAnswer(to: request, give)
      try warnOfDamage()
      return answer
    } catch is Interruption where Task.isCancelled {
      throw CancellationError()
    }
  }

  private func unwarnedAnswer<R: Request>(
    to request: R, _ give: (R.Part) throws -> Void
  ) throws -> R.Answer {
    if let connection, let spec, request.usesStores {
      var call = InspectorCall(request, about: spec, edits)
      (call.traps, call.branchTraps) = (knownCrashes, branch?.traps ?? [])
      call.comparesAhead = comparesAhead
      // Traps on the way are known from now on, whether there is an answer or not.
      defer {
        knownCrashes = call.traps
        branch?.traps = call.branchTraps
      }
      do {
        return try connection.answer(to: &call, about: recording, forward, give)
      } catch ReplayError.traps(let crash, nil) where !call.branchTraps.contains(crash) {
        throw ReplayError.traps(crash, try? recording.entry(at: crash.step).type)
      }
    }
    if request.needsStores, recordedReplay == nil { throw InspectorError.storesMissing }
    return try request.answer(from: self, give)
  }

  /// Also rechecks the frames in which another process found damage.
  private func forward(_ event: InspectorEvent) throws {
    switch event {
    case .warning(.damage(let damages)):
      for damage in damages { recording.recheck(frame: damage.frame) }
    case .progress(var progress) where progress.work == .replaying:
      progress.total = log.lastStep.number
      try onEvent(.progress(progress))
    default: try onEvent(event)
    }
  }

  /// Reports damage found since the last call. (An error describes its own damage.)
  package func warnOfDamage() throws {
    let new = recording.damagesFound.dropFirst(reportedDamageCount)
    guard !new.isEmpty else { return }
    try onEvent(.warning(.damage(new.map { DamageRecord($0) })))
    reportedDamageCount += new.count
  }

  /// The log that questions are about: the recording or the branch.
  package var log: any ActionSource { branch?.log ?? recording }

  // MARK: Replaying

  /// Runs `body` with the replay that questions are about. Then warns if its states may be wrong.
  package func replaying<T>(
    _ work: InspectorProgress.Work = .replaying, _ body: (Replay) throws -> T
  ) throws -> T {
    try replayingRecording(work) { replay in
      guard let branch = branch?.withStores else { return try body(replay) }
      return try branch.replaying { replay in
        let value = try body(replay)
        if let warning = skippedActions(of: replay) { try onEvent(.warning(warning)) }
        return value
      }
    }
  }

  package func replayingRecording<T>(
    _ work: InspectorProgress.Work = .replaying, _ body: (Replay) throws -> T
  ) throws -> T {
    guard let replay = recordedReplay else { throw InspectorError.storesMissing }
    // Nobody knows beforehand how many steps are looked at.
    let total = work == .looking ? 0 : log.lastStep.number
    replay.onStep = { [self] in try reportProgress(work, $0.number, of: total) }
    replay.onMismatch = { [self] in try report($0) }
    replay.knownCrashes = knownCrashes
    defer { (replay.onStep, replay.onMismatch) = ({ _ in }, { _ in }) }
    let value = try body(replay)
    for warning in warnings(of: replay) { try onEvent(.warning(warning)) }
    return value
  }

  /// Compares the replay's state at the next digest, if it is near and the app came that far.
  func compareAhead(_ replay: Replay) {
    if comparesAhead, recording.isClosed { replay.compareWithNextDigest() }
  }

  func reportProgress(_ work: InspectorProgress.Work, _ done: UInt64, of total: UInt64) throws {
    if Task.isCancelled { throw Interruption() }
    try onEvent(.progress(InspectorProgress(work: work, done: done, total: total)))
  }

  /// Reports a state that is not the recorded one, once for each request.
  private func report(_ mismatch: StateMismatch) throws {
    guard !hasReportedMismatch else { return }
    hasReportedMismatch = true
    try onEvent(.warning(.otherStates(mismatch)))
  }

  private func skippedActions(of replay: Replay) -> InspectorWarning? {
    replay.incompatibilities.isEmpty ? nil : .skipped(replay.incompatibilities)
  }

  private func warnings(of replay: Replay) -> [InspectorWarning] {
    var warnings = [skippedActions(of: replay)].compactMap(\.self)
    if let (step, fault) = replay.firstDrawFault { warnings.append(.otherDraws(step, fault)) }
    if let step = replay.firstUnfinished { warnings.append(.unfinished(step)) }
    let types = recording.types.filter(replay.readsAsItIs)
    if !types.isEmpty { warnings.append(.otherVersions(types)) }
    return warnings
  }

  // MARK: What changed where

  /// A shorter log is indexed within a second.
  private static let longLog = 16_384

  /// Whether the log is so long that looking near a step beats making an index first.
  var lacksIndexOfLongLog: Bool { knownIndex == nil && log.actionCount > Self.longLog }

  /// The index that questions are about. Made when it is first needed.
  func index() throws -> ChangeIndex {
    if let known = knownIndex {
      try warn(ofUnshown: known.unshown)
      return known
    }
    var isAdded = false
    let index = try replaying(.indexing) { replay in
      try ChangeIndex(replay) { step in
        isAdded = true
        try replay.onStep(step)
      }
    }
    if let file = index.foreignFile {
      try onEvent(.foreignIndex(file: file))
    } else if isAdded, let file = index.file {
      try onEvent(.index(file: file))
    }
    knownIndex = index
    try warn(ofUnshown: index.unshown)
    return index
  }

  func warn(ofUnshown states: [UnshownState]) throws {
    if !states.isEmpty { try onEvent(.warning(.unshown(states))) }
  }

  /// The index, if it has the changes up to the state of `step`. Throws if that state is unreachable.
  func index(reaching step: Step) throws -> ChangeIndex {
    let index = try index()
    try replaying { try $0.requireState(of: step) }
    try index.require(step)
    return index
  }

  /// The index up to `step`, and that step. If a store crashes on the way, warns, and gives the last step that the index
  /// has.
  func index(reachingOrBeforeCrash step: Step) throws -> (ChangeIndex, Step) {
    do {
      return (try index(reaching: step), step)
    } catch ReplayError.traps(let crash, let type) {
      let index = try index()
      guard index.lastStep < step else { throw ReplayError.traps(crash, type) }
      try onEvent(.warning(.trapped([index.lastStep.next...step], crash)))
      return (index, index.lastStep)
    }
  }

  /// Runs `body` with an index to find changes near a step; it has those up to `step`. A long log without an index gets
  /// none for this, unless the search comes to a loss or a trap, which only an index passes.
  func looking<T>(
    reaching step: Step? = nil, _ body: (ChangeIndex, Replay) throws -> T
  ) throws -> T {
    if lacksIndexOfLongLog {
      do {
        return try replaying(.looking) { replay in
          if let step { try replay.requireState(of: step) }
          return try body(ChangeIndex(withoutPassOf: replay), replay)
        }
      } catch let error where error is ReplayError || error is ReadingError {}
    }
    let index = try step.map { try self.index(reaching: $0) } ?? self.index()
    return try replaying(.looking) { try body(index, $0) }
  }

  private var knownIndex: ChangeIndex? {
    get { branch == nil ? recordedIndex : branch?.index }
    set { if branch == nil { recordedIndex = newValue } else { branch?.index = newValue } }
  }
}
