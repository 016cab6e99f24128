import Foundation
import PlayheadFlux
import PlayheadLog
import PlayheadRecorder

/// What is to be recorded where.
struct RecordingPlan {
  let app: any TerminalApp.Type
  let path: String
  let build: String
  let isExact: Bool

  /// Makes the app and records it while `body` drives it. The log is closed however that ends.
  func record(
    environment: Environment = .live, session: UUID = UUID(),
    clock: any RecorderClock = SystemClock(), waits: Bool = false, _ console: Console,
    _ body: (any TerminalApp, Recorder) throws -> Void
  ) throws {
    let app = try app.init(environment: environment)
    var options = isExact ? RecordingOptions.exact : RecordingOptions()
    options.waits = waits
    let recorder = try app.dispatcher.record(
      to: path, app: self.app.appName, build: build, session: session, clock: clock,
      options: options)
    let path = path
    console.terminal.whenInterrupted {
      do {
        try recorder.close()
        return
          "interrupted; '\(path)' is closed and has \(Format.count(recorder.step.number, "action"))"
      } catch {
        return "interrupted; \(error)"
      }
    }
    defer { console.terminal.whenInterrupted(nil) }
    do {
      try body(app, recorder)
    } catch {
      try? recorder.close()
      throw error
    }
    try recorder.close()
  }
}
