import PlayheadReading
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// A REPL session about one log: the current place, the bookmarks and the stops.
///
/// A move shows its action at once, and then replays to the state there, which a store may not reach. An interrupted
/// search has not moved.
final class DebugSession: CommandContext {
  /// Answers questions about the log or the current branch.
  let inspector: Inspector
  /// Why there are no stores; `nil` if there are stores.
  let missingStores: String?
  /// The default form of answers.
  let form: OutputForm
  /// The current place in the recording, and earlier ones.
  private var recordedNavigation: NavigationHistory
  var openBranch: OpenBranch?
  var bookmarks: [String: Step] = [:]
  /// The breakpoints and watchpoints, the oldest first.
  var stopPoints: [StopPoint] = []
  /// The number of the last added breakpoint or watchpoint. No number is used twice.
  var lastStopNumber = 0
  /// The paths of the values to show at each stop.
  var displays: [StatePath] = []
  /// The state of a repeated `last`.
  var trail: ChangeTrail?
  var isOver = false
  var command = ""
  private lazy var lines = Result { try ActionLine(log, upTo: log.lastStep) }

  /// A session that starts at the end of a log, with stores or the reason why there are none.
  init(
    _ inspector: Inspector, _ apps: Apps = Apps([]), _ decoding: DecodingPolicy = .usual,
    at connection: ChildProcessConnection? = nil, missingStores: String? = nil,
    on console: Console, _ interrupts: InterruptFlag
  ) {
    (self.inspector, self.missingStores, form) = (inspector, missingStores, console.form)
    recordedNavigation = NavigationHistory(at: inspector.recording.lastStep)
    super.init(inspector.recording, apps, decoding, console, at: connection, interrupts)
    connection?.onTrap = { [unowned self] _ in hasFailed = true }
  }

  /// The last step with a state, if the current one has none because of this crash.
  func lastStep(before crash: KnownCrash) -> Step? {
    // A state in the log, such as that after a gap, may lead around the crash.
    let isHidden =
      position >= crash.step
      && !log.annotations().checkpoints.contains { $0 >= crash.step && $0 <= position }
    return isHidden ? crash.step.previous : nil
  }

  override var log: any ActionSource { inspector.log }

  var lastStep: Step { log.lastStep }

  /// The steps of the log, without missing ones.
  var steps: [ClosedRange<Step>] { log.steps }

  /// Enters the inspector's branch, or the recording.
  func enter(_ branch: OpenBranch?) {
    (openBranch, trail) = (branch, nil)
    lines = Result { try ActionLine(log, upTo: log.lastStep) }
  }

  /// The places in the current branch or the recording.
  var navigation: NavigationHistory {
    get { openBranch?.navigation ?? recordedNavigation }
    set {
      guard openBranch == nil else {
        openBranch?.navigation = newValue
        return
      }
      recordedNavigation = newValue
    }
  }

  override var position: Step { navigation.position }

  override var isSession: Bool { true }

  override func visit(_ step: Step) { navigation.visit(step) }

  /// As many actions before and after the current one as fit on a screen with the lines before.
  override var neighborhood: ClosedRange<Step>? {
    let first = place(before: 5) ?? log.initialStep
    return first...max(first, steps.step(5, after: position) ?? lastPlace)
  }

  /// Steps as the user writes them. A branch has its own numbers.
  override var scope: StepScope {
    let scope = recording.scope(bookmarks: bookmarks)
    guard openBranch != nil else { return scope }
    return StepScope(
      first: scope.first, last: lastStep,
      bookmarks: bookmarks.mapValues { inspector.step(beside: $0) },
      stepAtClock: { [inspector] clock, asEnd in
        inspector.step(beside: try scope.stepAtClock?(clock, asEnd) ?? scope.last)
      },
      stepAtTime: { [inspector] in inspector.step(beside: try scope.stepAtTime($0)) })
  }

  /// Lines for actions, with columns wide enough for the whole log.
  override func actionLine(upTo last: Step) throws -> ActionLine { try lines.get() }

  // MARK: Asking

  override var hasStores: Bool { missingStores == nil }

  override var storesMissing: String { "the app's stores are not available; 'when' says why" }

  override func inspector(withStores: Bool) throws -> Inspector {
    guard withStores else { return inspector }
    if missingStores != nil { throw DebugError.storesMissing(command: command) }
    return inspector
  }

  /// Warns about damage found since the last warning.
  func warnOfDamage() throws {
    try inspecting(withStores: false) { try $0.warnOfDamage() }
  }

  /// Prints lines that are not part of an answer. With `--json` they go to standard error.
  override func say(_ text: StyledText, _ style: Style? = nil) throws {
    guard console.form == .text else { return try console.printError(text) }
    try console.printSentence(text.plain.printable, style)
  }
}
