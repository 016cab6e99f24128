import Feed
import PlayheadDebugger
import TextEditor

PlayheadCommand.main(apps: [TextEditor.self, Feed.self])
