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
      throw LogError.noStep(1, path: replay.log.name, last: replay.log.lastStep)
    }
    let branch = try Replay(BranchActions(plan, of: replay.log, seed: seed), of: replay)
    branch.knownCrashes = replay.knownCrashes.filter { $0.step <= plan.base } + knownCrashes
    try replay.lend(to: branch) {
      try SavedBranch(self, branch, plan, digests, longestGap).write(to: path)
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
  let replay: Replay
  let plan: BranchPlan
  let digests: DigestInterval
  let longestGap: Duration?
  /// The action at which a store crashes. It is the last one, and unfinished.
  let crash: Step?
  private let encoding = StateEncoding()
  private var log: any ActionSource { replay.log }
  /// The log's store number for each of the player's parts.
  private let numbers: [Int: Int]

  /// `replay` has the stores and plays the branch of `plan`.
  init(
    _ branch: Branch, _ replay: Replay, _ plan: BranchPlan, _ digests: DigestInterval,
    _ longestGap: Duration?
  ) {
    (self.branch, self.replay, self.plan, self.digests) = (branch, replay, plan, digests)
    self.longestGap = longestGap
    crash = replay.knownCrashes.map(\.step).filter { $0 > plan.start && $0 <= plan.lastStep }.min()
    var numbers: [Int: Int] = [:]
    for number in replay.log.stores.indices {
      if let part = replay.timeline.part(ofStore: number) { numbers[part] = number }
    }
    self.numbers = numbers
  }

  func write(to path: String) throws {
    try replay.go(to: plan.start)
    let epoch = try log.storeLists.epoch(after: plan.start)
    var header = log.header
    header.session = session
    header.stores = Array(log.stores.prefix(epoch.count))
    let file = try OutputFile(fileAt: path, mode: log.mode)
    let writer = try BranchLogWriter(
      file, header.inCurrentFormat, replay.checkpoint(), longestGap: longestGap?.nanoseconds)
    try write(to: writer, epoch)
    try file.finish()
  }

  private func write(to writer: BranchLogWriter, _ epoch: StoreListHistory.Epoch) throws {
    writer.add(plan.start, branch.note)
    if epoch.registered != Array(0..<epoch.count) {
      try add(epoch, arrived: [], at: plan.start, to: writer)
    }
    let notes = Dictionary(grouping: log.annotations(.of(.note)).notes, by: \.step)
    for note in notes[plan.start] ?? [] { writer.add(plan.start, note.text) }
    // The states before the current action, if the player does not know what changed.
    let knowsChanges = (replay.player as? DispatcherPlayer)?.knowsChanges == true
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
      let outcome = try outcome(of: action, item, &before)
      try writer.append(action, isElsewhere: item.isElsewhere, outcome)
      if step == change {
        let epoch = try log.storeLists.epoch(after: step)
        try add(epoch, arrived: epoch.arrived.map(\.store), at: step, to: writer)
        change = log.storeLists.change(after: step)
      }
      for note in notes[step] ?? [] { writer.add(step, note.text) }
      if isDue(step), let digests = try digests(at: step) { writer.add(digests) }
      try replay.onStep(step)
    }
    if let crash { try writer.append(LoggedAction(log.entry(at: crash))) }
    try writer.close(at: crash ?? last)
  }

  /// The last action that the stores handle.
  private var last: Step { crash?.previous ?? plan.lastStep }

  // MARK: Outcomes

  private func outcome(
    of action: LoggedAction, _ item: BranchPlan.Item, _ before: inout [[UInt8]]?
  ) throws -> BranchLogWriter.Outcome {
    let isTimed = item.edited == nil && action.isHandled
    let nanoseconds = isTimed ? action.chunk.head.durations[action.index] : 0
    let player = replay.player as? DispatcherPlayer
    let changed: [Int]
    if let old = before {
      let new = bytes(at: action.step)
      before = new
      changed = new.indices.filter { old[$0] != new[$0] }
    } else {
      // Nil means that no store took the action.
      changed = player?.lastChanged ?? []
    }
    return .init(
      changed: changed.compactMap { numbers[$0] }.sorted(),
      draws: try player.map { try draws(of: action, $0) } ?? action.draws(),
      nanoseconds: nanoseconds)
  }

  /// The stores' draws: up to the branch's base, those in the log.
  private func draws(of action: LoggedAction, _ player: DispatcherPlayer) throws -> [Draw] {
    guard let last = player.last else { return [] }
    return action.continuation == nil ? try action.draws() : last.replayed.draws
  }

  private func bytes(at step: Step) -> [[UInt8]] {
    encoding.comparableBytes(of: replay.player.states, replay.stores, at: step)
  }

  private func isDue(_ step: Step) -> Bool {
    switch digests {
    case .never: false
    case .every(let interval): step == last || step.number % UInt64(max(interval, 1)) == 0
    }
  }

  /// Nil if a state cannot be encoded.
  private func digests(at step: Step) throws -> StateDigests? {
    let states = try replay.timeline.loggedStates(at: step)
    do {
      let bytes = try encoding.bytes(of: states.map(\.state), states.map(\.store), at: step)
      return StateDigests(step: step, stores: bytes.map(Digest.init(bytes:)))
    } catch let error as ReplayError where error.unshown != nil {
      return nil
    }
  }

  // MARK: Stores

  private func add(
    _ epoch: StoreListHistory.Epoch, arrived: [Int], at step: Step, to writer: BranchLogWriter
  ) throws {
    let storeList = StoreList(
      step: step, stores: Array(log.stores.prefix(epoch.count)), registered: epoch.registered,
      arrived: arrived)
    let rows = RowEncoding()
    var draft = CheckpointDraft(step: step)
    let states = replay.player.states
    for number in arrived {
      guard let part = replay.timeline.part(ofStore: number) else {
        throw ReplayError.otherStores(log: log.stores, app: replay.stores)
      }
      let shape = try rows.encode(states[part])
      draft.append(
        shape: shape, row: rows.bytes.bytes, version: stateVersion(of: type(of: states[part])))
    }
    try writer.add(storeList, draft, shapes: rows.shapes)
  }

  // MARK: Naming

  /// The branch's name: the same changes of the same recording give the same name.
  private var session: UUID {
    let text = Array("\(log.header.session) \(branch.seed) \(branch.note)".utf8)
    var words = text.withUnsafeBytes { (XXHash.hash64($0, seed: 0), XXHash.hash64($0, seed: 1)) }
    // Version 8, variant 1 of RFC 9562: an application-defined UUID.
    words.0 = (words.0 & ~0xF000) | 0x8000
    words.1 = (words.1 & ~(3 << 62)) | (2 << 62)
    let bytes = [words.0, words.1].flatMap { word in
      stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt64($0)) }
    }
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}

extension BranchPlan.Item {
  /// Whether the action's own time does not fit its place in the branch.
  fileprivate var isElsewhere: Bool { anchor != nil }
}

extension LogHeader {
  /// The header in the current format.
  fileprivate var inCurrentFormat: LogHeader {
    LogHeader(
      session: session, app: app, build: build, start: start, locale: locale, timeZone: timeZone,
      stores: stores)
  }
}
