import PlayheadValues

/// `compare`: the same sessions through another build.
struct CompareCommand: Command {
  let apps: Apps

  let name = "compare"
  let summary = "Takes sessions through two builds, and groups those that differ by cause."
  let details = [
    "Replays each log with this executable and with another one side by side, and compares their states at "
      + "every step. The other is the old one, this the new one: build the app as it was into another folder, and "
      + "call the build at hand. Sessions that differ from the same type of action on, at the same place, are a "
      + "group, with one as an example; '[*]' stands for any element of a list and any key. A build at which a store "
      + "traps, or which cannot read an action, makes a group as well, and so does one that draws other values.",
    "Groups are made of the first difference of each session: once the states differ, what follows from it cannot be told "
      + "from what does not. Where other stores differ first is told of the example, and with '--json' of each session. The order in which a state declares its fields is no difference. What 'check' finds to be "
      + "not deterministic may differ here, too, with whichever builds: check first.",
    "A build that has a store more or less than the log stops before any action, unless an upgrade says what becomes "
      + "of the store, or '--salvage' leaves it out. Stores that only one of them has then, and steps that only one can "
      + "replay, are not compared, and named in a warning. Where both have nothing in common, that is an error.",
    "'--accept' writes anew all that is expected of those logs of a group that are fixtures ('NAME.fixture.txt' beside "
      + "the log), not only what the group is about, as 'fixture update' does, and shows it; the same logs give the "
      + "same groups with the same numbers. Then it ends with 0, unless something could not be accepted. Otherwise "
      + "ends with 1 if a session differs. Ctrl-C ends it, and all that was compared so far is told.",
  ]

  let other = Parameter.requiredOption(
    "with", value: "EXECUTABLE", .path,
    "The other build: an executable that has 'compare', too, or a script that ends with 'exec' of one."
  )
  let accepted = Parameter.options(
    "accept", value: "N", .count,
    "Accept group N: expect of its fixtures, in every respect, what they lead to in this build; may be given "
      + "several times."
  )
  var parameters: [any ParameterDeclaration] {
    [LogParameters.logs, other, accepted] + ReadingParameters.declarations
  }

  let examples = [
    Example(
      "compare sessions/*.playhead --with ../before/.build/debug/shop",
      "what does this build do otherwise than the one before?"),
    Example(
      "compare Fixtures/*.playhead --with ../before/.build/debug/shop --accept 1",
      "the first group is meant: it is expected from now on"),
  ]

  func run(_ given: Given, _ console: Console) throws -> ExitCode {
    let paths = given[LogParameters.logs]
    guard let program = console.terminal.programFile else { throw CompareError.noProcess }
    let folders = console.terminal.environment("PATH")?.split(
      separator: ":", omittingEmptySubsequences: false)
    let other = try OtherBuild(given[other], in: folders?.map(String.init) ?? [])
    let work = LogJobs(
      apps: apps, reading: try given.reading(),
      input: paths.contains("-") ? try console.readLog() : nil)
    let comparing = SessionComparing(work, other, program: program)
    let (report, code) = try compare(paths, comparing, given, console)
    switch console.form {
    case .json:
      for group in report.groups { try console.print(group.json) }
      if report.isStopped { try console.printError("\(report.head)") }
    case .text: try report.show(on: console)
    }
    if let warning = report.warning { try console.printError("warning: \(warning)") }
    guard !given[accepted].isEmpty, !report.isStopped else { return code.worse(report.exitCode) }
    return code.worse(try accept(given[accepted], of: report, given, console))
  }

  /// Compares all logs, or as many as there are until somebody stops it; gives how bad those are that could not
  /// be compared.
  private func compare(
    _ paths: [String], _ comparing: SessionComparing, _ given: Given, _ console: Console
  ) throws -> (ComparisonReport, ExitCode) {
    let interrupts = InterruptFlag()
    console.terminal.raiseWhenInterrupted(interrupts)
    defer { console.terminal.raiseWhenInterrupted(nil) }
    let queue = comparing.start(paths, until: interrupts)
    defer { comparing.end(queue) }
    let progress = Progress("comparing", of: UInt64(paths.count), on: console)
    defer { progress.finish() }
    let results = StoppableQueue(queue, interrupts)
    var (sessions, number) = ([ComparedSession](), 0)
    let code = try LogBatch(paths).forEachPath(console) { _ in
      defer { number += 1 }
      let result = try results.result(of: number) { progress.advance(to: UInt64($0)) }
      guard let session = result else { return .good }
      sessions.append(session)
      if let loss = session.loss { try console.printError("warning: \(loss)") }
      if console.form == .json { try console.print(session.json) }
      return session.exitCode
    }
    let report = ComparisonReport(
      sessions, of: paths.count, isStopped: results.isStopped, with: comparing.other)
    return (report, code)
  }

  private func accept(
    _ numbers: [Int], of report: ComparisonReport, _ given: Given, _ console: Console
  ) throws -> ExitCode {
    if let missing = numbers.first(where: { $0 > report.groups.count }) {
      throw CompareError.noGroup(missing, count: report.groups.count)
    }
    let updating = FixtureUpdating(apps, console)
    try console.inText { try console.print("") }
    return try numbers.reduce(.good) { worst, number in
      worst.worse(try report.groups[number - 1].accept(by: updating, console))
    }
  }
}
