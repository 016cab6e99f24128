import PlayheadReading
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// A REPL session about one log: the current place, the bookmarks and the stops.
///
/// A move shows its action at once, and then replays to the state there, which a store may not reach. An interrupted
/// search has not moved.
final class DebugSession: CallContext {
  /// Answers questions about the log or the current branch.
  let inspector: Inspector
  /// Why there are no stores; `nil` if there are stores.
  let missingStores: String?
  let storesMissing = "the app's stores are not available; 'when' says why"
  let console: Console
  /// The default form of answers.
  let form: OutputForm
  /// Raised to stop a command.
  let interrupts: InterruptFlag
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
  var warned: Set<String> = []
  /// The stores' process, if they have one.
  let connection: ChildProcessConnection?
  var hasFailed = false
  /// The step before a new trap; `nil` if the trap was known.
  var stepBeforeTrap: Step?

  /// A session that starts at the end of a log, with stores or the reason why there are none.
  init(
    _ inspector: Inspector, at connection: ChildProcessConnection? = nil,
    missingStores: String? = nil,
    on console: Console, _ interrupts: InterruptFlag
  ) {
    (self.inspector, self.connection, self.missingStores) = (inspector, connection, missingStores)
    (self.console, self.interrupts, form) = (console, interrupts, console.form)
    recordedNavigation = NavigationHistory(at: inspector.recording.lastStep)
    connection?.onTrap = { [unowned self] in note($0) }
  }

  /// Notes that a trap may hide the position.
  private func note(_ trap: KnownCrash) {
    // A state in the log, such as that after a gap, may lead around the trap.
    let hidesPosition =
      position >= trap.step
      && !log.annotations().checkpoints.contains { $0 >= trap.step && $0 <= position }
    stepBeforeTrap = hidesPosition ? trap.step.previous : nil
    hasFailed = true
  }

  var recording: LogReader { inspector.recording }

  /// The actions of the recording, or of the current branch.
  var log: any ActionSource { inspector.log }

  var source: any ActionSource { log }

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

  var position: Step { navigation.position }

  var isSession: Bool { true }

  func visit(_ step: Step) { navigation.visit(step) }

  /// Lines for actions, with columns wide enough for the whole log.
  func actionLine(upTo last: Step) throws -> ActionLine { try lines.get() }

  // MARK: Asking

  /// The answer to `request` about the current branch or the recording. `give` gets its parts.
  func ask<R: Request>(_ request: R, _ give: (R.Part) throws -> Void) throws -> R.Answer {
    func answer() throws -> R.Answer {
      try inspector.ask(request) { part in
        try interrupts.check()
        try give(part)
      }
    }
    let asksStores = request.needsStores || request.usesStores && missingStores == nil
    return try asksStores ? inspecting(answer) : listening(answer)
  }

  /// Runs `body`, which asks the inspector a question that needs stores.
  func inspecting<T>(_ body: () throws -> T) throws -> T {
    if missingStores != nil { throw DebugError.storesMissing(command: command) }
    stepBeforeTrap = nil
    return try recording.explaining { try listening(body) }
  }

  /// Shows the inspector's progress and warnings while `body` runs. Ctrl-C stops it.
  private func listening<T>(_ body: () throws -> T) throws -> T {
    try showingEvents(of: inspector, check: { [interrupts] in try interrupts.check() }, body)
  }

  /// Warns about damage found since the last warning.
  func warnOfDamage() throws {
    try listening { try inspector.warnOfDamage() }
  }

  func warn(_ warning: InspectorWarning) throws {
    try say("warning: \(warning.sentence(of: recording))", .yellow)
  }

  /// Prints lines that are not part of an answer. With `--json` they go to standard error.
  func say(_ text: StyledText, _ style: Style? = nil) throws {
    guard console.form == .text else { return try console.printError(text) }
    try console.printSentence(text.plain.printable, style)
  }
}
