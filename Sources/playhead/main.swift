import PlayheadDebugger
import TextEditor

PlayheadCommand.main(apps: [TextEditor.self])
