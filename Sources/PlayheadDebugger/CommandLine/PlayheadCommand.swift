import PlayheadTesting
import PlayheadInspector
import Foundation
import PlayheadCoding
public import PlayheadFlux
public import PlayheadReplay
import PlayheadValues

/// Playhead's command line, for `playhead` itself and for an app's own executable.
///
/// A debugger needs the app's stores, so an app gets the whole command line with an executable of one
/// line:
///
/// ```swift
/// PlayheadCommand.main(apps: [Shop.self])
/// ```
public enum PlayheadCommand {
  package static let version = "0.1.0"

  /// Runs the command in the process's arguments and ends the process.
  ///
  /// A log names its app (`App.appName`). You can list and verify logs of other apps, but not replay them.
  /// `record` runs only apps that are `TerminalApp`s. The help uses the name under which the tool was
  /// started, so that you can copy its examples.
  ///
  /// Only the build that wrote an index beside a log uses that index, and only with the same app types. If
  /// anything else changes how stores handle actions, such as an environment variable, return it in
  /// the app's `variant`.
  public static func main(apps: [any ReplayableApp.Type]) -> Never {
    main(apps: apps.map { AppEntry.app($0) })
  }

  /// The same, also for apps that do not use PlayheadFlux.
  @_disfavoredOverload public static func main(apps: [AppEntry]) -> Never {
    run(CommandLine.arguments, apps, programFile: ProgramFile.path)
  }

  /// Runs the command in `words`, whose first word is the program's name, and ends the process. Stores run
  /// in processes of `programFile`.
  package static func main(
    apps: [any ReplayableApp.Type], words: [String], programFile: String? = ProgramFile.path
  ) -> Never {
    run(words, apps.map { AppEntry.app($0) }, programFile: programFile)
  }

  private static func run(
    _ words: [String], _ apps: [AppEntry], programFile: String?
  ) -> Never {
    let path = words.first ?? ""
    let name = path.split(separator: "/").last.map(String.init) ?? "playhead"
    // A whole path would be long in a sentence.
    toolPath = path.isEmpty || path.hasPrefix("/") ? name : path
    openStandardStreams()
    FileSizeLimit.becomeError()
    serveIfWorker(apps)
    let terminal = SystemTerminal(programFile: programFile)
    let code = tool(named: name, apps).run(Array(words.dropFirst()), Console(terminal))
    exit(code.rawValue)
  }

  /// If the process was started as a worker, serves its parent, and ends with it.
  package static func serveIfWorker(apps: [any ReplayableApp.Type]) {
    serveIfWorker(apps.map { AppEntry.app($0) })
  }

  private static func serveIfWorker(_ apps: [AppEntry]) {
    WorkerServer.serveIfWanted(apps, [InspectorCall<FixtureRequest>.self])
  }

  /// The tool with all commands.
  package static func tool(named name: String, apps: [any ReplayableApp.Type]) -> CommandLineTool {
    tool(named: name, apps.map { AppEntry.app($0) })
  }

  private static func tool(named name: String, _ apps: [AppEntry]) -> CommandLineTool {
    tool(named: name, Apps(apps))
  }

  static func tool(named name: String, _ apps: Apps) -> CommandLineTool {
    let shared: [any SharedCommand] = [
      LogCommand(), ShowCommand(), StateCommand(), DiffCommand(), ViewCommand(), HistoryCommand(),
      BlameCommand(), BisectCommand(),
    ]
    let reading: [any Command] = shared.map { ShellCommand(command: $0, apps: apps) }
    let commands: [any Command] =
      [RecordCommand(apps), InfoCommand(apps: apps)] + reading + [
        CheckCommand(apps: apps), CompareCommand(apps: apps), CompatCommand(apps: apps),
        VerifyCommand(), RecoverCommand(), PackCommand(), CutCommand(apps: apps),
        ShrinkCommand(apps: apps), DebugCommand(apps: apps), PageCommand(apps: apps),
        ServeCommand(apps: apps), LiveCommand(), ExportCommand(apps: apps),
        FixtureAddCommand(apps: apps), FixtureCheckCommand(apps: apps),
        FixtureUpdateCommand(apps: apps), CorpusPackCommand(), CorpusMergeCommand(),
        CompletionsCommand(),
      ]
    return CommandLineTool(name: name.visible, commands: commands, apps: apps)
  }

  package static func tool(named name: String, commands: [any Command]) -> CommandLineTool {
    CommandLineTool(name: name, commands: commands, apps: Apps([]))
  }
}

/// The system's limit on the size of files (`ulimit -f`).
package enum FileSizeLimit {
  /// Makes a write beyond the limit fail like a write to a full disk. By default the system kills the process
  /// during the write.
  package static func becomeError() {
    // A handler instead of SIG_IGN, which child processes would inherit.
    signal(SIGXFSZ) { _ in }
  }
}

/// Opens `/dev/null` in the place of each standard stream that the parent process closed. Otherwise the next opened
/// file gets the stream's number, and what is written to the stream goes into that file. Only messages can be
/// written there: results that cannot be written are an error.
private func openStandardStreams() {
  for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
    _ = open("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY)
  }
}
