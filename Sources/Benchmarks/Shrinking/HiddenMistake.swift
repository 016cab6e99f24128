import PlayheadFlux
import PlayheadFiles
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay
import PlayheadTerminal
import SampleSupport

/// A mistake that shows at the end of a long session, of which little matters.
protocol HiddenMistake {
  /// The app with the mistake in it.
  static var app: any FaultyApp.Type { get }
  /// What the session comes to.
  static var goal: String { get }
  /// Who makes a session smaller, told what to look for and nothing else; nil if that is not there.
  static func shrinker(of log: LogReader) throws -> Shrinker?
}

extension HiddenMistake {
  /// Types `lines` into `app`, and gives what is recorded.
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
