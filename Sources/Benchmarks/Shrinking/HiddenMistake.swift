import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay
import PlayheadTerminal
import SampleSupport

/// A mistake that shows at the end of a long session. Most of the session does not matter.
protocol HiddenMistake {
  /// The app with the mistake.
  static var app: any FaultyApp.Type { get }
  /// What to shrink for, as the table shows it.
  static var goal: String { get }
  /// A shrinker that knows the goal, and nothing else; nil if the log does not have the mistake.
  static func shrinker(of log: LogReader) throws -> Shrinker?
}

extension HiddenMistake {
  /// Types `lines` into `app`. Returns the recorded log.
  static func record(
    _ lines: [String], into app: any TerminalApp.Type, at path: String
  ) throws -> LogReader {
    let live = try app.init(inputs: .live)
    var options = RecordingOptions()
    options.waits = true
    let recorder = try live.dispatcher.record(to: path, app: app.appName, options: options)
    for line in lines { try live.perform(line) }
    live.finish()
    try recorder.close()
    return try LogReader(path: path)
  }
}
