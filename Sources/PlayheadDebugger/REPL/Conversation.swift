import PlayheadInspector
import PlayheadReplay
import PlayheadValues

/// Asks, answers, and asks again, until the end of the input or `quit`.
struct Conversation {
  private let session: DebugSession
  /// What an empty line says once more.
  private var repeatable: String?

  init(_ session: DebugSession) {
    self.session = session
  }

  private var console: Console { session.console }

  mutating func run() throws {
    try console.inText { try Greeting(session).print() }
    try goOn()
  }

  private mutating func goOn() throws {
    while true {
      switch session.isOver ? .end : try ask() {
      case .end:
        // A script that is over has said all that it wanted.
        if try !session.isOver && !console.isInteractive || session.mayLeave() { return }
        session.isOver = false
      case .cancelled: continue
      case .line(let line): try answer(line)
      }
    }
  }

  private func ask() throws -> EditedLine {
    session.interrupts.lower()
    if session.form == .json, !console.isInteractive {
      return try console.readLine().map(EditedLine.line) ?? .end
    }
    let completer = Completer(session)
    return try console.ask(LinePrompt(session.prompt, .bold)) { completer.completion(of: $0) }
  }

  private mutating func answer(_ typed: String) throws {
    var line = typed.drop(while: \.isWhitespace)[...]
    if line.hasPrefix("#") { return }
    if line.isEmpty { line = repeatable?[...] ?? "" }
    guard !line.isEmpty else { return }
    // What was pressed at the prompt was not meant for the command.
    if console.isInteractive { session.interrupts.lower() }
    defer { console.form = session.form }
    do {
      try perform(String(line))
      let afterwards = session.afterwards
      session.afterwards = nil
      try afterwards?()
      repeatable = try isRepeatable(line) ? String(line) : nil
    } catch {
      if !(error is Interruption) { repeatable = nil }
      try fail(with: error)
    }
  }

  /// Says why a command could not do its work, and lets the conversation go on, unless nobody is left.
  private func fail(with error: any Error) throws {
    switch error {
    case is OutputError, is InputError: throw error
    case let interruption as Interruption:
      session.hasFailed = true
      let work = interruption.work.map { " in \($0)" } ?? ""
      try report("interrupted\(work); still at step \(session.position)", .yellow)
    case let fault as IndexFault where fault.file != nil:
      session.hasFailed = true
      session.inspector.discardIndex()
      try report(
        "the index '\(fault.file ?? "")' was damaged (\(fault.cause)); ask again, and it is made again",
        .red)
    default:
      session.hasFailed = true
      try session.warnOfDamage()
      try report(sentence(of: error), .red)
      try stepBackFromTrap()
    }
  }

  /// Where a store has just turned out to trap there is nothing to see: one is in front of that then.
  private func stepBackFromTrap() throws {
    guard let step = session.stepBeforeTrap else { return }
    session.stepBeforeTrap = nil
    session.places.visit(step)
    try console.inText { try session.showPlace() }
  }

  private func isRepeatable(_ line: Substring) throws -> Bool {
    try Verbs.named(LineWords.parts(of: String(line)).word).isRepeatable
  }

  private func perform(_ line: String) throws {
    let (word, rest) = LineWords.parts(of: line)
    let verb = try Verbs.named(word)
    let words = verb.words(of: rest)
    defer { try? console.eraseTransientLine() }
    try console.paged {
      if CommonParameters.askForHelp(words) { return try VerbHelp.show(.verb(verb), on: console) }
      try perform(verb, words)
    }
  }

  private func perform(_ verb: any Verb, _ words: [String]) throws {
    do {
      let given = try ArgumentParser.parse(words, for: verb.parameters)
      if given.form == .json { console.form = .json }
      try verb.run(given, in: session)
    } catch let fact as UsageError.Fact {
      throw DebugError.usage(fact, verb: verb.name)
    }
  }

  private func report(_ sentence: StyledText, _ style: Style) throws {
    try console.show(["error": .string(sentence.plain)]) { try session.say(sentence, style) }
  }
}
