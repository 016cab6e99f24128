import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import Synchronization

/// Writes the actions of an app and their outcomes, for both kinds of recordings.
///
/// A dispatcher serializes calls. Of an app's own stores, `lock` guards everything but what only the thread with the
/// turn uses: the tables of shapes and types, the encoders. That thread calls the app's code, such as `encode(to:)`,
/// without the lock.
final class ActionWriter {
  /// A larger table of shapes, in nodes of 100 bytes, starts over; otherwise new shapes could fill the memory.
  static let tableLimit = 65_536

  /// The last step.
  @exclusivity(unchecked) var step = Step.initial

  let clock: any RecorderClock
  let options: RecordingOptions
  let redaction: Redaction?
  let flusher: Flusher
  /// The metadata of the recording, for further segments.
  let header: LogHeader
  /// When segments begin; `nil` for a recording in one file.
  @exclusivity(unchecked) var segmentTimer: SegmentTimer?
  /// Tells the recordings of a process apart.
  let number = ActionWriter.count.add(1, ordering: .relaxed).newValue
  private static let count = Atomic(0)
  /// Differs in a forked child.
  let generation = ForkGuard.generation
  /// Guards the writer among threads; `nil` if a dispatcher does.
  let lock: Lock?
  /// Returns the current states of all stores so far, by number; `nil` if they are unknown.
  private(set) var states: () -> [any Encodable & Sendable]?
  /// Returns one of them.
  private(set) var state: (Int) -> any Encodable & Sendable
  /// The numbers of its stores, which differ from their places once stores were removed.
  private(set) var numbers: [Int]
  /// The stores, if they differ from the header's.
  var storeList: StoreList? {
    didSet {
      if storeList?.stores.count != oldValue?.stores.count { newestStore = step }
    }
  }
  /// The step after which the last store came that had never been there.
  private(set) var newestStore = Step.initial
  /// Whether the log lacks `storeList`.
  var storeListIsDue = false
  // Unchecked: one thread uses these, and no access lasts while the app's code runs.
  @exclusivity(unchecked) var mode = Mode.recording
  /// The number of actions left out for lack of room.
  var droppedCount = 0
  let rows: RowEncoding
  let drawRows: RowEncoding
  /// The records that are in no frame yet.
  let tail: TailWriter
  @exclusivity(unchecked) var types = TypeNumbers()
  @exclusivity(unchecked) var storeSets = StoreSetNumbers()
  /// The actions that are being handled, from the outermost to the innermost.
  @exclusivity(unchecked) var handling: [Handling] = []
  @exclusivity(unchecked) var handsOverWhenHandled = false
  /// What encodes itself at the moment.
  @exclusivity(unchecked) var encoding: Encoding?
  /// Why no replay could continue from the states, since an attempt to write them.
  var stateFailure: LogError?
  /// The mistakes that were reported to the app, each once.
  private var mistakes: Set<Mistake> = []
  /// The last step of a gap in the tail, although the states after that gap are not there yet.
  var lastGapStep = Step.initial
  /// How often an app's own stores came or went.
  var storeChangeCount = 0
  /// The last step before which the app went on from an earlier one.
  var jumpedAt: Step?
  /// What to do when no action is being handled.
  var intent: Intent?
  /// The number of dropped notes.
  var lostNotes = 0
  let encoder: CanonicalEncoder

  /// Creates the log at `path` and writes its header and the initial states.
  init(
    to path: String, app: String, build: String, stores: [String], session: UUID,
    clock: any RecorderClock, options: RecordingOptions, on disk: any Disk,
    pageLength: Int, lock: Lock? = nil,
    states: @escaping () -> [any Encodable & Sendable]?
  ) throws {
    let path = try Self.freePath(path, options.keeps, on: disk)
    if let twice = Dictionary(grouping: stores, by: \.self).first(where: { $1.count > 1 })?.key {
      throw LogError.unwritable(path: path, reason: .content("two stores are called '\(twice)'"))
    }
    self.clock = clock
    self.options = options
    self.lock = lock
    self.states = states
    state = { states()?[$0] ?? AbsentState() }
    numbers = Array(stores.indices)
    redaction = options.redaction?.withDeclarations
    rows = RowEncoding(redaction: redaction)
    drawRows = RowEncoding(table: rows.table, redaction: redaction)
    encoder = CanonicalEncoder(redaction: redaction)
    header = LogHeader(
      session: session, app: app, build: build, start: clock.now,
      locale: Locale.current.identifier, timeZone: TimeZone.current.identifier, stores: stores)
    let firstRows = rows
    let checkpoint = try StateFault.unwrapped {
      try Self.checkpoint(of: states() ?? [], at: .initial, firstRows)
    }
    let isSynced = options.durability != .none
    // The log comes first, because it keeps other recorders out.
    let file = try disk.createLog(path, like: nil)
    let pool = PagePool(
      LogFormat.tailPath(of: path), like: path, on: disk, pageLength: pageLength)
    let writer: LogWriter
    do {
      writer = try LogWriter(
        file, header: header, checkpoint: checkpoint, shapes: rows.shapes, isSynced: isSynced,
        on: disk)
    } catch {
      pool.close(removing: true)
      throw error
    }
    let keeper =
      options.keeps.hasSegments
      ? SegmentKeeper(options.keeps, path: path, now: clock.monotonic, on: disk) : nil
    flusher = Flusher(writer, pool, options, redaction, keeper, on: disk)
    segmentTimer = keeper.map { SegmentTimer($0, after: .initial) }
    tail = TailWriter(
      pool, session: TailFormat.session(session), number: 1, after: step,
      timing: options.timing, handOver: flusher.enqueue)
    tail.syncsPages = options.durability == .everyAction
    if isSynced { syncBeginning(writer) }
    if let fallback = pool.fallback { noteFallback(fallback) }
  }

  /// The log's path, without symbolic links. Throws `exists` if a file has a name that the recording needs.
  private static func freePath(
    _ path: String, _ retention: Retention, on disk: any Disk
  ) throws(LogError) -> String {
    let path = LogFormat.place(of: path)
    let segment = retention.hasSegments ? SegmentName.next(of: path, on: disk) : nil
    for name in [path, LogFormat.tailPath(of: path), segment].compactMap(\.self)
    where disk.size(of: name) != nil {
      throw .exists(path: name)
    }
    return path
  }

  /// Without its header a log is unreadable. A failure does not stop the recording: later attempts may
  /// succeed.
  private func syncBeginning(_ writer: LogWriter) {
    // The flusher may be about to do the same.
    flusher.queue.sync {
      do { try writer.sync() } catch { flusher.report(error) }
    }
  }

  /// Notes in the log that it may end before the app does.
  private func noteFallback(_ error: LogError) {
    mark("the latest actions are lost if the app crashes: \(error)")
  }

  // MARK: Pages

  /// Hands the page to the flusher, now or after the current action.
  func handOver() {
    if tail.open > 0 { handsOverWhenHandled = true } else { handOverNow() }
  }

  func handOverNow() {
    handsOverWhenHandled = false
    tail.finishPage()
  }

  /// Starts over with an empty table of shapes.
  func forgetShapes() {
    if rows.forgetShapes() { tail.forgetShapes(before: rows.table.firstNumber) }
  }

  /// Continues with the stores of `storeList`, which lists all stores so far.
  func setStores(_ storeList: StoreList, state: @escaping (Int) -> any Encodable & Sendable) {
    let count = storeList.stores.count
    states = { (0..<count).map(state) }
    self.state = state
    self.storeList = storeList
  }

  /// Continues with an app's own stores, as they are now.
  func setStores(_ storeList: StoreList, of store: OwnStore) {
    states = { store.all }
    state = { store.state(of: $0) ?? AbsentState() }
    self.storeList = storeList
    numbers = storeList.registered
  }

  static func checkpoint(
    of states: [any Encodable & Sendable], at step: Step, _ rows: RowEncoding
  ) throws -> CheckpointDraft {
    var checkpoint = CheckpointDraft(step: step)
    for (number, state) in states.enumerated() {
      do {
        let shape = try rows.encode(state)
        checkpoint.append(
          shape: shape, innerShapes: rows.innerShapes, row: rows.bytes.bytes,
          version: stateVersion(of: type(of: state)))
      } catch {
        throw StateFault(number: number, error: error)
      }
    }
    return checkpoint
  }

  // MARK: Threads

  /// Runs `body` while no other thread uses the writer. `body` calls none of the app's code, and releases nothing of
  /// the app's.
  @inline(__always)
  func locked<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard let lock else { return try body() }
    let isOuter = lock.enter()
    defer { if isOuter { lock.unlock() } }
    return try body()
  }

  /// Notifies the app of a mistake and notes it in the log, once.
  func report(_ mistake: Mistake) {
    guard isOurs, mistakes.insert(mistake).inserted else { return }
    flusher.reportFailure(.misused(path: flusher.path, reason: mistake.sentence))
    mark(mistake.sentence)
  }
}

/// A state that cannot be encoded.
struct StateFault: Error {
  /// Its place among the states that were to be encoded.
  let number: Int
  let error: any Error

  /// Runs `body`; throws a state's own error.
  static func unwrapped<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let fault as StateFault { throw fault.error }
  }
}

/// What an app does wrong with a recording.
enum Mistake: Hashable {
  case wrongStateCount(given: Int, stores: Int)
  case recordsIntoDispatcher
  case recordsWhileEncoding
  case neverHandled
  case unknownStore(String, wasRemoved: Bool)
  case addsStoreToDispatcher
  case storeName(String)

  var sentence: String {
    switch self {
    case .wrongStateCount(let given, let stores):
      "a handler returned \(given) state\(given == 1 ? "" : "s") for \(stores) store\(stores == 1 ? "" : "s")"
    case .recordsIntoDispatcher:
      "an action was passed to the recording of a dispatcher, which records only what it dispatches"
    case .recordsWhileEncoding:
      "the 'encode(to:)' of an action or a state recorded an action"
    case .neverHandled:
      "\(HandlingTurns.mostActions) actions of one thread are being handled at the same time; each 'willHandle' needs a 'didHandle'"
    case .unknownStore(let name, let wasRemoved):
      "an action was recorded in the store '\(name)', which "
        + (wasRemoved ? "was removed before" : "the recording does not have")
        + "; call 'addStore' first"
    case .addsStoreToDispatcher:
      "a store was added to the recording of a dispatcher, which records the stores that are registered with it"
    case .storeName(let name):
      "a store is called '\(name)'; the name of a store is not empty and has no '/'"
    }
  }
}

extension ActionWriter {
  /// How to treat the next action.
  enum Mode {
    case recording
    /// Steps from `first` on are left out.
    case dropping(first: Step, reason: GapReason, detail: String)
    case closed
  }

  /// What the app asked for during an action.
  enum Intent {
    case pause
    /// To continue, when there is also room for the states after the gap.
    case resume
  }

  /// What encodes itself, by code of the app that may use the recording meanwhile.
  enum Encoding: Equatable {
    case action(Step, thread: UInt)
    /// The states after a step.
    case states(Step)
  }

  /// An action that is being handled.
  struct Handling {
    var step: Step
    /// The thread that handles it; 0 if a dispatcher serializes actions.
    var thread: UInt = 0
    /// Whether it ends with `didHandle`.
    var isPair = false
    /// The states before it, if it does.
    var before: [any Encodable & Sendable]?
    /// The action's index in the tail; `nil` if it is left out.
    var index: Int?
    var started: Int64 = 0
  }
}

/// Tells a process from its forked children, which must not write into its log. Costs one load; `getpid`
/// costs a system call.
enum ForkGuard {
  private static let count: Atomic<Int> = {
    pthread_atfork(nil, nil) { ForkGuard.count.add(1, ordering: .relaxed) }
    return Atomic(0)
  }()

  /// Differs between a process and its forked child.
  @inline(__always)
  static var generation: Int { count.load(ordering: .relaxed) }
}
