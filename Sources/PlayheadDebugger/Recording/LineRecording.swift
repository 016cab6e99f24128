import PlayheadCoding
import PlayheadFlux
import PlayheadTerminal
import PlayheadValues

/// A recording of an app that is driven by lines: a person's, or those of a file or a pipe.
struct LineRecording {
  private let plan: RecordingPlan
  private let source: String
  private let console: Console
  /// Whether a person types the lines and sees what they do.
  private let isTyped: Bool

  /// Lines from `source`, as errors call it.
  init(_ plan: RecordingPlan, _ source: String, _ console: Console, isTyped: Bool? = nil) {
    self.plan = plan
    self.source = source
    self.console = console
    self.isTyped = isTyped ?? console.isInteractive
  }

  /// Performs the lines of `next` until its end or `quit`.
  func run(_ next: () throws -> String?) throws -> RecordingEnding {
    // A person does not wait for a slow disk; a file or a pipe can.
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
    try console.print(
      "'help' lists the commands, Return alone shows the view again, 'quit' ends")
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
      // No person reads the answer.
      try app.perform(line)
      return
    }
    if line.says("help") {
      try console.print(StyledText(lines: plan.app.commandHelp))
      return try console.print("quit                   end the recording")
    }
    // An empty line asks for the view, which an effect may have changed since.
    let answer = line.isEmpty ? nil : try app.perform(line)
    try console.print(StyledText(lines: answer ?? app.view))
  }

  private func report(_ error: CommandError, _ number: Int) throws {
    guard isTyped else { throw RecordingStop.badLine(error, number: number, input: source) }
    // A pasted line may contain anything, and the error repeats it.
    try console.print(StyledText(lines: "\(error)".printable))
  }
}

extension String {
  /// The line with U+FFFD for what is not UTF-8, as lines of a file have it.
  fileprivate var repaired: String { String(decoding: fileNameBytes, as: UTF8.self) }

  /// Whether the line is this word, with or without blanks around it, as apps read their commands.
  fileprivate func says(_ word: String) -> Bool { split { $0.isWhitespace } == [word[...]] }
}
