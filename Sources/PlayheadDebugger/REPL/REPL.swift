import PlayheadInspector
import PlayheadValues

/// Reads commands and shows their answers, until the end of the input or `quit`.
struct REPL {
  private let session: DebugSession
  private var repeatable: String?
  /// Whether the session has asked for a command.
  private(set) var hasAsked = false

  init(_ session: DebugSession) {
    self.session = session
  }

  private var console: Console { session.console }

  /// Runs `commands`, each shown after its prompt, and then those of the input.
  mutating func run(after commands: [String] = []) throws {
    try console.inText { try session.greet() }
    for command in commands where !session.isOver {
      try console.inText { try console.print("\(StyledText(session.prompt, .bold)) \(command)") }
      try answer(command)
    }
    try answerInput()
  }

  private mutating func answerInput() throws {
    while true {
      switch session.isOver ? .end : try ask() {
      case .end:
        if try session.mayLeave(atEnd: true) { return }
        session.isOver = false
      case .cancelled: continue
      case .line(let line): try answer(line)
      }
    }
  }

  private mutating func ask() throws -> EditedLine {
    hasAsked = true
    session.interrupts.lower()
    if session.form == .json, !console.isInteractive {
      return try console.readLine().map(EditedLine.line) ?? .end
    }
    return try console.ask(LinePrompt(session.prompt, .bold)) { [session] in
      session.completion(of: $0)
    }
  }

  private mutating func answer(_ typed: String) throws {
    var line = typed.drop(while: \.isWhitespace)[...]
    if line.hasPrefix("#") { return }
    if line.isEmpty { line = repeatable?[...] ?? "" }
    guard !line.isEmpty else { return }
    // A Ctrl-C at the prompt is not for the command.
    if console.isInteractive { session.interrupts.lower() }
    defer { console.form = session.form }
    do {
      let command = try perform(String(line))
      repeatable = command.isRepeatable ? String(line) : nil
    } catch {
      if !(error is Interruption) { repeatable = nil }
      try fail(with: error)
    }
  }

  /// Shows why a command failed. Throws if the session's input or output has failed.
  private func fail(with error: any Error) throws {
    switch error {
    case is OutputError, is InputError: throw error
    case let interruption as Interruption:
      session.hasFailed = true
      let work = interruption.work.map { " in \($0)" } ?? ""
      try report("interrupted\(work); still at step \(session.position)", .yellow)
    default:
      session.hasFailed = true
      try session.warnOfDamage()
      try report(styledSentence(of: error), .red, crash: CrashAnswer(in: error))
      // A state is wanted next, most likely.
      guard let crash = knownCrash(in: error)?.crash, let step = session.lastStep(before: crash)
      else { return }
      session.navigation.visit(step)
      try console.inText { try session.showPlace() }
    }
  }

  /// Runs the command of a line, and returns it.
  private func perform(_ line: String) throws -> any REPLCommand {
    let (word, rest) = LineWords.parts(of: line)
    let command = try REPLCommands.named(word)
    let words = command.words(of: rest)
    defer { try? console.eraseTransientLine() }
    try console.paged {
      if CommonParameters.askForHelp(words) {
        return try HelpREPLCommand.show(Help(for: console).page(for: command), on: console)
      }
      try perform(command, words)
    }
    return command
  }

  private func perform(_ command: any REPLCommand, _ words: [String]) throws {
    do {
      session.command = command.name
      let arguments = try ArgumentParser.parse(words, for: command.parameters)
      if arguments.form == .json { console.form = .json }
      try command.run(arguments, in: session)
    } catch let fact as UsageError.Fact {
      throw UsageError(fact, command: command.name, tool: nil)
    }
  }

  private func report(_ sentence: StyledText, _ style: Style, crash: CrashAnswer? = nil) throws {
    try console.show(ErrorAnswer(error: sentence.plain, crash: crash)) {
      try session.say(sentence, style)
    }
  }
}
