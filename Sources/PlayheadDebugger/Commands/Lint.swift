import PlayheadLint
import PlayheadValues

/// `lint`: finds code in stores that breaks replays.
struct LintCommand: Command {
  let name = "lint"
  let summary = "Finds code in stores that breaks replays."
  let details = [
    "Reads the code that handlers and reducers run, and all code that they call in these sources, "
      + "from the compiler's own typed tree. Reports each place that uses something from outside: a clock, a "
      + "random number, the order of a set. Views, middleware and effects may use all of these. Prints a line for "
      + "each place in the format of compilers, with notes that show how a handler gets there. "
      + "'\(toolName) help rules' lists the rules. Ends with 1 if there is a finding.",
    "PATH is a package, a folder of a package or a file in it; lint uses the package's last build, so "
      + "build it first. A folder without a package needs '--modules', unless its modules are those of "
      + "this program. The default is the package in the current folder.",
    "A comment on the line or above it, with the reason, silences a finding: '// playhead-ignore: "
      + "clock because only views show it'. A comment without a reason is a finding, too, and so is one "
      + "that silences nothing, if the whole package was read.",
  ]

  let targets = Parameter.options(
    "target", value: "NAME", .text, "Only this target of the package and its dependencies.")
  let path = Parameter.optionalArgument(
    "PATH", .unicodePath, "A package, a folder of sources, or a file.")
  let modules = Parameter.options(
    "modules", value: "FOLDER", .unicodePath,
    "The folder of built modules; it replaces the package's build plan.")
  var parameters: [any ParameterDeclaration] { [path, targets, modules] }

  let examples = [
    Example("lint", "the package here, as before a commit"),
    Example("lint Sources/Shop/Stores", "what is in this folder"),
    Example("lint --target Shop --json", "a line of JSON for each place in a target"),
  ]

  func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    let subject = try LintSubject(
      path: arguments[path] ?? ".", targets: arguments[targets], modules: arguments[modules],
      program: console.terminal.programFile)
    try console.showTransientLine("compiling \(Format.count(subject.targets.count, "module"))")
    guard let report = try report(on: subject, console) else {
      try console.printError("stopped before the sources were checked")
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
          "nothing found in the code of \(Format.count(report.handlerCount, "handler")) in "
            + "\(Format.count(report.fileCount, "file"))")
      }
    }
    return findings.isEmpty ? .good : .badAnswer
  }

  /// The report; `nil` after Ctrl-C.
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

extension Finding {
  /// A line in the format of compilers, and one for each call that leads there.
  var text: StyledText {
    let warning = StyledText("warning:", .yellow)
    let first: StyledText = "\(location.text): \(warning) \(message) [\(rule.rawValue)]"
    return ([first] + calls.map { "\($0.location.text): note: \($0.sentence)" }).joined(
      separator: "\n")
  }

  var json: JSON {
    location.json + [
      "rule": rule.rawValue, "message": message,
      "calls": calls.map { $0.location.json + ["sentence": $0.sentence] },
    ]
  }
}

extension Finding.Location {
  /// `Stores/Cart.swift:12:5`.
  var text: String { "\(path):\(line):\(column)" }

  fileprivate var json: JSON {
    ["file": path, "line": line, "column": column]
  }
}
