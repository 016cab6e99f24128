import PlayheadInspector
import Foundation
import PlayheadLog
import PlayheadReading
import PlayheadReplay
import PlayheadValues

struct CompareCommand: Command {
  let apps: Apps

  let name = "compare"
  let summary =
    "Compares two builds: replays sessions with both and groups the differences by cause."
  let details = [
    "Replays each log with this executable and with another one side by side, and compares their "
      + "states at every step. The other build is the old one, this build the new one: build the old "
      + "version of the app into another folder, and run the current build. Sessions that first differ at "
      + "the same action type and the same path form a group with one example; '[*]' means any element of a "
      + "list and any key. A store that crashes in one build, an action that one build cannot read, and "
      + "different drawn values also form groups.",
    "Groups show the first difference of each session, because later differences may follow from "
      + "it. The example also shows where other stores differ first; '--json' shows that for each "
      + "session. With '--all', each session that differs is shown store by store, with all that is "
      + "different at the first step at which the store differs, and at the end. Elements of lists that are the same are "
      + "compared with each other, wherever they are. The order in which a state declares its fields does not count. A session that is not "
      + "deterministic may differ here with any builds: run 'check' first.",
    "If a build has more or fewer stores than the log, it stops before any action, unless an upgrade "
      + "adds, drops or renames the store, or '--salvage' leaves it out. A warning then names the "
      + "stores that only one build has, and the steps that only one build can replay; they are not compared. It "
      + "is an error if the builds have nothing in common.",
    "'--accept' updates all expectations of those logs of a group that are fixtures "
      + "('NAME.fixture.txt' beside the log), as 'fixture update' does, also with '--risky', and shows them. "
      + "The same logs "
      + "give the same groups with the same numbers. With '--accept' the command ends with 1 if "
      + "something could not be accepted; without it, the command ends with 1 if a session differs. Ctrl-C stops it and "
      + "shows the results so far.",
  ]

  let logs = LogParameters.severalLogs
  let other = Parameter.requiredOption(
    "with", value: "EXECUTABLE", .path,
    "The other build: an executable that has 'compare', or a script that ends by starting one with 'exec'."
  )
  let all = Parameter.flag(
    "all", "Also show all differences of each session, store by store.")
  let accepted = Parameter.options(
    "accept", value: "N", .count,
    "Accept group N: update all expectations of its fixtures to this build; can be repeated.")
  let risky = ReadingParameters.risky
  let reading = ReadingParameters.declarations
  let list = ListParameters.declarations

  let examples = [
    Example(
      "compare sessions/*.playhead --with ../before/.build/debug/shop",
      "what does this build do differently from the previous one?"),
    Example(
      "compare Fixtures/*.playhead --with ../before/.build/debug/shop --accept 1",
      "the first group is intended: it is expected from now on"),
  ]

  func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    let paths = Shard.logs(at: try arguments.listedLogs())
    guard console.terminal.programFile != nil else { throw CompareError.noProcess }
    let other = try AppExecutable(arguments[other], on: console)
    if let corpus = try CorpusRun("compare", with: [other.path], arguments, console) {
      return try run(corpus, with: other, arguments)
    }
    let (report, code) = try compare(paths, other, arguments, console)
    switch console.form {
    case .json:
      for group in report.groups { try console.print(json: GroupAnswer(group)) }
      if report.isStopped { try console.printError("\(report.head)") }
    case .text: try report.show(on: console)
    }
    if let warning = report.warning { try console.printError("warning: \(warning)") }
    guard !arguments[accepted].isEmpty, !report.isStopped else {
      return code.worse(report.exitCode)
    }
    return code.worse(try accept(arguments[accepted], of: report, arguments, console))
  }

  private func run(
    _ corpus: CorpusRun, with other: AppExecutable, _ arguments: ParsedArguments
  ) throws -> ExitCode {
    if arguments[all] { throw UsageError.Fact.conflict("--all", "--files-from") }
    if !arguments[accepted].isEmpty { throw UsageError.Fact.conflict("--accept", "--files-from") }
    let decoding = try arguments.decoding()
    return try corpus.run { log, connection, onSteps in
      let request = CompareRequest(with: other, keepsDiffs: false)
      let compared = try apps.answer(request, about: log, at: connection, decoding, onSteps)
      return CorpusFinding(compared.verdict)
    }
  }

  /// Compares all logs, or the logs before Ctrl-C. The exit code is about logs that could not be compared.
  private func compare(
    _ paths: [String], _ other: AppExecutable, _ arguments: ParsedArguments, _ console: Console
  ) throws -> (ComparisonReport, ExitCode) {
    let interrupts = InterruptFlag()
    console.terminal.raiseWhenInterrupted(interrupts)
    defer { console.terminal.raiseWhenInterrupted(nil) }
    let jobs = try jobs(on: paths, other, interrupts, arguments, console)
    // Ending a process takes milliseconds, unless the system is overloaded.
    defer { jobs.end(within: .seconds(2)) }
    let progress = Progress("comparing", of: UInt64(paths.count), .sessions, on: console)
    defer { progress.finish() }
    var (sessions, isStopped) = ([ComparedSession](), false)
    let code = try LogBatch(paths).forEachPath(console) { _, number in
      let result: ComparedSession?
      do {
        // After Ctrl-C, takes only finished results.
        result =
          try isStopped
          ? jobs.resultSoFar(of: number)
          : jobs.result(of: number) { done, _ in
            progress.advance(to: UInt64(done))
            try interrupts.check()
          }
      } catch is Interruption {
        (result, isStopped) = (nil, true)
      }
      guard let session = result else { return .good }
      sessions.append(session)
      if let loss = session.loss { try console.printError("warning: \(loss)") }
      if console.form == .json { try console.print(json: session) }
      return session.exitCode
    }
    return (
      ComparisonReport(sessions, of: paths.count, isStopped: isStopped, with: other), code
    )
  }

  /// Starts to compare the logs. After `interrupts` is raised, the result of each unfinished log is an
  /// ``Interruption``.
  private func jobs(
    on paths: [String], _ other: AppExecutable, _ interrupts: InterruptFlag,
    _ arguments: ParsedArguments, _ console: Console
  ) throws -> LogJobs<ComparedSession> {
    let opener = try LogOpener(paths, apps, arguments, console)
    let request = CompareRequest(with: other, keepsDiffs: arguments[all])
    // The two processes of a pair wait for each other, so one pair keeps one core busy.
    return try LogBatch(paths).jobs(
      workers: ProcessInfo.processInfo.activeProcessorCount, arguments, console, interrupts
    ) { path, connection, onSteps in
      try interrupts.check()
      return try opener.asking(path, at: connection, request, onSteps) { log, compared in
        ComparedSession(
          path: path == "-" ? path : log.name, app: log.appName ?? "",
          actionCount: log.actionCount, lastStep: log.lastStep, verdict: compared.verdict,
          later: compared.later, atEnd: compared.atEnd, onlyInOneBuild: compared.onlyInOneBuild,
          loss: log.lossWarning, exitCode: log.exitCode)
      }
    }
  }

  private func accept(
    _ numbers: [Int], of report: ComparisonReport, _ arguments: ParsedArguments, _ console: Console
  ) throws -> ExitCode {
    if let missing = numbers.first(where: { $0 > report.groups.count }) {
      throw CompareError.noGroup(missing, count: report.groups.count)
    }
    let updater = FixtureUpdater(apps, arguments.fixtureDecoding, console)
    try console.inText { try console.print("") }
    return try numbers.reduce(.good) { worst, number in
      worst.worse(try report.groups[number - 1].accept(by: updater, console))
    }
  }
}

extension AppExecutable {
  /// The same, with the folders of `PATH`.
  init(_ word: String, on console: Console) throws {
    let folders = console.terminal.environment("PATH")?.split(
      separator: ":", omittingEmptySubsequences: false)
    try self.init(word, in: folders?.map(String.init) ?? [])
  }

  /// Replaces this process with the executable that `arguments` begin with, found like in a shell, and its command:
  /// `playhead --app EXECUTABLE COMMAND …`. Returns the error if that fails.
  static func run(
    _ arguments: ArraySlice<String>, _ console: Console
  ) throws -> any Error {
    guard let word = arguments.first else {
      let option = ToolParameters.app
      throw UsageError.Fact.missingValue(for: option.name, label: option.label)
    }
    // Runs only programs that answer as a tool, because another program could do anything.
    let file = try AppExecutable(word, on: console).path
    try console.flush()
    let reason = console.terminal.become(file, [file] + arguments.dropFirst())
    return CompareError.notStarted(file, reason: reason)
  }
}
