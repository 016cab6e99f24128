import PlayheadReading
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// The log that a command asks about, and the console for the answers. In `debug` it is a ``DebugSession``.
class CommandContext {
  let console: Console
  let recording: LogReader
  let apps: Apps
  let decoding: DecodingPolicy
  private let stepLimit: Duration
  /// The process with the stores, if the command has started one.
  let connection: ChildProcessConnection?
  /// Raised when an answer is no longer wanted.
  let interrupts: InterruptFlag
  /// Whether an answer may differ from the recorded session.
  var mayBeWrong = false
  /// Whether a question had a bad answer.
  var hasFailed = false
  /// The topics of the warnings so far. Each topic is shown once.
  var warned: Set<String> = []
  /// The inspector with the app's stores, once a question needs them.
  private var inspectorWithStores: Inspector?

  init(
    _ recording: LogReader, _ apps: Apps, _ decoding: DecodingPolicy, _ console: Console,
    stepLimit: Duration = WorkerProcess.stepLimit, at connection: ChildProcessConnection? = nil,
    _ interrupts: InterruptFlag = InterruptFlag()
  ) {
    (self.recording, self.apps, self.decoding) = (recording, apps, decoding)
    (self.console, self.stepLimit) = (console, stepLimit)
    (self.connection, self.interrupts) = (connection, interrupts)
  }

  /// Opens the log in `arguments`, and warns about its faults.
  convenience init(
    _ arguments: ParsedArguments, _ apps: Apps, _ console: Console,
    _ interrupts: InterruptFlag = InterruptFlag()
  ) throws {
    let log = try LogReader.open(arguments[LogParameters.log], console)
    self.init(
      log, apps, try arguments.decoding(), console, stepLimit: arguments[LogParameters.patience],
      interrupts)
  }

  /// Not good if the log is damaged, an answer may be wrong, or a question has failed.
  var exitCode: ExitCode {
    recording.exitCode.worse(mayBeWrong || hasFailed ? .badAnswer : .good)
  }

  // MARK: What is different in a session

  /// The actions of the log, or of its current branch.
  var log: any ActionSource { recording }
  /// The steps that a call can name.
  var scope: StepScope { recording.scope }
  /// The step of a call that names none: the current one in `debug`, otherwise the last one.
  var position: Step { recording.lastStep }
  /// Whether the answers are part of a session, and mark its current step.
  var isSession: Bool { false }
  /// The steps of a list that names none and looks for nothing; `nil` for all.
  var neighborhood: ClosedRange<Step>? { nil }
  var hasStores: Bool { apps.recorder(of: recording) != nil }
  var storesMissing: String { "\(apps.unknownApp(of: recording))" }

  /// The inspector for a question. Throws if the question needs stores that are missing.
  func inspector(withStores: Bool) throws -> Inspector {
    guard withStores else { return Inspector(recording) }
    if let inspectorWithStores { return inspectorWithStores }
    let connection = connection ?? apps.connection(console, interrupts, stepLimit: stepLimit)
    let inspector = try apps.inspector(of: recording, at: connection, decoding)
    inspector.comparesAhead = true
    inspectorWithStores = inspector
    return inspector
  }

  func actionLine(upTo last: Step) throws -> ActionLine { try ActionLine(log, upTo: last) }

  /// Prints a sentence beside the answer.
  func say(_ text: StyledText, _ style: Style? = nil) throws { try console.printError(text) }

  /// Makes a step the current one of a session.
  func visit(_ step: Step) {}
}

extension CommandContext {
  /// The answer to `request`. `give` gets its parts.
  func ask<R: Request>(
    _ request: R, _ give: (R.Part) throws -> Void = { _ in }
  ) throws -> R.Answer {
    try inspecting(withStores: request.needsStores || request.usesStores && hasStores) {
      try $0.ask(request) { part in
        try interrupts.check()
        try give(part)
      }
    }
  }

  /// Calls `body` with an inspector that has the app's stores. Shows its progress and warnings. Ctrl-C stops it.
  func inspecting<T>(withStores: Bool = true, _ body: (Inspector) throws -> T) throws -> T {
    let inspector = try inspector(withStores: withStores)
    return try recording.explaining { try showingEvents(of: inspector) { try body(inspector) } }
  }

  /// Whether this executable has the app's stores. If not, warns that the `product` has no states.
  func hasStores(orWarnFor product: String) throws -> Bool {
    if !hasStores {
      try console.printError("warning: \(storesMissing); there are no states in the \(product)")
    }
    return hasStores
  }

  /// Options for printing values, with the window's current width.
  func printOptions(whole: Bool) -> PrintOptions {
    whole ? .full(width: console.width) : .folded(width: console.width)
  }

  /// What comes before the line of a step in a list.
  func margin(of step: Step?) -> StyledText {
    guard isSession else { return "" }
    return step == position ? StyledText("*", .bold) + " " : "  "
  }
}
