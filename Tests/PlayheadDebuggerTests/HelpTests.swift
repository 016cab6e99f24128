import Foundation
@testable import PlayheadDebugger
import TestSupport
import Testing

@Suite struct HelpTests {
  static let overview = """
    Records the actions of a Flux-style app and puts it back into any state it was
    in.

    usage: playhead [OPTIONS] COMMAND [ARGUMENTS]

    options:
          --app EXECUTABLE  Run the command with the stores of this executable,
                            which calls 'PlayheadCommand.main(apps:)'.
          --memory SIZE     How much memory reading a log may take beyond the file's
                            own bytes; 256MiB by default.
          --color WHEN      When to color text: 'auto' (on a terminal), 'always' or
                            'never'. This option and '--no-pager' may also come
                            after the command.
          --no-pager        Do not show long output in the pager, which is 'less' or
                            what PAGER says.

    commands:
      log     Lists the actions of a log.
      record  Runs an app and records it.
      verify  Checks that logs are whole.
      fail    Fails.
      help    Shows how to use a command.

    other pages:
      steps        How to write a step or a range of steps.
      expressions  What EXPR is: an SQL condition that is evaluated at each step.
      exit         What the exit codes mean.
      files        The files that the commands read and write.
      environment  The environment variables that change what the commands do.

    'playhead help COMMAND' shows how to use a command.

    """

  static let log = """
    usage: playhead log LOG [A..B] [-t T]... [--limit N]
                        [--a-condition-with-a-name EXPR] [--follow] [--json]

    Lists the actions of a log.

    A line per action: its step, the time since the start, its type and its payload.

    arguments:
      LOG   The log to read; '-' is standard input.
      A..B  Only these steps; 'playhead help steps' tells how they are written.

    options:
      -t, --type T   Only actions of this type.
          --limit N  At most so many.
          --a-condition-with-a-name EXPR
                     Only where this SQL expression holds.
      -f, --follow   Wait for more.
          --json     Print JSON: one object, or one line per item.
      -h, --help     Show this help.

    examples:
      playhead log s.playhead 100..110
          eleven actions
      playhead log s.playhead -t Insert -t Delete
          what was typed and taken back

    """

  @Test func `'playhead' without arguments, 'help', '--help' and '-h' print the list of commands`()
  {
    let expected = Outcome(output: Self.overview)
    #expect(playhead() == expected)
    #expect(playhead("help") == expected)
    #expect(playhead("--help") == expected)
    #expect(playhead("-h") == expected)
  }

  @Test func `'help log', 'log --help' and 'log' with a typo and '-h' print the help of 'log'`() {
    let expected = Outcome(output: Self.log)
    #expect(playhead("help", "log") == expected)
    #expect(playhead("log", "--help") == expected)
    #expect(playhead("log", "--tpye", "-h") == expected)
  }

  @Test func `on a narrow terminal, help wraps everything except examples`() {
    let tool = PlayheadCommand.tool(named: "playhead", apps: [])
    let pages = [[]] + (tool.commands.map(\.name) + tool.topics.map(\.name)).map { ["help", $0] }
    for page in pages {
      let terminal = MemoryTerminal()
      (terminal.terminals, terminal.width) = ([.output], 40)
      #expect(tool.run(page, Console(terminal)) == .good)
      for line in terminal.outputText.split(separator: "\n") where !line.hasPrefix("  playhead ") {
        // A term and one long word.
        let isLongWord = line.split(separator: " ").count <= 2
        #expect(line.count <= 40 || isLongWord, "\(page): \(line)")
      }
    }
  }

  private static let debugger = REPLCommands.all.map(\.name)

  @Test(arguments: debugger)
  func `'help debug COMMAND' prints the help of each command of 'debug'`(
    name: String
  ) throws {
    let tool = PlayheadCommand.tool(named: "playhead", apps: [])
    let terminal = MemoryTerminal()
    #expect(tool.run(["help", "debug", name], Console(terminal)) == .good)
    #expect(terminal.outputText.hasPrefix("usage: \(name) "))
    let short = MemoryTerminal()
    #expect(tool.run(["help", name], Console(short)) == .good)
    if !tool.commands.contains(where: { $0.name == name }), name != "help" {
      #expect(short.outputText == terminal.outputText)
    }
  }

  @Test func `the man page has the debugger's commands, the files and the variables`()
    throws
  {
    let tool = PlayheadCommand.tool(named: "playhead", apps: [])
    let terminal = MemoryTerminal()
    #expect(tool.run(["help", "--man"], Console(terminal)) == .good)
    let page = terminal.outputText
    let debugger = try #require(page.components(separatedBy: ".SH \"DEBUGGER COMMANDS\"\n").last)
    for name in Self.debugger {
      let title = ".SS \"\(name.replacing("-", with: "\\-"))\"\n"
      #expect(debugger.contains(title), "\(name)")
    }
    for section in ["FILES", "ENVIRONMENT", "EXIT STATUS"] {
      #expect(page.contains("\n.SH \"\(section)\"\n"), "\(section)")
    }
    for word in ["PAGER", "NO_COLOR", "TZ", "PLAYHEAD_MEMORY", "LOG.index", "LOG.tail"] {
      #expect(page.contains(word), "\(word)")
    }
  }

  @Test func `'help --json' prints the help as JSON`() {
    let line =
      #"{"name":"record","summary":"Runs an app and records it.","#
      + #""usage":"playhead record APP -o LOG [--json]"}"# + "\n"
    #expect(playhead("help", "record", "--json") == Outcome(output: line))
    #expect(playhead("help", "--json").output.split(separator: "\n").count == 5)
  }

  @Test(arguments: [overview, log])
  func `the list of commands and the help of 'log' are at most 80 columns wide`(
    page: String
  ) {
    #expect(page.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }
}
