import Foundation
@testable import PlayheadDebugger
import TestSupport
import Testing

@Suite struct HelpTests {
  private func playhead(_ words: String...) -> Outcome {
    let terminal = MemoryTerminal()
    let tool = PlayheadCommand.tool(named: "playhead", apps: [])
    let code = tool.run(words, Console(terminal))
    return Outcome(output: terminal.outputText, error: terminal.errorText, code: code)
  }

  @Test func `'playhead' without arguments, 'help', '--help' and '-h' print the list of commands`()
  {
    let expected = playhead("help")
    #expect(expected.output.contains("\ncommands:\n"))
    #expect(playhead() == expected)
    #expect(playhead("--help") == expected)
    #expect(playhead("-h") == expected)
  }

  @Test func `'help log', 'log --help' and 'log' with a typo and '-h' print the help of 'log'`() {
    let expected = playhead("help", "log")
    #expect(expected.output.hasPrefix("usage: playhead log [LOG] "))
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

  @Test func `'help debug COMMAND' prints the help of each command of 'debug'`() {
    let tool = PlayheadCommand.tool(named: "playhead", apps: [])
    for name in Self.debugger {
      let (terminal, short) = (MemoryTerminal(), MemoryTerminal())
      #expect(tool.run(["help", "debug", name], Console(terminal)) == .good)
      #expect(terminal.outputText.hasPrefix("usage: \(name) "))
      #expect(tool.run(["help", name], Console(short)) == .good)
      if !tool.commands.contains(where: { $0.name == name }), name != "help" {
        #expect(short.outputText == terminal.outputText)
      }
    }
  }

  @Test func `the man page has every command, option and command of 'debug', files and variables`()
    throws
  {
    let tool = PlayheadCommand.tool(named: "playhead", apps: [])
    let terminal = MemoryTerminal()
    #expect(tool.run(["help", "--man"], Console(terminal)) == .good)
    let page = terminal.outputText
    func escaped(_ name: String) -> String { name.replacing("-", with: "\\-") }
    #expect(page.hasPrefix(".TH \"PLAYHEAD\" \"1\""))
    for command in tool.commands {
      #expect(page.contains(".SS \"\(escaped(command.name))\""))
      for spec in command.parameters.map(\.spec) {
        #expect(page.contains(escaped(spec.name)), "\(command.name) \(spec.name)")
      }
    }
    let debugger = try #require(page.components(separatedBy: ".SH \"DEBUGGER COMMANDS\"\n").last)
    for name in Self.debugger {
      #expect(debugger.contains(".SS \"\(escaped(name))\"\n"), "\(name)")
    }
    for section in ["FILES", "ENVIRONMENT", "EXIT STATUS"] {
      #expect(page.contains("\n.SH \"\(section)\"\n"), "\(section)")
    }
    for word in ["PAGER", "NO_COLOR", "TZ", "PLAYHEAD_MEMORY", "LOG.index", "LOG.tail", "130"] {
      #expect(page.contains(word), "\(word)")
    }
    for line in page.split(separator: "\n") where line.hasPrefix(".") {
      #expect(line.contains(#/^\.(TH|SH|SS|PP|TP|B)( |$)/#), "\(line)")
    }
  }
}
