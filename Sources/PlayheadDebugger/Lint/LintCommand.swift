import PlayheadLint
import PlayheadValues

/// `lint`: whether the sources of stores have in them what breaks replays.
struct LintCommand: Command {
  let name = "lint"
  let summary = "Looks through the sources of stores for what breaks replays."
  let details = [
    "Reads what handlers and reducers run, and all that they call in these sources, from the compiler's own "
      + "typed tree, and names each place that takes something from outside: a clock, a random number, the order "
      + "of a set. Views, middleware and effects may use all of it. A line for each place, as compilers write "
      + "them, and notes that say how a handler gets there. '\(toolName) help rules' lists what is looked for. "
      + "Ends with 1 if there is something.",
    "PATH is a package, a folder of a package or a file in it, and what the package's last build says of it is "
      + "used: build it before. A folder of no package needs '--modules', unless its modules are those that this "
      + "program was built of. Without PATH it is the package here.",
    "What is meant as it is says so in a comment, on its line or above it, with the reason: "
      + "'// playhead-ignore: clock because only views show it'. A comment without a reason is named, too, and "
      + "so is one that silences nothing, if it was all of a package that was looked through.",
  ]

  let targets = Parameter.options(
    "target", value: "NAME", .text, "Only this target of the package, and what it is made of.")
  let path = Parameter.optionalArgument(
    "PATH", .unicodePath, "A package, a folder of sources, or a file.")
  let modules = Parameter.options(
    "modules", value: "FOLDER", .unicodePath,
    "Where built modules are; then no build's plan is looked for.")
  var parameters: [any ParameterDeclaration] { [path, targets, modules] }

  let examples = [
    Example("lint", "the package here, as before a commit"),
    Example("lint Sources/Shop/Stores", "what is in this folder"),
    Example("lint --target Shop --json", "a line of JSON for each place in a target"),
  ]

  func run(_ given: Given, _ console: Console) throws -> ExitCode {
    let subject = try LintSubject(
      path: given[path] ?? ".", targets: given[targets], modules: given[modules],
      program: console.terminal.programFile)
    try console.showTransientLine("compiling \(Format.count(subject.targets.count, "module"))")
    guard let report = try report(on: subject, console) else {
      try console.printError("stopped before the sources were looked at")
      return .badAnswer
    }
    let findings = report.findings.filter { subject.has($0.location.path) }
    for finding in findings {
      try console.show(finding.json) { try console.print(finding.text) }
    }
    if let first = report.errors.first {
      throw LintError.doesNotCompile(first: first, count: report.errors.count)
    }
    if report.handlerCount == 0 { throw LintError.noHandlers(files: report.fileCount) }
    if findings.isEmpty {
      try console.inText {
        try console.print(
          "nothing found in what \(Format.count(report.handlerCount, "handler")) in "
            + "\(Format.count(report.fileCount, "file")) lead to")
      }
    }
    return findings.isEmpty ? .good : .badAnswer
  }

  /// What is found; nil if somebody stops it.
  private func report(on subject: LintSubject, _ console: Console) throws -> Lint.Report? {
    let interrupts = InterruptFlag()
    console.terminal.raiseWhenInterrupted(interrupts)
    defer { console.terminal.raiseWhenInterrupted(nil) }
    do {
      let report = try Lint(subject.targets, isWhole: subject.isWhole).run {
        try interrupts.check()
      }
      try console.eraseTransientLine()
      return report
    } catch is Interruption {
      try console.eraseTransientLine()
      return nil
    }
  }
}
