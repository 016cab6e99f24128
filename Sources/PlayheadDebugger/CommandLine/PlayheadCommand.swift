/// The command line of Playhead, for an app's own executable as for `playhead` itself.
public enum PlayheadCommand {
  /// The version that `--version` prints.
  package static let version = "0.1.0"

  /// The tool under the name `name`.
  package static func tool(named name: String, commands: [any Command]) -> CommandLineTool {
    CommandLineTool(
      name: name, version: version,
      summary: "Records the actions of a Flux-style app and puts it back into any state it was in.",
      commands: commands, topics: [.steps])
  }

  /// Does what the process's arguments say and ends the process.
  ///
  /// The tool goes by the name it was started under, so that its help can be typed as printed.
  package static func main(commands: [any Command]) -> Never {
    let words = CommandLine.arguments
    let path = words.first ?? ""
    let name = path.split(separator: "/").last.map(String.init) ?? "playhead"
    let terminal = SystemTerminal()
    let code = tool(named: name, commands: commands)
      .run(Array(words.dropFirst()), Console(terminal))
    terminal.exit(code)
  }
}
