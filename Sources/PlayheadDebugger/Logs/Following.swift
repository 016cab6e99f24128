import PlayheadInspector
import PlayheadFiles
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// A log that is being written, looked at again and again.
///
/// Its recorder writes into mapped memory, of which no system tells anybody: so it is looked at now and
/// then whether anything is new.
struct Following {
  /// How long to wait between two looks: nobody notices a tenth of a second, and a look that finds
  /// nothing new takes a thousandth of one.
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

  /// Gives `body` every item, and then what is new, until nobody writes the log any more or there are
  /// enough; gives the log as it was then.
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
