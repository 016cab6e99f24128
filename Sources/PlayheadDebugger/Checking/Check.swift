import Foundation
import PlayheadReading
import PlayheadInspector
import PlayheadLog
import PlayheadPage
import PlayheadReplay
import PlayheadValues

struct CheckCommand: Command {
  let apps: Apps

  let name = "check"
  let summary = "Checks that logs always lead to the same states."
  let details = [
    "Replays each log in several processes side by side and compares their states with each other and with the "
      + "recording. Each process has a different hash seed. One has a clock that is ahead, one a different time zone, "
      + "one a different locale; one replays on a different thread, one for the second time, and one applies each "
      + "action twice. A difference means that a store depends on more than its state and its actions. Names the "
      + "first step and path that differ, and the cause, and ends with 1. The recording is compared where the log has "
      + "digests of its states: at its end, and in long logs now and then before. 'compare' with the build that "
      + "recorded it compares every step.",
    "An action that the app had not finished when it stopped cannot be compared; the check "
      + "continues from the state that was recorded after it. A log with a handler that crashes, ends the process or "
      + "never ends cannot be checked; the other logs are still checked. Ctrl-C stops the check and says how far "
      + "it got.",
  ]

  let logs = LogParameters.severalLogs
  let runs = Parameter.option(
    "runs", value: "N",
    // More than a thousand runs find little more. With this limit the number of steps fits an integer.
    ArgumentType("a whole number from 2 to 1000") {
      Int($0).flatMap { 2...1_000 ~= $0 ? $0 : nil }
    },
    default: CheckRequest.usualRuns,
    "The number of replays, each in a process with its own hash seed; two more processes replay: one with a "
      + "fixed seed, one twice in a row. Eight runs miss a bug that depends on the order of two elements once in 256 "
      + "checks; 8 by default.")
  let folder = FailurePages.folder
  let reading = ReadingParameters.declarations
  let list = ListParameters.declarations

  let examples = [
    Example("check s.playhead", "does it always lead to the same states?"),
    Example(
      "check *.playhead --runs 20 --json", "a line for each log, for example before a release"),
  ]

  func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    let paths = Shard.logs(at: try arguments.listedLogs())
    if let corpus = try CorpusRun(
      "check", options: ["--runs \(arguments[runs])"], arguments, console)
    {
      return try self.run(corpus, arguments)
    }
    let pages = try FailurePages(arguments, apps, console)
    let interrupts = InterruptFlag()
    let opener = try LogOpener(paths, apps, arguments, console)
    let jobs = try jobs(on: paths, opener, interrupts, arguments, console)
    defer { jobs.end() }
    let only = paths.count == 1 ? try? opener.open(paths[0]) : nil
    let total = paths.count == 1 ? only?.actionCount ?? 0 : paths.count
    var (steps, movesClock) = (UInt64(0), true)
    let reached = { "\(Format.count(steps)) of \(Format.count(max(total, Int(steps)), "action"))" }
    let code = try LogBatch(paths).forEachPath(console, until: interrupts, reached: reached) {
      path, number in
      let progress = Progress("checking", of: UInt64(total), on: console)
      defer { progress.finish() }
      let checked = try pages.catchingTrap(in: path, on: console) {
        let checked = try jobs.result(of: number) { logs, done in
          steps = done
          progress.advance(to: paths.count == 1 ? done : UInt64(logs))
          try interrupts.check()
        }
        try checked.log.warn(on: console)
        return checked
      }
      if checked.answer.uncontrolled.contains(.clock) { movesClock = false }
      return try report(checked, pages, arguments, console)
    }
    if !movesClock {
      try console.printError("warning: \(Perturbation.clock.sentenceOfMissing)")
    }
    return code
  }

  private func run(_ corpus: CorpusRun, _ arguments: ParsedArguments) throws -> ExitCode {
    if arguments[folder] != nil { throw UsageError.Fact.conflict("--page", "--files-from") }
    let (runs, decoding) = (arguments[runs], try arguments.decoding())
    return try corpus.run(
      workers: Self.checksAtOnce(runs: runs), ready: { _ = try $0.pool(runs: runs) }
    ) { log, connection, onSteps in
      let request = CheckRequest(runs: runs)
      return CorpusFinding(
        try apps.answer(request, about: log, at: connection, decoding, onSteps))
    }
  }

  /// The processes of a check run at the same time, and wait for each other now and then. Two checks per core's worth of
  /// processes keep the cores busy.
  private static func checksAtOnce(runs: Int) -> Int {
    1 + 2 * ProcessInfo.processInfo.activeProcessorCount / CheckRequest.processes(runs: runs)
  }

  private func jobs(
    on paths: [String], _ opener: LogOpener, _ interrupts: InterruptFlag,
    _ arguments: ParsedArguments, _ console: Console
  ) throws -> LogJobs<CheckedLog> {
    let runs = arguments[runs]
    return try LogBatch(paths).jobs(
      workers: Self.checksAtOnce(runs: runs), arguments, console, interrupts,
      ready: { _ = try $0.pool(runs: runs) }
    ) { path, connection, onSteps in
      try opener.asking(path, at: connection, CheckRequest(runs: runs), onSteps) {
        CheckedLog(log: $0, answer: $1)
      }
    }
  }

  private func report(
    _ checked: CheckedLog, _ pages: FailurePages?, _ arguments: ParsedArguments,
    _ console: Console
  ) throws -> ExitCode {
    let finding = checked.answer.finding
    let page = FailurePage {
      try finding.divergence.flatMap {
        try pages?.write($0.failure, of: checked.log, arguments.decoding())
      }
    }
    try console.show(CheckAnswer(checked, runs: arguments[runs], page: page.path)) {
      try checked.show(runs: arguments[runs], on: console)
    }
    try page.show(on: console)
    if !finding.incompatibilities.isEmpty {
      let warning = InspectorWarning.skipped(finding.incompatibilities)
      try console.printError("warning: \(warning.sentence(of: checked.log))")
    }
    return checked.exitCode
  }
}

extension Divergence {
  /// The last step at which replays agreed, the cause, its evidence, and where to look.
  func hints(_ finding: CheckFinding, log: String) -> [String] {
    var hints: [String] = []
    if evidence == .betweenReplays, let agreed = finding.lastAgreed {
      hints.append("all agreed at step \(agreed)")
    }
    if isReordering { hints.append("both have the same elements in a different order") }
    if let cause = finding.cause {
      hints += cause.sentences + (cause.obstacle == nil ? cause.kinds.map(\.advice) : [])
    } else {
      hints.append(Self.possibleCauses)
    }
    // Between digests, any action may have led to the difference.
    if case .fromRecording(let lastAgreed) = evidence, lastAgreed.next != step { return hints }
    return hints + ["'\(toolName) show \(log.inShell) \(step)' shows the action."]
  }

  /// Possible causes, for a divergence without a diagnosis.
  private static let possibleCauses =
    "A store depends on the order of a set or dictionary, on a clock, random number or UUID that "
    + "does not come from its context, or on an object that states share."

  /// The divergence for a page.
  fileprivate var failure: SessionPage.Failure {
    let names =
      switch evidence {
      case .betweenReplays: ("one replay", "another")
      case .sharedOverTime: ("before the action", "afterwards")
      case .roundTrip: ("the state", "encoded and decoded")
      case .fromRecording, .draws: ("recorded", "replayed")
      }
    guard values.one != nil || values.other != nil else {
      return SessionPage.Failure(at: step, description, path: path)
    }
    return SessionPage.Failure(
      at: step, description, path: path, (names.0, values.one), (names.1, values.other))
  }

  /// How it was found, in one word.
  var kind: String {
    switch evidence {
    case .betweenReplays: "betweenReplays"
    case .sharedOverTime: "sharedOverTime"
    case .roundTrip: "roundTrip"
    case .fromRecording: "fromRecording"
    case .draws: "draws"
    }
  }
}

/// A log, and what a check of it found.
private struct CheckedLog {
  let log: LogReader
  let answer: CheckRequest.Answer
  private var finding: CheckFinding { answer.finding }
  var exitCode: ExitCode { log.exitCode.worse(finding.isGood ? .good : .badAnswer) }

  /// Prints the finding.
  func show(runs: Int, on console: Console) throws {
    if let divergence = finding.divergence {
      try console.print("\(log.name): " + StyledText("\(divergence)", .red))
      for line in divergence.hints(finding, log: log.name) { try console.print("  \(line)") }
    } else if finding.compared == 0, !log.lostSteps.isEmpty {
      try console.print("\(log.name): " + StyledText("no action can be checked", .red))
    } else {
      let all = Format.count(log.actionCount, "action")
      let isAll = finding.compared == UInt64(log.actionCount)
      let actions = isAll ? all : "\(Format.count(finding.compared)) of \(all)"
      let runsText =
        answer.processes > 1
        ? "\(answer.processes) processes" : "\(runs) replays in one process"
      try console.print(
        "\(log.name): " + StyledText("deterministic", .green) + ", \(actions), \(runsText)")
    }
    if finding.divergence == nil, finding.compared > 0, let remark = answer.remark {
      try console.print("  \(remark)")
    }
    for step in answer.unfinished {
      try console.print(
        "  step \(step) was not fully handled when it was recorded, so it cannot be compared")
    }
    for state in finding.unshown { try console.printSentence("  \(state)") }
    for gap in overlaps { try console.print("  \(gap)") }
  }

  /// The gaps where threads handled actions at the same time, so that no order of them is right.
  fileprivate var overlaps: [Gap] {
    log.readableNotesAndGaps().gaps.filter { $0.reason == .overlapped }
  }
}

private struct CheckAnswer: Encodable {
  let log: String
  let app: String?
  let actions: Int
  let runs: Int
  let processes: Int
  let compared: UInt64
  let unfinished: [Step]
  let digests: Bool
  let overlaps: [GapRecord]
  let unshown: [UnshownState]
  let damages: [String]
  let skipped: Int
  let incompatibilities: Skipped
  let divergence: Difference?
  @IfPresent var page: String?

  /// The action types that did not fit, with their first steps, and the stores.
  struct Skipped: Encodable {
    struct Actions: Encodable {
      let name: String
      let version: Int
      let first: Step
      let count: Int
    }

    let actions: [Actions]
    let stores: [String]
  }

  struct Difference: Encodable {
    let kind: String
    let step: Step
    let action: String
    let store: String?
    let path: StatePath?
    let one: Value?
    let other: Value?
    let lastAgreed: Step?
    let cause: Reason?
    let description: String
  }

  struct Reason: Encodable {
    let classes: [Cause.Kind]
    let trials: [Cause.Trial]
    let uncontrolled: [Perturbation]
    let obstacle: String?
    let conversions: [String]
  }

  init(_ checked: CheckedLog, runs: Int, page: String?) {
    let (file, answer, finding) = (checked.log, checked.answer, checked.answer.finding)
    (log, app, actions) = (file.name, file.appName, file.actionCount)
    (self.runs, processes, compared) = (runs, answer.processes, finding.compared)
    (unfinished, digests) = (answer.unfinished, answer.hasDigests)
    (overlaps, unshown) = (checked.overlaps.map { GapRecord($0) }, finding.unshown)
    (damages, skipped) = (file.damages.map(\.description), finding.incompatibilities.count)
    incompatibilities = Skipped(
      actions: finding.incompatibilities.actions.map {
        .init(name: $0.type.name, version: $0.type.version, first: $0.first, count: $0.count)
      }, stores: finding.incompatibilities.stores)
    divergence = finding.divergence.map { divergence in
      Difference(
        kind: divergence.kind, step: divergence.step, action: divergence.action.name,
        store: divergence.store, path: divergence.path, one: divergence.values.one,
        other: divergence.values.other, lastAgreed: finding.lastAgreed,
        cause: finding.cause.map { Reason($0) }, description: divergence.description)
    }
    self.page = page
  }
}

extension CheckAnswer.Reason {
  init(_ cause: Cause) {
    (classes, trials) = (cause.kinds, cause.trials)
    (obstacle, conversions) = (cause.obstacle, cause.conversions)
    uncontrolled = Perturbation.allCases.filter(cause.uncontrolled.contains)
  }
}
