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
  /// A table of shapes beyond this size is begun anew with the next chunk, so that values of ever
  /// new shapes cannot fill the memory.
  private static let tableLimit = 65_536

  /// The last step.
  @exclusivity(unchecked) public private(set) var step = Step.initial

  let clock: any RecorderClock
  let options: RecordingOptions
  let sealer: Sealer
  /// Gives the present state of every store that there has been so far, by number.
  private(set) var states: () -> [any Encodable & Sendable]
  /// Gives one of them.
  private(set) var state: (Int) -> any Encodable & Sendable
  /// The stores, once they are others than the header's.
  var roster: Roster?
  /// Whether the log lacks that.
  var rosterIsDue = false
  // Unchecked: one thread uses them, and no access lasts while the app's code runs.
  @exclusivity(unchecked) var mode = Mode.recording
  @exclusivity(unchecked) private(set) var rows = RowEncoding()
  private var drawRows: RowEncoding
  @exclusivity(unchecked) private var draft = ChunkDraft(firstStep: Step.initial.next)
  @exclusivity(unchecked) private var types = TypeNumbers()
  @exclusivity(unchecked) private var storeSets = StoreSetNumbers()
  /// The actions that are being handled, the last inside the others.
  @exclusivity(unchecked) private var handling: [Handling] = []
  @exclusivity(unchecked) private var sealsWhenHandled = false
  /// Whether a gap ends as soon as no action is being handled.
  var resumesWhenHandled = false
  private let encoder = CanonicalEncoder()

  /// An action that is being handled.
  private struct Handling {
    var step: Step
    /// Its place in the draft; nil if it is left out.
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
  ///   - path: Where the log goes; there must be no such file yet.
  ///   - app: The app's name, by which a debugger finds its stores.
  ///   - build: The app's own version.
  ///   - stores: The names of the parts of the state.
  ///   - session: Names the recording.
  ///   - clock: Where the time comes from.
  ///   - options: What else is written.
  ///   - states: Gives the present state of every store, in the order of `stores`.
  /// - Throws: `LogError`, or what the states' `encode(to:)` throws.
  public init(
    to path: String, app: String, build: String = "", stores: [String],
    session: UUID = UUID(), clock: any RecorderClock = SystemClock(),
    options: RecordingOptions = RecordingOptions(),
    states: @escaping () -> [any Encodable & Sendable]
  ) throws {
    self.clock = clock
    self.options = options
    self.states = states
    state = { states()[$0] }
    drawRows = RowEncoding(table: rows.table)
    let header = LogHeader(
      session: session, app: app, build: build, start: clock.now,
      locale: Locale.current.identifier, timeZone: TimeZone.current.identifier, stores: stores)
    let checkpoint = try Self.checkpoint(of: states(), at: .initial, rows)
    let writer = try LogWriter(
      path: path, header: header, checkpoint: checkpoint, shapes: rows.shapes)
    sealer = Sealer(writer, onFailure: options.onFailure)
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
    defer { didHandle(changed: changed(), draws: []) }
    return try handle()
  }

  func willHandle(
    _ action: any Encodable, _ cause: Step?, typeNumber: (inout TypeNumbers) -> Int
  ) {
    step = step.next
    let outer = handling.last?.step
    handling.append(Handling(step: step))
    guard case .recording = mode else { return }
    do {
      let shape = try rows.encode(action)
      let now = clock.now
      let facts = ActionFacts(
        type: typeNumber(&types), shape: shape, moment: now, cause: cause ?? outer)
      handling[handling.count - 1].index = draft.count
      handling[handling.count - 1].started = now.monotonic
      draft.append(facts, row: rows.bytes.bytes)
    } catch {
      leaveOut(from: step, .unencodable, "\(Swift.type(of: action))")
    }
  }

  func didHandle(changed: [Int], draws: [Draw]) {
    if let handled = handling.popLast() { settle(handled, changed, draws) }
    // Within another action the states are in the making.
    guard !isHandling else { return }
    switch mode {
    case .recording:
      digestIfDue()
      if draft.isFull { sealInTime() }
    case .leavingOut(_, .unencodable, _):
      resume()
    case .leavingOut(_, .unwritable, _):
      if sealer.failure == nil, !sealer.isBehind { resume() }
    case .leavingOut:
      if resumesWhenHandled { resume() }
    case .closed:
      break
    }
  }

  /// Whether an action is being handled, and so the states are in the making.
  var isHandling: Bool { !handling.isEmpty }

  /// Notes what came of an action, unless its draft was closed meanwhile.
  private func settle(_ handled: Handling, _ changed: [Int], _ draws: [Draw]) {
    guard let index = handled.index, draft.isOpen else { return }
    for draw in draws { append(draw, of: index) }
    draft.setOutcome(
      of: index, changed: storeSets.number(of: changed),
      nanoseconds: clock.monotonic &- handled.started)
    if sealsWhenHandled, !draft.isOpen { sealNow() }
  }

  private func append(_ draw: Draw, of index: Int) {
    let shape: Int?
    switch draw {
    case .date(let date): shape = try? drawRows.encode(date)
    case .uuid(let uuid): shape = try? drawRows.encode(uuid)
    case .random(let bits): shape = try? drawRows.encode(bits)
    }
    if let shape { draft.appendDraw(of: index, shape: shape, row: drawRows.bytes.bytes) }
  }

  private func digestIfDue() {
    guard case .every(let interval) = options.digests else { return }
    if interval <= 1 {
      guard let digests = try? states().map({ try encoder.digest(of: $0) }) else { return }
      sealer.add(StateDigests(step: step, stores: digests))
    } else if step.number % UInt64(interval) == 0 {
      sealer.digest(states(), at: step, isOptional: !options.waits)
    }
  }

  // MARK: Chunks

  /// Hands the draft over; if the sealer cannot keep up or cannot write, what comes is left out,
  /// unless the app would rather wait.
  private func sealInTime() {
    seal()
    // What a failed wait would throw is the sealer's failure, which is looked at next.
    if options.waits, sealer.isBehind { try? sealer.wait() }
    guard sealer.isBehind || sealer.failure != nil else { return }
    mode = .leavingOut(first: step.next, reason: .unwritable, detail: "")
  }

  /// Hands the draft to the sealer and begins the next one: now, or when the action that is being
  /// handled has its outcome.
  func seal() {
    if draft.isOpen { sealsWhenHandled = true } else { sealNow() }
  }

  func sealNow() {
    sealsWhenHandled = false
    if draft.count > 0 {
      let names = ChunkDraft.Names(
        shapes: rows.shapes, types: types.all, storeSets: storeSets.all, timing: options.timing)
      sealer.seal(draft, names)
    }
    draft = ChunkDraft(firstStep: step.next)
    guard rows.table.size > Self.tableLimit else { return }
    rows = RowEncoding()
    drawRows = RowEncoding(table: rows.table)
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
