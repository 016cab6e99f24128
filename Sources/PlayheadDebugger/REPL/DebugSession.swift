import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// A conversation about one log: where one is in it, and what one has marked.
///
/// A place costs nothing: the stores follow when a state is asked for. So a command that is interrupted
/// has not moved.
final class DebugSession {
  /// What is asked about the log, or a branch of it.
  let inspector: Inspector
  /// Why there are no stores; nil if there are.
  let missingStores: String?
  let console: Console
  /// The form of answers, unless one is asked for in another.
  let form: OutputForm
  /// Raised when a command is to stop.
  let interrupts: InterruptFlag
  /// Where one is in the recording, and was.
  private var recordedPlaces: Places
  /// The branch one is in; nil in the recording.
  var openBranch: OpenBranch?
  var bookmarks = Bookmarks()
  var breakpoints = Breakpoints()
  /// Where 'last' has come to.
  var trail: ChangeTrail?
  /// Set when nothing more is to be asked.
  var isOver = false
  /// What a command does once its answer is shown, as it may ask something.
  var afterwards: (() throws -> Void)?
  /// The lines for actions, as wide as what one is in needs them.
  private(set) lazy var lines = Result { try ActionLine(log, upTo: log.lastStep) }
  /// The kinds of warning that were given, each of which is given once.
  var warned: Set<String> = []
  /// Who has the stores, if that is another process.
  let host: WorkerHost?
  /// Whether a command could not do its work.
  var hasFailed = false
  /// The step before the action at which a store has just turned out to trap; nil if that was known.
  var stepBeforeTrap: Step?
  private var damagesTold = 0

  /// A conversation that begins at the end of a log, with its stores, or with why there are none.
  init(
    _ inspector: Inspector, at host: WorkerHost? = nil, missingStores: String? = nil,
    on console: Console, _ interrupts: InterruptFlag
  ) {
    (self.inspector, self.host, self.missingStores) = (inspector, host, missingStores)
    (self.console, self.interrupts, form) = (console, interrupts, console.form)
    recordedPlaces = Places(at: inspector.recording.lastStep)
    damagesTold = inspector.recording.damagesFound.count
    host?.onTrap = { [unowned self] in note($0, isInBranch: $1) }
  }

  /// Knows from now on that a store traps.
  private func note(_ trap: KnownTrap, isInBranch: Bool) {
    if isInBranch {
      openBranch?.traps.append(trap)
      inspector.avoid(trap)
    } else {
      inspector.knownTraps.append(trap)
    }
    stepBeforeTrap = position >= trap.step ? trap.step.previous : nil
    hasFailed = true
  }

  /// The log that was opened.
  var recording: LogReader { inspector.recording }

  /// What one is in as a log: the recording, or a branch.
  var log: LogReader { inspector.log }

  var lastStep: Step { log.lastStep }

  /// The steps of what one is in, without those that are missing.
  var steps: [ClosedRange<Step>] { log.steps }

  /// Knows from now on that a log has the branch.
  func noteSaved() { openBranch?.isSaved = true }

  /// Is in the inspector's branch from now on, which is another one than before, or in the recording.
  func enter(_ branch: OpenBranch?) {
    (openBranch, trail) = (branch, nil)
    lines = Result { try ActionLine(log, upTo: log.lastStep) }
  }

  /// Where one is and was, in the branch or in the recording.
  var places: Places {
    get { openBranch?.places ?? recordedPlaces }
    set {
      guard openBranch == nil else {
        openBranch?.places = newValue
        return
      }
      recordedPlaces = newValue
    }
  }

  var position: Step { places.position }

  /// How values are printed: as wide as the window is now.
  func printOptions(whole: Bool) -> PrintOptions {
    whole ? .full(width: console.width) : .folded(width: console.width)
  }

  // MARK: Asking

  /// The answer to `request` about what one is in; its parts go to `give`. `verb` is the command that needs it.
  func ask<R: Request>(
    _ request: R, for verb: String, _ give: (R.Part) throws -> Void = { _ in }
  ) throws -> R.Answer {
    func answer() throws -> R.Answer {
      try inspector.ask(request) { part in
        try interrupts.check()
        try give(part)
      }
    }
    return try request.needsStores ? inspecting(for: verb, answer) : listening(answer)
  }

  /// Does `body`, which asks the inspector something that takes stores.
  func inspecting<T>(for verb: String, _ body: () throws -> T) throws -> T {
    if missingStores != nil { throw DebugError.storesMissing(verb: verb) }
    stepBeforeTrap = nil
    return try explainingMisfits { try listening(body) }
  }

  /// Shows what the inspector tells meanwhile, and lets it be stopped.
  private func listening<T>(_ body: () throws -> T) throws -> T {
    let display = EventDisplay(on: console) { [unowned self] warning in
      guard warned.insert(warning.topic).inserted else { return }
      try say("warning: \(warning.sentence(of: recording.name))", .yellow)
    } remark: { [unowned self] in
      try say("\($0)", .dim)
    }
    inspector.onEvent = { [interrupts] event in
      try interrupts.check()
      try display.show(event)
    }
    defer {
      inspector.onEvent = { _ in }
      display.finish()
    }
    let answer = try body()
    display.finish()
    try warnOfDamage()
    return answer
  }

  private func explainingMisfits<T>(_ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch let error as ReplayError where error.isMisfit || error.isStateMisfit {
      throw CommandFailure.misfit(error, log: recording.name)
    } catch InspectorError.isFirst(let step) {
      throw DebugError.noStep(before: step)
    }
  }

  /// Says what has turned out to be damaged since this was last said.
  func warnOfDamage() throws {
    guard recording.damagesFound.count > damagesTold, let warning = recording.lossWarning else {
      return
    }
    damagesTold = recording.damagesFound.count
    try say("warning: \(warning)", .yellow)
  }

  /// Prints lines beside an answer; programs, which want answers alone, read them on standard error.
  func say(_ text: StyledText, _ style: Style? = nil) throws {
    guard console.form == .text else { return try console.printError(text) }
    for line in text.plain.printable.split(separator: "\n") {
      try console.print(StyledText(String(line), style))
    }
  }
}
