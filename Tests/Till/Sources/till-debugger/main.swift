import PlayheadDebugger
import Till

PlayheadCommand.main(apps: [Till.self])
