public import Foundation
import PlayheadCoding
import PlayheadFlux
public import PlayheadLog

/// A log being written: the seam for apps that have a dispatcher or store of their own.
///
/// Apps on `PlayheadFlux` do not need it: `Dispatcher.record(to:app:)` does all of this. Others call
/// `record(_:cause:handle:)` around each action, from wherever they handle their actions, one at a
/// time; a recording is not safe for use from several threads at once.
///
/// ```swift
/// let recording = try Recording(to: path, app: "shop", stores: ["cart"]) { [store.cart] }
/// recording.record(action) { store.send(action) }
/// try recording.close()
/// ```
public final class Recording {
  /// A table of shapes beyond this size is begun anew with the next sheet, so that values of ever
  /// new shapes cannot fill the memory.
  private static let tableLimit = 65_536

  /// The last step.
  @exclusivity(unchecked) public private(set) var step = Step.initial

  let clock: any RecorderClock
  let options: RecordingOptions
  let redaction: Redaction?
  let sealer: Sealer
  /// What the recording says of itself, for further segments.
  let header: LogHeader
  /// When those begin; nil if all is kept in one file.
  @exclusivity(unchecked) var pace: SegmentPace?
  private let pool: SheetPool
  /// A forked child has another.
  private let generation = ForkGuard.generation
  /// Gives the present state of every store that there has been so far, by number.
  private(set) var states: () -> [any Encodable & Sendable]
  /// Gives one of them.
  private(set) var state: (Int) -> any Encodable & Sendable
  /// The step with whose state it began: 0, unless it goes on with a log.
  let start: Step
  /// The names of the stores with which it began, by number.
  let names: [String]
  /// The numbers of those that it was given, which are not their places if it goes on with a log.
  private let numbers: [Int]
  /// Whether their places are their numbers.
  private let isPlain: Bool
  /// The stores, once they are others than the header's.
  var roster: Roster?
  /// Whether the log lacks that.
  var rosterIsDue = false
  // Unchecked: one thread uses them, and no access lasts while the app's code runs.
  @exclusivity(unchecked) var mode = Mode.recording
  @exclusivity(unchecked) private(set) var rows: RowEncoding
  private var drawRows: RowEncoding
  /// What was recorded and is in no frame yet.
  let tail: TailWriter
  @exclusivity(unchecked) private var types = TypeNumbers()
  @exclusivity(unchecked) private var storeSets = StoreSetNumbers()
  /// The actions that are being handled, the last inside the others.
  @exclusivity(unchecked) private var handling: [Handling] = []
  @exclusivity(unchecked) private var sealsWhenHandled = false
  /// Whether a gap ends as soon as no action is being handled, and there is room for what follows it.
  var resumesWhenHandled = false
  /// How many notes found no room.
  var lostNotes = 0
  private let encoder: CanonicalEncoder

  /// An action that is being handled.
  private struct Handling {
    var step: Step
    /// Its place among the actions of the tail; nil if it is left out.
    var index: Int?
    var started: Int64 = 0
  }

  /// What happens to the next action.
  enum Mode {
    case recording
    /// Steps from `first` on are left out.
    case leavingOut(first: Step, reason: GapReason, detail: String)
    case closed
  }

  /// Makes the log at `path` and writes its header and the initial states.
  ///
  /// - Parameters:
  ///   - path: Where the log goes; `options.existing` says what becomes of one that is there.
  ///   - app: The app's name, by which a debugger finds its stores.
  ///   - build: The app's own version.
  ///   - stores: The names of the parts of the state.
  ///   - session: Names the recording.
  ///   - clock: Where the time comes from.
  ///   - options: What else is written.
  ///   - states: Gives the present state of every store, in the order of `stores`.
  /// - Throws: `LogError`, or what the states' `encode(to:)` throws.
  public convenience init(
    to path: String, app: String, build: String = "", stores: [String],
    session: UUID = UUID(), clock: any RecorderClock = SystemClock(),
    options: RecordingOptions = RecordingOptions(),
    states: @escaping () -> [any Encodable & Sendable]
  ) throws {
    try self.init(
      to: path, app: app, build: build, stores: stores, session: session, clock: clock,
      options: options, on: SystemDisk(), states: states)
  }

  /// The same on a disk of one's own, and with sheets of one's own length.
  package init(
    to path: String, app: String, build: String, stores: [String], session: UUID,
    clock: any RecorderClock, options: RecordingOptions, on disk: any Disk,
    sheetLength: Int = TailFormat.sheetLength,
    states: @escaping () -> [any Encodable & Sendable]
  ) throws {
    let beginning = try RecordingBeginning(
      path, app: app, stores: stores, clock: clock, options, on: disk,
      sheetLength: sheetLength)
    let session = beginning.session(session)
    self.clock = beginning.clock
    self.options = options
    self.states = { beginning.byNumber(states()) }
    state = { beginning.byNumber(states())[$0] }
    (start, step) = (beginning.step, beginning.step)
    (names, numbers) = (beginning.names, beginning.numbers)
    isPlain = numbers.elementsEqual(numbers.indices)
    roster = beginning.roster
    redaction = options.redaction?.withDeclarations
    rows = RowEncoding(redaction: redaction)
    drawRows = RowEncoding(table: rows.table, redaction: redaction)
    encoder = CanonicalEncoder(redaction: redaction)
    header = LogHeader(
      session: session, app: app, build: build, start: beginning.clock.now,
      locale: Locale.current.identifier, timeZone: TimeZone.current.identifier, stores: names)
    let checkpoint = try Self.checkpoint(of: self.states(), at: step, rows)
    let writer = try beginning.writer(
      header, checkpoint, shapes: rows.shapes, isSynced: options.durability != .none)
    let tailPath = LogFormat.tailPath(of: path)
    pool = SheetPool(tailPath, on: disk, sheetLength: sheetLength)
    let keeper = beginning.keeper(options.keeps)
    sealer = Sealer(writer, pool, options, redaction, keeper) { disk.remove(tailPath) }
    pace = keeper.map { SegmentPace($0, after: beginning.step, at: beginning.clock.monotonic) }
    tail = TailWriter(
      pool, session: TailFormat.session(session), number: beginning.sheet, after: step,
      timing: options.timing, handOver: sealer.seal)
    tail.syncsSheets = options.durability == .everyAction
    if options.durability != .none { syncBeginning(writer) }
    if let fallback = pool.fallback { noteFallback(fallback) }
  }

  /// Without its header no log can be read. The recording begins even if that fails: later tries may not.
  private func syncBeginning(_ writer: LogWriter) {
    // The sealer may be about to do the same.
    sealer.queue.sync {
      do { try writer.sync() } catch { sealer.report(error) }
    }
  }

  /// Whoever reads the log is to know that it may end before the app did.
  private func noteFallback(_ error: LogError) {
    mark("the recording is not safe from the end of the app: \(error)")
  }

  // MARK: Actions

  /// Records `action` around its handling: the action before, the outcome after.
  ///
  /// Call it around what changes the state (the reducers), not around middleware: a replay applies
  /// the actions one after the other, in the order of these calls. An action that is recorded while
  /// another is being handled has that one as its cause, unless `cause` names one.
  ///
  /// - Parameters:
  ///   - action: What is about to be handled.
  ///   - type: The action's stable name and version; by default the name of its Swift type.
  ///   - cause: The step whose handling or effect led to this action.
  ///   - changed: The positions of the stores that changed; called after `handle`.
  ///   - handle: Handles the action.
  public func record<Action: Encodable, Result>(
    _ action: Action, type: ActionType? = nil, cause: Step? = nil,
    changed: () -> [Int] = { [0] }, handle: () throws -> Result
  ) rethrows -> Result {
    willHandle(action, cause) { types in
      if let type { return types.number(of: type) }
      return types.number(of: Action.self) { ActionType(name: "\(Action.self)") }
    }
    // Also if it throws: the action was recorded and may have changed something.
    defer { didHandle(changed: numbers(at: changed()), draws: []) }
    return try handle()
  }

  /// Numbers of stores, from their places in `states`.
  private func numbers(at places: [Int]) -> [Int] {
    isPlain ? places : places.map { numbers[$0] }
  }

  /// Generic, because an existential would take a copy of the action into a box of its own.
  func willHandle<Action: Encodable>(
    _ action: Action, _ cause: Step?, typeNumber: (inout TypeNumbers) -> Int
  ) {
    beginSegmentIfDue()
    step = step.next
    let outer = handling.last?.step
    handling.append(Handling(step: step))
    guard case .recording = mode, isOurs else { return }
    do {
      let shape = try rows.encode(action)
      let now = clock.now
      let facts = ActionFacts(
        type: typeNumber(&types), shape: shape, moment: now, cause: cause ?? outer)
      guard append(facts) else { return leaveOut(from: step) }
      handling[handling.count - 1].index = tail.count - 1
      handling[handling.count - 1].started = now.monotonic
    } catch {
      leaveOut(from: step, .unencodable, "\(Swift.type(of: action))")
    }
  }

  /// Whether this is the process that the recording began in, and no forked child of it.
  @inline(__always)
  var isOurs: Bool { generation == ForkGuard.generation }

  @inline(__always)
  private func append(_ facts: ActionFacts) -> Bool {
    guard appendNow(facts) || appendLater(facts) else { return false }
    if options.durability == .everyAction { syncTail() }
    return true
  }

  @inline(__always)
  private func appendNow(_ facts: ActionFacts) -> Bool {
    tail.append(
      facts, at: step, row: rows.bytes.bytes, shapeCount: rows.table.shapeCount
    ) { meanings }
  }

  /// Waits for room, if the app would rather wait.
  @inline(never)
  private func appendLater(_ facts: ActionFacts) -> Bool {
    guard options.waits else { return false }
    // What a failed wait would throw is the sealer's failure.
    while sealer.failure == nil {
      try? sealer.wait()
      if appendNow(facts) { return true }
    }
    return false
  }

  private func syncTail() {
    do { try tail.sync() } catch { sealer.report(error) }
  }

  /// What the tail's numbers stand for.
  var meanings: ChunkDraft.Names {
    ChunkDraft.Names(
      shapes: rows.shapes, types: types.all, storeSets: storeSets.all, timing: options.timing)
  }

  func didHandle(changed: [Int], draws: [Draw]) {
    if let handled = handling.popLast() { settle(handled, changed, draws) }
    // Within another action the states are in the making.
    guard !isHandling, isOurs else { return }
    switch mode {
    case .recording:
      digestIfDue()
      if tail.isFull || rows.table.size > Self.tableLimit { seal() }
    case .leavingOut(_, .unencodable, _):
      resume()
    case .leavingOut(_, .unwritable, _), .leavingOut(_, .overrun, _):
      if sealer.hasCaughtUp { resume() }
    case .leavingOut:
      if resumesWhenHandled { resume() }
    case .closed:
      break
    }
  }

  /// Whether an action is being handled, and so the states are in the making.
  var isHandling: Bool { !handling.isEmpty }

  /// Notes what came of an action, unless the recording was closed meanwhile.
  private func settle(_ handled: Handling, _ changed: [Int], _ draws: [Draw]) {
    guard let index = handled.index, !isClosed, isOurs else { return }
    for draw in draws { append(draw, of: index) }
    tail.setOutcome(
      of: index, changed: storeSets.number(of: changed),
      nanoseconds: clock.monotonic &- handled.started
    ) { meanings }
    if sealsWhenHandled, tail.open == 0 { sealNow() }
  }

  private func append(_ draw: Draw, of index: Int) {
    let shape: Int?
    switch draw {
    case .date(let date): shape = try? drawRows.encode(date)
    case .uuid(let uuid): shape = try? drawRows.encode(uuid)
    case .random(let bits): shape = try? drawRows.encode(bits)
    }
    guard let shape else { return }
    tail.appendDraw(of: index, shape: shape, row: drawRows.bytes.bytes) { meanings }
  }

  private func digestIfDue() {
    guard case .every(let interval) = options.digests else { return }
    if interval <= 1 {
      guard let digests = try? states().map({ try encoder.digest(of: $0) }) else { return }
      tail.append(StateDigests(step: step, stores: digests))
    } else if step.number % UInt64(interval) == 0 {
      sealer.digest(states(), at: step, isOptional: !options.waits)
    }
  }

  // MARK: Sheets

  /// Hands the sheet to the sealer and begins the next one: now, or when the action that is being
  /// handled has its outcome.
  func seal() {
    if tail.open > 0 { sealsWhenHandled = true } else { sealNow() }
  }

  func sealNow() {
    sealsWhenHandled = false
    tail.finishSheet()
    guard rows.table.size > Self.tableLimit else { return }
    rows = RowEncoding(redaction: redaction)
    drawRows = RowEncoding(table: rows.table, redaction: redaction)
  }

  /// Goes on with other stores, of which `roster` has those that there have been so far.
  func setStores(_ roster: Roster, state: @escaping (Int) -> any Encodable & Sendable) {
    let count = roster.stores.count
    states = { (0..<count).map(state) }
    self.state = state
    self.roster = roster
  }

  static func checkpoint(
    of states: [any Encodable & Sendable], at step: Step, _ rows: RowEncoding
  ) throws -> CheckpointDraft {
    var checkpoint = CheckpointDraft(step: step)
    for state in states {
      let shape = try rows.encode(state)
      checkpoint.append(
        shape: shape, row: rows.bytes.bytes, version: stateVersion(of: type(of: state)))
    }
    return checkpoint
  }
}
