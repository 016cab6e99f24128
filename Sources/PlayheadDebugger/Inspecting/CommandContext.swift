import PlayheadReading
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// The log of a command on the command line, with its inspector and the command's exit code.
final class CommandContext: QuestionContext {
  let console: Console
  let log: LogReader
  var source: any ActionSource { log }
  let apps: Apps
  let decoding: DecodingPolicy
  /// How long a step may take.
  private let stepLimit: Duration
  /// The error for requests that need stores if this executable does not have the app.
  lazy var unknownApp = apps.unknownApp(of: log)
  /// Whether an answer may differ from the recorded session.
  var isDoubtful = false
  /// The inspector with the app's stores, which run in another process, if one can be started.
  private var inspector: Inspector?
  /// Several questions may lead to the same warning.
  private var warned: Set<String> = []

  init(
    _ log: LogReader, _ apps: Apps, _ decoding: DecodingPolicy, _ console: Console,
    stepLimit: Duration = WorkerProcess.stepLimit
  ) {
    (self.log, self.apps, self.decoding, self.console) = (log, apps, decoding, console)
    self.stepLimit = stepLimit
  }

  /// Opens the log in `arguments`, and warns about its faults.
  convenience init(_ arguments: ParsedArguments, _ apps: Apps, _ console: Console) throws {
    let log = try LogReader.open(arguments[LogParameters.log], console)
    self.init(
      log, apps, try arguments.decoding(), console, stepLimit: arguments[LogParameters.patience])
  }

  /// Not good if the log is damaged or an answer is doubtful.
  var exitCode: ExitCode { log.exitCode.worse(isDoubtful ? .badAnswer : .good) }

  func ask<R: Request>(_ request: R, _ give: (R.Part) throws -> Void) throws -> R.Answer {
    guard request.needsStores else {
      return try showingEvents(of: Inspector(log)) { try $0.ask(request, give) }
    }
    return try inspecting { try $0.ask(request, give) }
  }

  /// Whether this executable has the app's stores. If not, warns that the `product` has no states.
  func hasStores(orWarnFor product: String) throws -> Bool {
    let isThere = apps.recorder(of: log) != nil
    if !isThere {
      try console.printError("warning: \(unknownApp); there are no states in the \(product)")
    }
    return isThere
  }

  /// Calls `body` with an inspector that has the app's stores. Throws `unknownApp` if this executable does
  /// not have the app.
  func inspecting<T>(_ body: (Inspector) throws -> T) throws -> T {
    guard apps.recorder(of: log) != nil else { throw unknownApp }
    return try apps.explaining(log) {
      let inspector =
        try inspector ?? apps.inspector(of: log, decoding, console, stepLimit: stepLimit).inspector
      self.inspector = inspector
      return try showingEvents(of: inspector, body)
    }
  }

  /// Shows progress, and each warning once, on standard error.
  private func showingEvents<T>(
    of inspector: Inspector, _ body: (Inspector) throws -> T
  ) throws -> T {
    let display = EventDisplay(on: console) { [self] warning in
      guard warned.insert(warning.topic).inserted else { return }
      if warning.makesStatesDoubtful { isDoubtful = true }
      console.nextMember = warning.member ?? console.nextMember
      try console.printError("warning: \(warning.sentence(of: log))")
    } remark: { [console] in
      try console.printError("\($0)")
    }
    inspector.onEvent = display.show
    defer {
      display.finish()
      inspector.onEvent = { _ in }
    }
    return try body(inspector)
  }

  func actionLine(upTo last: Step) throws -> ActionLine { try ActionLine(log, upTo: last) }
}
