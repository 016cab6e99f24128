import PlayheadReading
import PlayheadInspector
import PlayheadLog
import PlayheadPage
import PlayheadReplay
import PlayheadValues

struct PageCommand: Command {
  let apps: Apps

  let name = "page"
  let summary = "Writes a session as one HTML file that any browser shows."
  let details = [
    "The file has everything in it: a timeline, the actions, the state at each step and what changed. It needs no "
      + "Playhead, no app and no network, so you can attach it to a bug report. Confidential values are tokens, as in "
      + "the log; everything else in the log is in the page.",
    "The page shows the last \(Format.count(SessionPage.limit)) actions of a longer session, unless you name other "
      + "steps. '--paths' and '--without-state' make a page smaller. Without the app's stores the page shows actions only.",
  ]

  let log = LogParameters.log
  let range = LogParameters.range
  let output = Parameter.option(
    "output", "-o", value: "OUT", .path,
    "The file to write; it must not exist yet. The default is the log's name with '.html'.")
  let paths = Parameter.options(
    "paths", value: "PATH", .fields, "Show only this part of the state; can be repeated.")
  let withoutState = Parameter.flag("without-state", "Show the actions only.")
  let reading = ReadingParameters.declarations

  let examples = [
    Example("page s.playhead", "writes s.html"),
    Example("page s.playhead +60s.. -o end.html", "everything after the first minute"),
  ]

  func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    let context = try CommandContext(arguments, apps, console)
    let log = context.recording
    var options = SessionPage.Options()
    options.steps = try arguments[LogParameters.range].map {
      let steps = try $0.resolveForwards(in: log.scope)
      // Throws if they have no action. Gaps at their ends belong to the page.
      _ = try log.actions(in: steps)
      return steps
    }
    options.paths = arguments[paths]
    if arguments[withoutState] { options.noStates = "this page was made without states" }
    let (page, path, size) = try context.writing("a page", "html", to: arguments[output]) { file in
      let page = try context.page(options)
      var html = page.html
      try html.withUTF8 { try file.append(UnsafeRawBufferPointer($0)) }
      return page
    }
    let crashes = page.crashes.map { CrashAnswer($0.0, $0.1) }
    try console.show(PageAnswer(file: path, actions: page.actionCount, crashes: crashes)) {
      if let omission = page.omission { try console.printError("\(omission)") }
      try console.print(
        "\(Format.count(page.actionCount, "action")) of '\(log.name)' in '\(path)': \(Format.bytes(size))"
      )
    }
    for trap in page.traps { try console.printError("warning: \(trap)") }
    return page.traps.isEmpty ? context.exitCode : context.exitCode.worse(.badAnswer)
  }
}

private struct PageAnswer: Encodable {
  let file: String
  let actions: Int
  let crashes: [CrashAnswer]
}

extension CommandContext {
  /// Writes a file with `body`, at `path` or beside the log's name with `ending`. Returns its path and its size in bytes,
  /// too. A signal removes the file while it is incomplete.
  func writing<T>(
    _ what: String, _ ending: String, to path: String?, _ body: (OutputFile) throws -> T
  ) throws -> (T, path: String, size: UInt64) {
    let path = path ?? recording.fileName(with: ending)
    guard path != "-" else { throw CommandFailure.streamOutput(what, ending: ending) }
    defer { console.terminal.whenInterrupted(nil) }
    let file = try console.terminal.makingRemovable(path) {
      try OutputFile(fileAt: path, mode: recording.mode)
    }
    let result = try body(file)
    try file.finish()
    return (result, path, UInt64(try FileSource(regular: path).size))
  }

  /// The page of the log, with states if the app is linked in.
  func page(_ options: SessionPage.Options) throws -> SessionPage {
    var options = options
    if options.noStates == nil, try !hasStores(orWarnFor: "page") {
      options.noStates =
        recording.appName.map {
          "this page was made without the stores of the app '\($0)'; "
            + "'\(toolName) --app EXECUTABLE page \(recording.name.inShell)' makes one with states"
        } ?? "the log's first frame is lost, so the app and its stores are unknown"
    }
    return try inspecting(withStores: options.noStates == nil) { try SessionPage(of: $0, options) }
  }
}

extension ArgumentType<StatePath> {
  /// A store, or fields in it. Elements of lists move, and keys of dictionaries come and go.
  fileprivate static var fields: Self {
    ArgumentType("a store or fields in it, such as 'cart.total'") { word in
      let path = try? StatePath(word)
      return path?.components.contains { if case .field = $0 { false } else { true } } == false
        ? path : nil
    }.completed(as: .path)
  }
}
