import Foundation
import PlayheadFiles
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// A log that is being written, looked at again and again.
///
/// Its recorder writes into mapped memory, for which systems have no notification: so the log is polled.
struct Following {
  /// The time between two looks. A person does not notice a tenth of a second, and a look that finds nothing takes a
  /// thousandth.
  private static let interval = 0.1

  private let path: String
  private var followed: FollowedLog
  /// Where it begins; nil if at the log's beginning, or after the first look.
  private var start: StepExpression?
  private let types: Set<String>
  private let condition: Condition?
  private var limit: Int?
  /// The first step that was not given yet, or whose gap was not.
  private var next: Step?
  /// The last note so far; older ones may have gone with the segments of a flight recorder.
  private var lastNote: Note?
  private var hasLooked = false

  /// A look at the log at `path` from a step on, or from its beginning.
  ///
  /// The `condition` asks for no states: an app's stores are not run while it is watched.
  init(
    _ path: String, from start: StepExpression?, types: Set<String>, limit: Int?,
    where condition: Condition? = nil
  ) {
    (self.path, followed) = (path, FollowedLog(path))
    self.start = start
    self.types = types
    self.condition = condition
    self.limit = limit
  }

  /// Gives `body` every item, and then every new one, until the log is closed or the limit is reached. Returns the log as
  /// it is then.
  mutating func run(
    _ console: Console, _ body: (Listing.Item, LogReader) throws -> Void
  ) throws -> LogReader {
    var isWaiting = false
    while true {
      if let log = try followed.look() {
        if let start { next = try start.resolve(asFarAs: log.scope) }
        start = nil
        try giveNew(of: log) { try body($0, log) }
        try console.flush()
        // A flight recorder closes a segment before it gives it another name.
        if !log.isBeingWritten || limit == 0 { return log }
      } else if followed.isAwaited, !isWaiting {
        isWaiting = true
        try console.printError("'\(path)' is not there yet; waiting for it, until Ctrl-C ends that")
      }
      console.terminal.pause(seconds: Self.interval)
    }
  }

  private mutating func giveNew(
    of log: LogReader, _ body: (Listing.Item) throws -> Void
  ) throws {
    let first = next ?? log.initialStep
    let last = log.lastSettledStep
    let notes = log.readableNotesAndGaps().notes.prefix { $0.step <= last }
    let known = lastNote.flatMap { notes.lastIndex(of: $0) }
    let fresh = notes.dropFirst(known.map { $0 + 1 } ?? 0)
      .filter { hasLooked || $0.step >= first }
    let range = first...max(first, last)
    let gaps = first <= last ? range : nil
    let asides = Listing.asides(of: log, notes: fresh, gapsIn: gaps ?? range)
      .filter { gaps != nil || !$0.item.isGap }
    if first <= last {
      let search = try condition.map { condition in
        try Search(log, for: Breakpoint.all(of: types.sorted(), where: condition))
      }
      var listing = Listing(steps: range, types: types, limit: limit)
      listing.search = search
      try listing.forEachItem(of: log, with: asides) { item in
        if case .action = item { limit = limit.map { $0 - 1 } }
        try body(item)
      }
      next = last.next
    } else {
      for aside in asides { try body(aside.item) }
    }
    (lastNote, hasLooked) = (notes.last ?? lastNote, true)
  }
}

extension StepExpression {
  /// The step that this means; of a log that goes on it may be one that is yet to come.
  fileprivate func resolve(asFarAs scope: StepScope) throws -> Step {
    if case .number(let number) = self, Step(number) > scope.lastCounted { return Step(number) }
    return try resolve(in: scope)
  }
}

extension Listing.Item {
  /// Whether it stands for steps that are missing.
  fileprivate var isGap: Bool { if case .gap = self { true } else { false } }
}

extension LogReader {
  /// The last step that is done with, be it left out: while the log is being written, the stores may be
  /// at work on the last action.
  fileprivate var lastSettledStep: Step {
    guard isBeingWritten, let entry = try? entry(at: lastStep), !entry.isHandled else {
      return lastCountedStep
    }
    return lastStep.previous ?? lastStep
  }
}

/// The log at a path that is polled: it may not exist yet, it grows, and it may be removed.
struct FollowedLog {
  private let path: String
  /// How its files were when it was read.
  private var signature: LogSignature?
  /// What it was when it was read.
  private var seen: (session: UUID, first: Step, last: Step)?
  /// What kept the last look from reading it.
  private var fault: LogError?

  /// Whether it is not there yet.
  var isAwaited: Bool { seen == nil && fault != nil }

  init(_ path: String) {
    self.path = path
  }

  /// The log as it is now; nil if nothing is new in it, or if it is not there yet. Throws if it is gone,
  /// if it is another one, or if it cannot be read.
  mutating func look() throws -> LogReader? {
    let found: LogReader?
    var isOtherFile = false
    do throws(LogError) {
      // Taken first: what is written from here on is seen by the next look.
      let now = try LogSignature(of: path)
      found = now == signature ? nil : try LogReader(path: path)
      isOtherFile = signature.map { !now.isOfSameFile(as: $0) } ?? false
      (signature, fault) = (now, nil)
    } catch {
      try miss(error)
      return nil
    }
    if let found { try check(found, isOtherFile: isOtherFile) }
    return found
  }

  private mutating func check(_ log: LogReader, isOtherFile: Bool) throws {
    guard log.hasHeader else { return }
    if let seen {
      // A flight recorder's next segment is another file, after an older one.
      let isSegment = log.segmentCount > 1 || log.initialStep > seen.first
      guard seen.session == log.header.session, !isOtherFile || isSegment else {
        throw CommandFailure.followedLogReplaced(path: path, last: seen.last)
      }
    }
    seen = (log.header.session, log.initialStep, log.lastStep)
  }

  /// A flight recorder may leave nothing at the path for a moment, or nothing but the tail, and a log's
  /// first frame may be half written: what is not better at the next look is so.
  private mutating func miss(_ error: LogError) throws {
    defer { fault = error }
    switch error {
    // What is no file, a device for instance, never becomes a log.
    case .empty where (try? SystemDisk().source(of: path)) == nil: throw error
    case .missing, .onlyTail, .empty:
      guard let seen else { return }
      if fault != nil { throw CommandFailure.followedLogGone(path: path, last: seen.last) }
    case .headless:
      if case .headless = fault { throw error }
    default: throw error
    }
  }
}
