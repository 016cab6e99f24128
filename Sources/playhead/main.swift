import Annotations
import ClipEditor
import Feed
import ItemListTerminal
import PlayheadDebugger
import TextEditor

PlayheadCommand.main(apps: [
  TextEditor.self, Annotations.self, ItemListApp.self, ClipEditor.self, Feed.self,
])
