import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import Synchronization

/// Writes the actions of an app and their outcomes, for both kinds of recordings.
///
/// Not safe for use from several threads at once: a dispatcher, or a lock, keeps them apart.
final class ActionWriter {
  /// A larger table of shapes starts over with the next page, so that ever new shapes cannot fill the memory.
  static let tableLimit = 65_536

  /// The last step.
  @exclusivity(unchecked) var step = Step.initial

  let clock: any RecorderClock
  let options: RecordingOptions
  let redaction: Redaction?
  let flusher: Flusher
  /// What the recording says of itself, for further segments.
  let header: LogHeader
  /// When those begin; nil if all is kept in one file.
  @exclusivity(unchecked) var pace: SegmentPace?
  /// A forked child has another.
  let generation = ForkGuard.generation
  /// Gives the present state of every store that there has been so far, by number.
  private(set) var states: () -> [any Encodable & Sendable]
  /// Gives one of them.
  private(set) var state: (Int) -> any Encodable & Sendable
  /// The step with whose state it began: 0, unless it continues a log.
  let start: Step
  /// The names of the stores at the beginning, by number.
  let names: [String]
  /// The numbers of its stores, which are not their places if it continues a log.
  let numbers: [Int]
  /// Whether their places are their numbers.
  let isPlain: Bool
  /// The stores, once they are others than the header's.
  var storeList: StoreList?
  /// Whether the log lacks that.
  var storeListIsDue = false
  // Unchecked: one thread uses them, and no access lasts while the app's code runs.
  @exclusivity(unchecked) var mode = Mode.recording
  /// How many actions were left out because there was no room for them.
  var leftOutCount = 0
  let rows: RowEncoding
  /// Whether their table of shapes is beyond its limit.
  @exclusivity(unchecked) var isTableFull = false
  let drawRows: RowEncoding
  /// Where the tail that was there is now, if the log does not have all of it.
  let keptTail: String?
  /// What was recorded and is in no frame yet.
  let tail: TailWriter
  @exclusivity(unchecked) var types = TypeNumbers()
  @exclusivity(unchecked) var storeSets = StoreSetNumbers()
  /// The actions that are being handled, the last inside the others.
  @exclusivity(unchecked) var handling: [Handling] = []
  @exclusivity(unchecked) var handsOverWhenHandled = false
  /// Whether the `encode(to:)` of an action or a state runs.
  @exclusivity(unchecked) var isEncoding = false
  /// The last step that a gap in the tail has by now, although the states behind it are not there yet.
  var toldGap = Step.initial
  /// What is to be done as soon as no action is being handled.
  var intent: Intent?
  /// How many notes found no room.
  var lostNotes = 0
  let encoder: CanonicalEncoder

  /// Makes the log at `path` and writes its header and the initial states.
  init(
    to path: String, app: String, build: String, stores: [String], session: UUID,
    clock: any RecorderClock, options: RecordingOptions, on disk: any Disk,
    pageLength: Int,
    states: @escaping () -> [any Encodable & Sendable]
  ) throws {
    let beginning = try RecordingBeginning(
      path, app: app, stores: stores, clock: clock, options, on: disk,
      pageLength: pageLength)
    let session = beginning.session(session)
    self.clock = beginning.clock
    self.options = options
    self.states = { beginning.byNumber(states()) }
    state = { beginning.byNumber(states())[$0] }
    (start, step) = (beginning.step, beginning.step)
    (names, numbers) = (beginning.names, beginning.numbers)
    isPlain = numbers.elementsEqual(numbers.indices)
    storeList = beginning.storeList
    redaction = options.redaction?.withDeclarations
    rows = RowEncoding(redaction: redaction)
    drawRows = RowEncoding(table: rows.table, redaction: redaction)
    encoder = CanonicalEncoder(redaction: redaction)
    header = LogHeader(
      session: session, app: app, build: build, start: beginning.clock.now,
      locale: Locale.current.identifier, timeZone: TimeZone.current.identifier, stores: names)
    let checkpoint = try Self.checkpoint(of: self.states(), at: step, rows)
    keptTail = beginning.keptTail
    let isSynced = options.durability != .none
    let (pool, writer) = try beginning.files(
      header, checkpoint, shapes: rows.shapes, isSynced: isSynced)
    let keeper = beginning.keeper(options.keeps)
    flusher = Flusher(writer, pool, options, redaction, keeper, on: disk)
    pace = keeper.map { SegmentPace($0, after: beginning.step, at: beginning.clock.monotonic) }
    tail = TailWriter(
      pool, session: TailFormat.session(session), number: beginning.page, after: step,
      timing: options.timing, handOver: flusher.take)
    tail.syncsPages = options.durability == .everyAction
    if isSynced { syncBeginning(writer) }
    if let fallback = pool.fallback { noteFallback(fallback) }
  }

  /// Without its header no log can be read. The recording begins even if that fails: later tries may not.
  private func syncBeginning(_ writer: LogWriter) {
    // The flusher may be about to do the same.
    flusher.queue.sync {
      do { try writer.sync() } catch { flusher.report(error) }
    }
  }

  /// Tells readers of the log that it may end before the app did.
  private func noteFallback(_ error: LogError) {
    mark("the recording is not safe from the end of the app: \(error)")
  }

  /// Notes the result of replacing a deleted tail.
  func noteRenewal() {
    switch tail.renewal {
    case .made:
      mark("the tail was deleted while it was recorded into; from here on there is another")
    case .failed(let error): noteFallback(error)
    case nil: break
    }
    tail.renewal = nil
  }

  // MARK: Pages

  /// Hands the page to the flusher, now or after the action that is being handled.
  func handOver() {
    if tail.open > 0 { handsOverWhenHandled = true } else { handOverNow() }
  }

  func handOverNow() {
    handsOverWhenHandled = false
    tail.finishPage()
    if rows.tableSize > Self.tableLimit, rows.forgetShapes() { isTableFull = false }
  }

  /// Goes on with other stores: those of `storeList`, which has all that there have been so far.
  func setStores(_ storeList: StoreList, state: @escaping (Int) -> any Encodable & Sendable) {
    let count = storeList.stores.count
    states = { (0..<count).map(state) }
    self.state = state
    self.storeList = storeList
  }

  /// The states after the present step. None of their `encode(to:)` may record an action.
  func checkpoint(of states: [any Encodable & Sendable]) throws -> CheckpointDraft {
    isEncoding = true
    defer { isEncoding = false }
    return try Self.checkpoint(of: states, at: step, rows)
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

extension ActionWriter {
  /// What happens to the next action.
  enum Mode {
    case recording
    /// Steps from `first` on are left out.
    case leavingOut(first: Step, reason: GapReason, detail: String)
    case closed
  }

  /// What the app asked for while an action was being handled.
  enum Intent {
    case pause
    /// To go on, as soon as there is also room for what follows a gap.
    case resume
  }

  /// An action that is being handled.
  struct Handling {
    var step: Step
    /// The thread that handles it; 0 where a dispatcher keeps threads apart.
    var thread: UInt = 0
    /// Its place among the actions of the tail; nil if it is left out.
    var index: Int?
    var started: Int64 = 0
  }
}

/// Tells a process from its forked children, which must not write into its log. Costs a load, where `getpid` costs a system
/// call.
enum ForkGuard {
  private static let count: Atomic<Int> = {
    pthread_atfork(nil, nil) { ForkGuard.count.add(1, ordering: .relaxed) }
    return Atomic(0)
  }()

  /// Differs in a forked child from what it was in its parent.
  @inline(__always)
  static var generation: Int { count.load(ordering: .relaxed) }
}
