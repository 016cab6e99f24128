import PlayheadValues
import PlayheadCoding
public import PlayheadFlux

/// The command line of Playhead, for an app's own executable as for `playhead` itself.
///
/// A debugger needs the app's stores, so an app gets the whole command line by an executable of one
/// line:
///
/// ```swift
/// PlayheadCommand.main(apps: [Shop.self])
/// ```
public enum PlayheadCommand {
  /// The version that `--version` prints.
  package static let version = "0.1.0"

  /// Does what the process's arguments say and ends the process.
  ///
  /// A log finds its app by the name in it (`App.appName`); logs of other apps can be listed and
  /// verified, and not replayed. `record` runs those of the apps that are `TerminalApp`s. The tool
  /// goes by the name it was started under, so that its help can be typed as printed.
  ///
  /// What an index beside a log says is believed only by the build that made it, with the same types of apps. Where
  /// something else decides how an app's stores handle actions, such as a variable of the environment, the app says so by
  /// its `variant`.
  public static func main(apps: [any ReplayableApp.Type]) -> Never {
    // To the byte: names of files need not be UTF-8.
    let words = (0..<Int(CommandLine.argc)).compactMap { number in
      CommandLine.unsafeArgv[number].map { FileName.text(of: UnsafePointer($0)) }
    }
    main(apps: apps, words: words)
  }

  /// Does what `words` say, the first of which is what the program was started as, and ends the process. Stores run in processes
  /// of the program whose file is given.
  package static func main(
    apps: [any ReplayableApp.Type], words: [String], programFile: String? = ProgramFile.path
  ) -> Never {
    let path = words.first ?? ""
    let name = path.split(separator: "/").last.map(String.init) ?? "playhead"
    toolName = name.inShell
    FileSizeLimit.becomeError()
    let terminal = SystemTerminal(programFile: programFile)
    if WorkerServer.isWanted(terminal) { serve(apps, terminal) }
    let code = tool(named: name, apps: apps).run(Array(words.dropFirst()), Console(terminal))
    terminal.exit(code)
  }

  /// Plays sessions for another process of the program and ends with it, if the process was started for that.
  package static func serveIfWorker(apps: [any ReplayableApp.Type]) {
    let terminal = SystemTerminal()
    if WorkerServer.isWanted(terminal) { serve(apps, terminal) }
  }

  private static func serve(_ apps: [any ReplayableApp.Type], _ terminal: SystemTerminal) -> Never {
    terminal.exit(WorkerServer.run(apps, terminal))
  }

  /// The tool under the name `name`, with every command.
  package static func tool(named name: String, apps: [any ReplayableApp.Type]) -> CommandLineTool {
    let apps = Apps(apps)
    let commands: [any Command] = [
      RecordCommand(apps), InfoCommand(apps: apps), LogCommand(apps: apps), ShowCommand(apps: apps),
      StateCommand(apps: apps), DiffCommand(apps: apps), ViewCommand(apps: apps),
      HistoryCommand(apps: apps), BlameCommand(apps: apps),
      BisectCommand(apps: apps), ActionsCommand(apps: apps),
      CheckCommand(apps: apps), LintCommand(), CompareCommand(apps: apps),
      CompatCommand(apps: apps),
      VerifyCommand(), RecoverCommand(), PackCommand(), CutCommand(apps: apps),
      ShrinkCommand(apps: apps), DebugCommand(apps: apps), PageCommand(apps: apps),
      ExportCommand(apps: apps),
      FixtureAddCommand(apps: apps), FixtureCheckCommand(apps: apps),
      FixtureUpdateCommand(apps: apps), CompletionsCommand(),
    ]
    return tool(named: name, commands: commands, apps: apps)
  }

  /// The tool under the name `name`, with these commands.
  package static func tool(named name: String, commands: [any Command]) -> CommandLineTool {
    tool(named: name, commands: commands, apps: nil)
  }

  private static func tool(
    named name: String, commands: [any Command], apps: Apps?
  ) -> CommandLineTool {
    CommandLineTool(
      name: name, version: version,
      summary: "Records the actions of a Flux-style app and puts it back into any state it was in.",
      commands: commands, topics: [.steps, .expressions, .rules, .exit], apps: apps)
  }
}
