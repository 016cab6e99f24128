import PlayheadDebugger

PlayheadCommand.main(apps: [Trapper.self])
