import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// A conversation about one log: where one is in it, and what one has marked.
///
/// A place costs nothing: the stores follow when a state is asked for. So a command that is interrupted
/// has not moved.
final class DebugSession {
  /// The log that was opened.
  let recording: LogReader
  let stores: AppStores
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
  /// The index of changes of what one is in, if a file has it or a command has needed it.
  var knownIndex: ChangeIndex? {
    get { openBranch == nil ? recordedIndex : branchIndex }
    set { if openBranch == nil { recordedIndex = newValue } else { branchIndex = newValue } }
  }
  private var recordedIndex: ChangeIndex?
  private var branchIndex: ChangeIndex?
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

  /// A conversation that begins at the end of `log`.
  init(
    _ log: LogReader, _ stores: AppStores, on console: Console, wantsJSON: Bool,
    _ interrupts: InterruptFlag
  ) {
    (recording, self.stores, self.console, self.interrupts) = (log, stores, console, interrupts)
    self.wantsJSON = wantsJSON
    recordedPlaces = Places(at: log.lastStep)
    damagesTold = log.damagesFound.count
    if case .here(let replay, _) = stores { recordedIndex = ChangeIndex(keptFor: replay) }
  }

  /// What one is in as a log: the recording, or a branch.
  var log: LogReader { openBranch?.branch.reader ?? recording }

  /// The same with the stores; nil without them. Its states are good within `replaying`.
  var replay: Replay? {
    guard case .here(let replay, _) = stores else { return nil }
    return openBranch.flatMap { try? $0.branch.played?.get() } ?? replay
  }

  var lastStep: Step { log.lastStep }

  /// The steps of what one is in, without those that are missing.
  var steps: [ClosedRange<Step>] { log.steps }

  /// Knows from now on that a log has the branch.
  func noteSaved() { openBranch?.isSaved = true }

  /// Is in a branch from now on, which is another one than before, or in the recording.
  func enter(_ branch: OpenBranch?) {
    openBranch = branch
    (branchIndex, trail) = (nil, nil)
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
      places: recordedPlaces, branch: openBranch?.saved, bookmarks: bookmarks,
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
    trap.isInBranch ? openBranch?.avoid(known) : traps.append(known)
    guard !isReloading, let before = known.step.previous, position >= known.step else { return }
    places.visit(before)
  }

  /// Goes on with a conversation of another process. What does not fit the app any more is said.
  func goOn(with saved: SavedConversation) throws {
    (recordedPlaces, bookmarks, breakpoints) = (saved.places, saved.bookmarks, saved.breakpoints)
    (traps, warned, hasFailed) = (saved.traps, saved.warned, saved.hasFailed)
    (isReloading, again) = (saved.isReloading, saved.again)
    console.input = InputBuffer(bytes: saved.input, isAtEnd: saved.isInputAtEnd)
    guard let branch = saved.branch, case .here(let replay, _) = stores else { return }
    do {
      enter(try OpenBranch(branch, of: replay))
    } catch {
      try say("the branch cannot be made again: \(sentence(of: error))", .yellow)
    }
  }

  /// How values are printed: as wide as the window is now.
  func printOptions(whole: Bool) -> PrintOptions {
    whole ? .full(width: console.width) : .folded(width: console.width)
  }

  // MARK: Stores

  /// Gives `body` the replay of what one is in, which shows its progress under `title` and stops when it is told to.
  /// `verb` is the command that needs it.
  func replaying<T>(
    for verb: String, title: String = "replaying", _ body: (Replay) throws -> T
  ) throws -> T {
    guard let branch = openBranch?.branch else {
      return try replayingRecording(for: verb, title: title, body)
    }
    return try replayingRecording(for: verb, title: title) { _ in try branch.replaying(body) }
  }

  /// The same of the recording, wherever one is.
  func replayingRecording<T>(
    for verb: String, title: String = "replaying", _ body: (Replay) throws -> T
  ) throws -> T {
    guard case .here(let replay, let player) = stores else {
      throw DebugError.storesMissing(verb: verb)
    }
    let progress = Progress(title, of: lastStep.number, on: console)
    replay.onStep = { [interrupts] step in
      progress.advance(to: step.number)
      try interrupts.check()
    }
    defer {
      replay.onStep = { _ in }
      progress.finish()
    }
    replay.knownTraps = traps
    let value = try console.outlivingTraps(of: recording, saved) {
      try explainingMisfits { try body(replay) }
    }
    progress.finish()
    try warn(of: replay, player)
    return value
  }

  private func explainingMisfits<T>(_ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch let error as ReplayError where error.isMisfit || error.isStateMisfit {
      throw CommandFailure.misfit(error, log: log.name)
    }
  }

  /// Says once what keeps the states from being those that there were.
  private func warn(of replay: Replay, _ player: DispatcherPlayer) throws {
    var warnings = replay.warnings
    if let step = replay.firstUnfinished {
      warnings.append(UnfinishedWarning(log: log.name, step: step))
    }
    if let warning = VersionWarning(log, player) { warnings.append(warning) }
    for warning in warnings where warned.insert("\(type(of: warning))").inserted {
      try say("warning: \(warning)", .yellow)
    }
    try warnOfDamage()
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
