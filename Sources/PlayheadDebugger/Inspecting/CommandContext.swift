import PlayheadReading
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// The log of a command on the command line, with its inspector and the command's exit code.
final class CommandContext: CallContext {
  let console: Console
  let log: LogReader
  var source: any ActionSource { log }
  let apps: Apps
  let decoding: DecodingPolicy
  private let stepLimit: Duration
  /// The process with the stores, if the command has started one.
  private let connection: ChildProcessConnection?
  /// Raised when an answer is no longer wanted.
  private let interrupts: InterruptFlag?
  /// Whether an answer may differ from the recorded session.
  var mayBeWrong = false
  var hasFailed = false
  var warned: Set<String> = []
  /// The inspector with the app's stores, which run in another process, if one can be started.
  private var inspector: Inspector?

  init(
    _ log: LogReader, _ apps: Apps, _ decoding: DecodingPolicy, _ console: Console,
    stepLimit: Duration = WorkerProcess.stepLimit, at connection: ChildProcessConnection? = nil,
    _ interrupts: InterruptFlag? = nil
  ) {
    (self.log, self.apps, self.decoding, self.console) = (log, apps, decoding, console)
    (self.stepLimit, self.connection, self.interrupts) = (stepLimit, connection, interrupts)
  }

  /// Opens the log in `arguments`, and warns about its faults.
  convenience init(
    _ arguments: ParsedArguments, _ apps: Apps, _ console: Console,
    _ interrupts: InterruptFlag? = nil
  ) throws {
    let log = try LogReader.open(arguments[LogParameters.log], console)
    self.init(
      log, apps, try arguments.decoding(), console, stepLimit: arguments[LogParameters.patience],
      interrupts)
  }

  var scope: StepScope { log.scope }
  var position: Step { log.lastStep }
  var isSession: Bool { false }
  var neighborhood: ClosedRange<Step>? { nil }

  /// Not good if the log is damaged, an answer may be wrong, or a question has failed.
  var exitCode: ExitCode { log.exitCode.worse(mayBeWrong || hasFailed ? .badAnswer : .good) }

  func ask<R: Request>(_ request: R, _ give: (R.Part) throws -> Void) throws -> R.Answer {
    guard request.needsStores || request.usesStores && hasStores else {
      let inspector = Inspector(log)
      return try showingEvents(of: inspector) { try inspector.ask(request, give) }
    }
    return try inspecting { try $0.ask(request, give) }
  }

  private var hasStores: Bool { apps.recorder(of: log) != nil }

  var storesMissing: String { "\(apps.unknownApp(of: log))" }

  /// Whether this executable has the app's stores. If not, warns that the `product` has no states.
  func hasStores(orWarnFor product: String) throws -> Bool {
    if !hasStores {
      try console.printError("warning: \(storesMissing); there are no states in the \(product)")
    }
    return hasStores
  }

  /// Calls `body` with an inspector that has the app's stores. Throws if this executable does not have the app.
  func inspecting<T>(_ body: (Inspector) throws -> T) throws -> T {
    guard hasStores else { throw apps.unknownApp(of: log) }
    return try log.explaining {
      let inspector = try inspector ?? makeInspector()
      self.inspector = inspector
      return try showingEvents(of: inspector) { try body(inspector) }
    }
  }

  private func makeInspector() throws -> Inspector {
    let connection = try connection ?? apps.connection(console, interrupts, stepLimit: stepLimit)
    return try apps.inspector(of: log, at: connection, decoding)
  }

  func actionLine(upTo last: Step) throws -> ActionLine { try ActionLine(log, upTo: last) }

  func say(_ text: StyledText, _ style: Style?) throws { try console.printError(text) }

  func warn(_ warning: InspectorWarning) throws {
    if warning.statesMayDiffer { mayBeWrong = true }
    try console.printError("warning: \(warning.sentence(of: log))")
  }

  func visit(_ step: Step) {}
}
