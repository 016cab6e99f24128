import PlayheadInspector
import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadReading
import PlayheadLive
import PlayheadLog
import PlayheadRecorder
import PlayheadTerminal
import PlayheadValues
import Synchronization

/// The app and the log of a recording.
struct RecordingPlan {
  let app: any TerminalApp.Type
  let path: String
  let build: String
  let isExact: Bool
  /// Whether the running app is served.
  let isLive: Bool
  /// How much of the recording to keep.
  let keeps: Retention
  /// The key for the tokens of the app's secrets.
  let key: RedactionKey

  /// Starts the app, records it while `body` drives it, and waits for running effects. Closes the log in any
  /// case, also after an error or Ctrl-C.
  func record(
    inputs: SystemInputs = .live, session: UUID = UUID(),
    clock: any RecorderClock = SystemClock(), waits: Bool = false, _ console: Console,
    _ body: (any TerminalApp) throws -> Void
  ) throws -> RecordingEnding {
    let app = try app.init(inputs: inputs)
    var options = isExact ? RecordingOptions.exact : RecordingOptions()
    options.waits = waits
    options.keeps = keeps
    options.redaction = Redaction(key: key)
    // Set before the log exists: a signal during its creation waits for the end of that, then closes the log.
    let begun = BegunRecording()
    console.terminal.whenInterrupted { [path] in
      begun.recorder.withLock { $0 }.map { Self.lastWords(of: $0, path) }
        ?? "interrupted; nothing is recorded"
    }
    defer { console.terminal.whenInterrupted(nil) }
    let recorder = try begun.recorder.withLock {
      let recorder = try app.dispatcher.record(
        to: path, app: self.app.appName, build: build, session: session, clock: clock,
        options: options)
      $0 = recorder
      return recorder
    }
    if let failure = recorder.tailFailure {
      try console.printError(
        "warning: the latest actions are lost if the app crashes: \(failure)")
    }
    do {
      if isLive { try serve(recorder, app, console) }
      try drive(app, console, body)
    } catch let stop as RecordingStop {
      let ending = try? Self.close(recorder, path)
      guard recorder.step > .initial else {
        SystemDisk().remove(path)
        throw CommandFailure.stopped(stop, log: nil, actions: 0, trouble: [])
      }
      let actions = (try? LogReader(path: path))?.actionCount ?? 0
      throw CommandFailure.stopped(
        stop, log: path, actions: actions, trouble: ending?.trouble(in: path) ?? [])
    } catch {
      try? recorder.close()
      throw error
    }
    return try Self.close(recorder, path)
  }

  /// Serves the app. On a terminal, shows the state to which a client has put it.
  private func serve(
    _ recorder: Recording, _ app: any TerminalApp, _ console: Console
  ) throws {
    var options = LiveOptions()
    (options.servesReleaseBuilds, options.printsAddress) = (true, false)
    if console.isInteractive {
      // The terminal takes each write as a whole.
      nonisolated(unsafe) let terminal = console.terminal
      let name = self.app.appName
      options.onChange = { position in
        let shown = "\(app.view)\n\(position.sentence)".split(
          separator: "\n", omittingEmptySubsequences: false
        ).map { String($0).printable + "\r\n" }.joined()
        // The line that is being typed stays in the editor, below the new prompt.
        try? terminal.write(Array("\r\u{1B}[K\(shown)\(name)> ".utf8), to: .output)
      }
    }
    let live = recorder.serve(self.app, options)
    if let address = live.address { try console.printError("the app is at \(address)") }
  }

  private static func close(_ recorder: Recording, _ path: String) throws -> RecordingEnding {
    do {
      try recorder.close()
      return RecordingEnding()
    } catch let error as LogError {
      if case .unfinished = error { return RecordingEnding(failure: error) }
      guard case .unwritable(_, let reason) = error,
        let last = try? LogReader(path: path).lastCountedStep, last < recorder.step
      else { throw error }
      return RecordingEnding(
        lost: Gap(steps: last.next...recorder.step, reason: .unwritable, detail: reason.sentence))
    }
  }

  private func drive(
    _ app: any TerminalApp, _ console: Console, _ body: (any TerminalApp) throws -> Void
  ) throws {
    defer { finish(app, console) }
    do {
      try app.start()
    } catch {
      throw RecordingStop.badStart(app: self.app.appName, errorSentence(error))
    }
    try body(app)
  }

  private func finish(_ app: any TerminalApp, _ console: Console) {
    // Waits even if the line cannot be shown.
    try? console.showTransientLine("waiting for running effects; Ctrl-C ends without them")
    app.finish()
    try? console.eraseTransientLine()
  }

  private static func lastWords(of recorder: Recording, _ path: String) -> String {
    do {
      let trouble = try close(recorder, path).trouble(in: path)
      guard trouble.isEmpty else { return "interrupted; \(trouble.joined(separator: "; "))" }
      let actions = Format.count(recorder.step.number, "action")
      return "interrupted; '\(path)' is closed and has \(actions)"
    } catch {
      return "interrupted; \(error)"
    }
  }
}

/// The recording for a signal to close, once it has begun.
private final class BegunRecording: Sendable {
  let recorder = Mutex<Recording?>(nil)
}

struct RecordingEnding {
  /// The actions after the log's last one that could not be written.
  var lost: Gap?
  /// Why the log was not closed. Its tail has the rest of the recording.
  var failure: LogError?

  /// Sentences about problems of the log at `path`.
  func trouble(in path: String) -> [String] {
    guard let log = try? LogReader(path: path) else {
      return [failure?.description].compactMap(\.self)
    }
    let gaps = log.unintendedGaps + [lost].compactMap(\.self)
    let count = gaps.reduce(0) { $0 + $1.steps.count }
    let sentence =
      "\(Format.count(count, "action")) could not be recorded in '\(log.name)': "
      + gaps.sentences.joined(separator: "; ")
    return [failure?.description, gaps.isEmpty ? nil : sentence].compactMap(\.self)
  }
}

extension LogReader {
  /// The gaps of actions that could not be recorded. All other gaps are intended.
  var unintendedGaps: [Gap] {
    readableNotesAndGaps().gaps.filter { $0.reason.isLoss && $0.reason != .damaged }
  }
}

extension [Gap] {
  /// The gaps' sentences. A few show the cause.
  var sentences: [String] {
    let more = count > 4 ? ["and \(Format.count(count - 4, "more such gap"))"] : []
    return prefix(4).map(\.description) + more
  }
}

/// Why a recording ended before its input.
enum RecordingStop: Error, CustomStringConvertible {
  /// The app cannot be started. The text is the app's reason.
  case badStart(app: String, String)
  /// The app cannot perform a line of the input.
  case badLine(CommandError, number: Int, input: String)

  /// What stopped the recording, and the app's reason.
  var description: String {
    switch self {
    case .badStart(let app, let reason):
      "'\(app)' cannot be started: \(reason)"
    case .badLine(let error, let number, let input):
      "line \(number) of \(input) cannot be executed: \(error)"
    }
  }
}

extension RecordingPlan {
  /// Performs lines from a file or a pipe, until the end or `quit`. `source` names it in errors.
  func recordLines(
    of source: String, _ console: Console, _ next: () throws -> String?
  ) throws -> RecordingEnding {
    // A file or a pipe can wait for a slow disk.
    try record(waits: true, console) { app in
      var number = 0
      while let line = try next(), !line.says("quit") {
        number += 1
        do {
          // Nothing shows the answer.
          try app.perform(line)
        } catch let error as CommandError {
          throw RecordingStop.badLine(error, number: number, input: source)
        }
      }
    }
  }

  /// Performs the lines that the user types, until the end or `quit`, and shows the app's answers.
  func recordTypedLines(_ console: Console) throws -> RecordingEnding {
    try record(console) { app in
      try console.printSentence(
        "'help' lists the commands, Return shows the view again, 'quit' ends the recording")
      try console.print(StyledText(lines: app.view))
      while let line = try ask(console), !line.says("quit") {
        do {
          try perform(line, app, console)
        } catch let error as CommandError {
          // The error repeats the line, which may contain control characters.
          try console.print(StyledText(lines: "\(error)".printable))
        }
      }
    }
  }

  private func ask(_ console: Console) throws -> String? {
    let prompt = LinePrompt("\(app.appName)>", isRemembered: false)
    while true {
      switch try console.ask(prompt, { Completion(of: $0) }) {
      case .line(let line): return line
      case .end: return nil
      case .cancelled: console.terminal.interrupt()
      }
    }
  }

  private func perform(_ line: String, _ app: any TerminalApp, _ console: Console) throws {
    if line.says("help") {
      try console.print(StyledText(lines: self.app.commandHelp))
      return try console.print("quit                   end the recording")
    }
    // An empty line shows the view, which an effect may have changed.
    let refused = app.dispatcher.refusedCount
    let answer = line.isEmpty ? nil : try app.perform(line)
    try console.print(StyledText(lines: answer ?? app.view))
    if app.dispatcher.refusedCount > refused {
      try console.printSentence("refused: a debugger holds the app")
    }
  }
}

extension LivePosition {
  /// What the app shows, for its user.
  fileprivate var sentence: String {
    switch self {
    case .live: "the app takes actions again"
    case .locked: "a debugger has locked the app: it takes no actions"
    case .traveling(let step): "this is the state of step \(step): the app takes no actions"
    }
  }
}

extension String {
  /// Whether the line is this word, with or without spaces around it.
  fileprivate func says(_ word: String) -> Bool { split { $0.isWhitespace } == [word[...]] }
}
