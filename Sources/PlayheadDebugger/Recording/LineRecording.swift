import PlayheadCoding
import PlayheadFlux
import PlayheadTerminal
import PlayheadValues

/// Records an app that takes lines, typed by the user or from a file or a pipe.
struct LineRecording {
  private let plan: RecordingPlan
  private let source: String
  private let console: Console
  /// Whether the user types the lines and sees the app's answers.
  private let isTyped: Bool

  /// `source` names the input in errors.
  init(_ plan: RecordingPlan, _ source: String, _ console: Console, isTyped: Bool? = nil) {
    self.plan = plan
    self.source = source
    self.console = console
    self.isTyped = isTyped ?? console.isInteractive
  }

  /// Performs the lines from `next` until the end or `quit`.
  func run(_ next: () throws -> String?) throws -> RecordingEnding {
    // Typed lines must not wait for a slow disk. A file or a pipe can.
    try plan.record(waits: !isTyped, console) { app in
      try welcome(app)
      var number = 0
      while let line = try ask(next), !line.says("quit") {
        number += 1
        do {
          try perform(line, app)
        } catch let error as CommandError {
          try report(error, number)
        }
      }
    }
  }

  private func welcome(_ app: any TerminalApp) throws {
    guard isTyped else { return }
    try console.printSentence(
      "'help' lists the commands, Return shows the view again, 'quit' ends the recording")
    try console.print(StyledText(lines: app.view))
  }

  private func ask(_ next: () throws -> String?) throws -> String? {
    guard isTyped else { return try next().map(\.repaired) }
    let prompt = LinePrompt("\(plan.app.appName)>", isRemembered: false)
    while true {
      switch try console.ask(prompt, { Completion(of: $0) }) {
      case .line(let line): return line.repaired
      case .end: return nil
      case .cancelled: console.terminal.interrupt()
      }
    }
  }

  private func perform(_ line: String, _ app: any TerminalApp) throws {
    guard isTyped else {
      // Nothing shows the answer.
      try app.perform(line)
      return
    }
    if line.says("help") {
      try console.print(StyledText(lines: plan.app.commandHelp))
      return try console.print("quit                   end the recording")
    }
    // An empty line shows the view, which an effect may have changed.
    let answer = line.isEmpty ? nil : try app.perform(line)
    try console.print(StyledText(lines: answer ?? app.view))
  }

  private func report(_ error: CommandError, _ number: Int) throws {
    guard isTyped else { throw RecordingStop.badLine(error, number: number, input: source) }
    // The error repeats the line, which may contain control characters.
    try console.print(StyledText(lines: "\(error)".printable))
  }
}

extension String {
  /// The line with U+FFFD for bytes that are not UTF-8, like lines of a file.
  fileprivate var repaired: String { String(decoding: fileNameBytes, as: UTF8.self) }

  /// Whether the line is this word, with or without spaces around it.
  fileprivate func says(_ word: String) -> Bool { split { $0.isWhitespace } == [word[...]] }
}
