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
  /// Whether all answers are for a program.
  let wantsJSON: Bool
  /// Raised when a command is to stop.
  let interrupts: InterruptFlag
  /// Where one is in the recording, and was.
  private var recordedPlaces: Places
  /// The branch one is in; nil in the recording.
  private(set) var openBranch: OpenBranch?
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
  private(set) var warned: Set<String> = []
  /// What stores trapped at.
  private(set) var traps: [KnownTrap] = []
  /// Whether a command could not do its work.
  var hasFailed = false
  /// Whether 'reload' looks at the state that it leaves: also where a store traps at that, the program is
  /// built again.
  var isReloading = false
  /// What is asked once more if a store traps meanwhile: it has an answer all the same.
  var again: String?
  var asksAgain = true
  private var damagesTold = 0

  /// A conversation that begins at the end of a log, with its stores, or with why there are none.
  init(
    _ inspector: Inspector, missingStores: String? = nil, on console: Console, wantsJSON: Bool,
    _ interrupts: InterruptFlag
  ) {
    (self.inspector, self.missingStores) = (inspector, missingStores)
    (self.console, self.interrupts, self.wantsJSON) = (console, interrupts, wantsJSON)
    recordedPlaces = Places(at: inspector.recording.lastStep)
    damagesTold = inspector.recording.damagesFound.count
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

  // MARK: Other processes

  /// What another process goes on with.
  var saved: SavedConversation {
    SavedConversation(
      places: recordedPlaces, branch: openBranch, bookmarks: bookmarks,
      breakpoints: breakpoints, traps: traps, warned: warned,
      input: console.input.rest, isInputAtEnd: console.input.isAtEnd,
      isReloading: isReloading, again: again, hasFailed: hasFailed)
  }

  /// Goes on with a conversation in which a store trapped, at the step before that.
  func goOn(with saved: SavedConversation, after trap: Trap) throws {
    try goOn(with: saved)
    hasFailed = true
    if !trap.otherOutput.isEmpty { try console.printError(StyledText(lines: trap.otherOutput)) }
    guard let known = trap.known else { return }
    if trap.isInBranch {
      openBranch?.traps.append(known)
      inspector.avoid(known)
    } else {
      traps.append(known)
    }
    guard !isReloading, let before = known.step.previous, position >= known.step else { return }
    places.visit(before)
  }

  /// Goes on with a conversation of another process. What does not fit the app any more is said.
  func goOn(with saved: SavedConversation) throws {
    (recordedPlaces, bookmarks, breakpoints) = (saved.places, saved.bookmarks, saved.breakpoints)
    (traps, warned, hasFailed) = (saved.traps, saved.warned, saved.hasFailed)
    (isReloading, again) = (saved.isReloading, saved.again)
    console.input = InputBuffer(bytes: saved.input, isAtEnd: saved.isInputAtEnd)
    guard let branch = saved.branch else { return }
    do {
      try inspector.enter(branch.made.map(\.edit))
      for trap in branch.traps { inspector.avoid(trap) }
      enter(branch)
    } catch {
      try say("the branch cannot be made again: \(sentence(of: error))", .yellow)
    }
  }

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
    inspector.knownTraps = traps
    return try console.outlivingTraps(of: recording, saved) {
      try explainingMisfits { try listening(body) }
    }
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
    guard !wantsJSON else { return try console.printError(text) }
    for line in text.plain.printable.split(separator: "\n") {
      try console.print(StyledText(String(line), style))
    }
  }
}
