import PlayheadFlux
import TextEditor

/// The apps that have fixtures: all that `playhead` itself knows.
let sampleApps: [any TerminalApp.Type] = [TextEditor.self]

extension Fixture {
  /// The app that it is a session of.
  var type: (any TerminalApp.Type)? { sampleApps.first { $0.appName == app } }
}
