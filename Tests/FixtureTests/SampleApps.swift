import Annotations
import ClipEditor
import Feed
import ItemListTerminal
import PlayheadFlux
import PlayheadTerminal
import SampleReplay
import TextEditor

/// The apps that have fixtures: all that `playhead` itself knows.
let sampleApps: [any TerminalApp.Type] = [
  TextEditor.self, Annotations.self, ItemListApp.self, ClipEditor.self, Feed.self,
]
