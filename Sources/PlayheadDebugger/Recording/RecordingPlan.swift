import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import PlayheadRecorder

/// What is to be recorded where.
struct RecordingPlan {
  let app: any TerminalApp.Type
  let path: String
  let build: String
  let isExact: Bool
  /// Whether a log that is there already is gone on with.
  var appends = false
  /// How much of it is kept.
  var keeps = Retention.everything
  /// Makes the tokens of the app's secrets.
  let key: RedactionKey

  /// The last step of what is there already. What is no file, a pipe for instance, is not waited for: it
  /// cannot be gone on with.
  var start: Step {
    guard appends, (try? SystemDisk().source(of: path)) != nil,
      let log = try? LogReader(path: path)
    else { return .initial }
    return log.lastCountedStep
  }

  /// Makes the app, starts it, and records it while `body` drives it; then the effects that are still
  /// running are waited for. The log is closed however that ends, also by Ctrl-C while they run.
  ///
  /// - Returns: What came behind the log's last action and is nowhere, because the log could not be written.
  func record(
    environment: Environment = .live, session: UUID = UUID(),
    clock: any RecorderClock = SystemClock(), waits: Bool = false, _ console: Console,
    _ body: (any TerminalApp) throws -> Void
  ) throws -> Gap? {
    let app = try app.init(environment: environment)
    var options = isExact ? RecordingOptions.exact : RecordingOptions()
    options.waits = waits
    options.keeps = keeps
    if appends { options.existing = .continued }
    options.redaction = Redaction(key: key)
    let recorder = try app.dispatcher.record(
      to: path, app: self.app.appName, build: build, session: session, clock: clock,
      options: options)
    if let kept = recorder.keptTail {
      try console.printError(
        "warning: not all of the tail of '\(path)' could be taken into it; it is kept as '\(kept)'")
    }
    if let failure = recorder.tailFailure {
      try console.printError(
        "warning: the recording is not safe from the end of the app: \(failure)")
    }
    console.terminal.whenInterrupted { [path] in Self.lastWords(of: recorder, path) }
    defer { console.terminal.whenInterrupted(nil) }
    do {
      try drive(app, console, body)
    } catch let stop as RecordingStop {
      let lost = try? Self.close(recorder, path)
      let last = lost?.steps.lowerBound.previous ?? recorder.step
      // A log that was gone on with has at least the step of the restart.
      let isEmpty = recorder.step == .initial
      if isEmpty { SystemDisk().remove(path) }
      throw CommandFailure.stopped(stop, log: isEmpty ? nil : path, actions: last.number)
    } catch {
      try? recorder.close()
      throw error
    }
    return try Self.close(recorder, path)
  }

  /// Closes the log; gives the steps at its end that neither it nor a tail has.
  private static func close(_ recorder: Recorder, _ path: String) throws -> Gap? {
    do {
      try recorder.close()
      return nil
    } catch LogError.unwritable(let failed, let reason) {
      guard let last = try? LogReader(path: path).lastCountedStep, last < recorder.step else {
        throw LogError.unwritable(path: failed, reason: reason)
      }
      return Gap(steps: last.next...recorder.step, reason: .unwritable, detail: reason)
    }
  }

  private func drive(
    _ app: any TerminalApp, _ console: Console, _ body: (any TerminalApp) throws -> Void
  ) throws {
    defer { finish(app, console) }
    do {
      try app.start()
    } catch {
      throw RecordingStop.badStart(app: self.app.appName, sentence(of: error).plain)
    }
    try body(app)
  }

  private func finish(_ app: any TerminalApp, _ console: Console) {
    // A line that cannot be shown is no reason not to wait.
    try? console.showTransientLine("waiting for what is still running; Ctrl-C ends without it")
    app.finish()
    try? console.eraseTransientLine()
  }

  private static func lastWords(of recorder: Recorder, _ path: String) -> String {
    do {
      if let lost = try close(recorder, path) { return "interrupted; in '\(path)' \(lost)" }
      let actions = Format.count(recorder.step.number, "action")
      return "interrupted; '\(path)' is closed and has \(actions)"
    } catch {
      return "interrupted; \(error)"
    }
  }
}

/// Why a recording ended before its input did.
enum RecordingStop: Error {
  /// The app cannot be launched, for the reason it gives.
  case badStart(app: String, String)
  /// The app cannot perform a line of the input.
  case badLine(CommandError, number: Int, input: String)
}
