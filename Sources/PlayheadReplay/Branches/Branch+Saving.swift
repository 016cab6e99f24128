import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadReading
import PlayheadLog
package import PlayheadRecorder

extension Branch {
  /// Writes the branch as a log to `path`, which must not exist yet.
  ///
  /// The log is a session of its own, with the recording's app and build. It begins with the recording's
  /// state, or with the state after the gap before its run, and a note names the recording and the changes.
  /// Actions keep their times, unless they were moved, and their causes, renumbered. Draws and changed stores
  /// come from a replay of the whole branch. At a known crash the log ends, like that of an app that crashed.
  public func save(to path: String) throws { try save(to: path, digests: .every(4_096)) }

  /// The same with more options.
  ///
  /// - `digests` says how often to write digests of the states; there is always one at the end.
  /// - `longestGap` limits the time between two actions.
  package func save(
    to path: String, digests: DigestInterval = .every(4_096), longestGap: Duration? = nil
  ) throws {
    let plan = self.plan ?? BranchPlan(replay.log.steps.first ?? 1...1)
    guard replay.log.actionCount > 0 else {
      throw ReadingError.noStep(1, path: replay.log.name, last: replay.log.lastStep)
    }
    let branch = try Replay(BranchActions(plan, of: replay.log, seed: seed), of: replay)
    branch.knownCrashes = replay.knownCrashes.filter { $0.step <= plan.base } + knownCrashes
    try replay.lend(to: branch) {
      try SavedBranch(self, branch, plan, digests).write(to: path, longestGap: longestGap)
    }
  }

  /// The note in a saved branch.
  var note: String {
    let session = replay.log.header.session
    guard !changes.isEmpty else {
      return "a branch of session \(session), without changes"
    }
    return "a branch of session \(session): " + changes.map(\.description).joined(separator: "; ")
  }
}

/// Writes a branch into a log.
private struct SavedBranch {
  let branch: Branch
  /// Has the stores and plays the branch of `plan`.
  let replay: Replay
  let plan: BranchPlan
  let digests: DigestInterval
  private let encoding = StateEncoding()
  private var log: any ActionSource { replay.log }

  init(_ branch: Branch, _ replay: Replay, _ plan: BranchPlan, _ digests: DigestInterval) {
    (self.branch, self.replay, self.plan, self.digests) = (branch, replay, plan, digests)
  }

  func write(to path: String, longestGap: Duration?) throws {
    try replay.go(to: plan.start)
    let epoch = try log.storeLists.epoch(after: plan.start)
    let old = log.header
    let header = LogHeader(
      session: session, app: old.app, build: old.build, start: old.start, locale: old.locale,
      timeZone: old.timeZone, stores: Array(log.stores.prefix(epoch.count)))
    let file = try OutputFile(fileAt: path, mode: log.mode)
    let (checkpoint, shapes) = try replay.checkpoint()
    let writer = try LogWriter(into: file, header: header, checkpoint: checkpoint, shapes: shapes)
    try write(
      to: BranchLogWriter(writer, from: header.start, longestGap: longestGap?.nanoseconds), epoch)
    try file.finish()
  }

  private func write(to writer: BranchLogWriter, _ epoch: StoreListHistory.Epoch) throws {
    writer.log.add(Note(step: plan.start, moment: writer.last, text: branch.note))
    if epoch.registered != Array(0..<epoch.count) {
      try add(epoch, arrived: [], at: plan.start, to: writer)
    }
    let notes = Dictionary(grouping: log.annotations(.of(.note)).notes, by: \.step)
    addNotes(notes[plan.start], to: writer)
    // The action at which a store crashes. It is the last one, and unfinished.
    let crash = replay.knownCrashes.map(\.step).filter { plan.start < $0 && $0 <= plan.lastStep }
      .min()
    let last = crash?.previous ?? plan.lastStep
    // The states before the current action, if the player does not know what changed.
    let knowsChanges = replay.player.dispatcherPlayer?.knowsChanges == true
    var before = knowsChanges ? nil : bytes(at: plan.start)
    var change = log.storeLists.change(after: plan.start)
    try replay.follow(to: last) { (action: LoggedAction) in
      let step = action.step
      if let resumption = action.resumption {
        guard resumption.origin >= plan.start else {
          throw BranchError.wentOnFromBefore(step, origin: resumption.origin)
        }
        try writer.resume(resumption)
      }
      let item = plan.item(at: step)
      try writer.append(action, isMoved: item.anchor != nil)
      let isTimed = item.edited == nil && action.isHandled
      try writer.setOutcome(
        changed: changedStores(at: step, since: &before), draws: draws(of: action),
        nanoseconds: isTimed ? action.chunk.head.durations[action.index] : 0)
      if step == change {
        let epoch = try log.storeLists.epoch(after: step)
        try add(epoch, arrived: epoch.arrived.map(\.store), at: step, to: writer)
        change = log.storeLists.change(after: step)
      }
      addNotes(notes[step], to: writer)
      if isDue(step, last), let digests = try digests(at: step) { writer.log.add(digests) }
      try replay.onStep(step)
    }
    if let crash { try writer.append(LoggedAction(log.entry(at: crash))) }
    try writer.close(at: crash ?? last, crash == nil ? .closed : .stopped)
  }

  private func addNotes(_ notes: [Note]?, to writer: BranchLogWriter) {
    for note in notes ?? [] {
      writer.log.add(Note(step: note.step, moment: writer.last, text: note.text))
    }
  }

  /// The log's numbers of the stores that the last action changed.
  private func changedStores(at step: Step, since before: inout [[UInt8]]?) -> [Int] {
    // If no store took the action, there are none.
    var changed = replay.player.dispatcherPlayer?.lastChanged ?? []
    if let old = before {
      let new = bytes(at: step)
      before = new
      changed = new.indices.filter { old[$0] != new[$0] }
    }
    return log.stores.indices.filter { number in
      replay.timeline.stored.order[number].map(changed.contains) ?? false
    }
  }

  /// The draws of an action's stores: up to the branch's base, those in the log.
  private func draws(of action: LoggedAction) throws -> [Draw] {
    guard let player = replay.player.dispatcherPlayer, action.continuation != nil else {
      return try action.draws()
    }
    return player.last?.replayed.draws ?? []
  }

  private func bytes(at step: Step) -> [[UInt8]] {
    encoding.comparableBytes(of: replay.player.states, replay.stores, at: step)
  }

  private func isDue(_ step: Step, _ last: Step) -> Bool {
    switch digests {
    case .never: false
    case .every(let interval): step == last || step.number % UInt64(max(interval, 1)) == 0
    }
  }

  /// Nil if a state cannot be encoded.
  private func digests(at step: Step) throws -> StateDigests? {
    let states = try replay.loggedStates()
    do {
      let bytes = try encoding.bytes(of: states.map(\.state), states.map(\.store), at: step)
      return StateDigests(step: step, stores: bytes.map(Digest.init(bytes:)))
    } catch let error as ReplayError where error.unshown != nil {
      return nil
    }
  }

  private func add(
    _ epoch: StoreListHistory.Epoch, arrived: [Int], at step: Step, to writer: BranchLogWriter
  ) throws {
    let list = StoreList(
      step: step, stores: Array(log.stores.prefix(epoch.count)), registered: epoch.registered,
      arrived: arrived)
    let (states, shapes) = try replay.checkpoint(of: arrived)
    try writer.log.add(list, states, shapes: shapes)
  }

  /// The branch's name: the same changes of the same recording give the same name.
  private var session: UUID {
    let text = Array("\(log.header.session) \(branch.seed) \(branch.note)".utf8)
    var bytes = ([0, 1] as [UInt64]).flatMap { seed in
      let hash = text.withUnsafeBytes { XXHash.hash64($0, seed: seed) }
      return withUnsafeBytes(of: hash.bigEndian, Array.init)
    }
    // Version 8, variant 1 of RFC 9562: an application-defined UUID.
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}
