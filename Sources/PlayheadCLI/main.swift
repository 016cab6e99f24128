import Annotations
import ClipEditor
import Feed
import ItemListTerminal
import PlayheadDebugger
import SampleReplay
import TextEditor

PlayheadCommand.main(
  apps: planting(in: [
    TextEditor.self, Annotations.self, ItemListApp.self, ClipEditor.self, Feed.self,
  ]))
