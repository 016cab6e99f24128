import Feed
import PlayheadFlux
import TextEditor

/// The apps that have fixtures: all that `playhead` itself knows.
let sampleApps: [any TerminalApp.Type] = [TextEditor.self, Feed.self]
