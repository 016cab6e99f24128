import PlayheadDebugger
import TestSupport
import Testing

/// Calls that mean what they say although they are written in another way, and what proposes the right one.
@Suite struct ForgivingCallTests {
  private func output(_ call: String) throws -> String {
    let outcome = try Desk.forREPL().playhead(call)
    #expect(outcome.error == "", "\(call)")
    return outcome.output
  }

  @Test(arguments: [
    ("log likes.playhead 5", "log likes.playhead 5..5"),
    ("log likes.playhead end-3..end", "log likes.playhead 25..28"),
    ("diff likes.playhead 7", "diff likes.playhead 6..7"),
    ("diff likes.playhead 5 9", "diff likes.playhead 5..9"),
    ("state likes.playhead -3", "state likes.playhead 25"),
    ("help fixtures", "help fixture"),
    ("state likes.playhead +0m1s", "state likes.playhead +1s"),
    ("log --limit=3 likes.playhead --json", "log likes.playhead -n 3 --json"),
    ("log likes.playhead --type=SetLike -t Retry", "log -t SetLike likes.playhead -t Retry"),
    ("log likes.playhead --where=step=3", "log likes.playhead --where \"step = 3\""),
    ("info --json -- likes.playhead", "info likes.playhead --json"),
  ])
  func `a short form of a command line prints the same as the full form`(
    call: String, usual: String
  ) throws {
    #expect(try output(call) == output(usual))
  }
}

/// Colors and the pager by options and variables.
@Suite struct DisplayOptionTests {
  private func isColored(_ call: String, _ variables: [String: String], isTerminal: Bool) throws
    -> Bool
  {
    let terminal = MemoryTerminal()
    terminal.terminals = isTerminal ? [.output, .error] : []
    terminal.variables = variables
    return try Desk.forREPL().playhead(call, on: terminal).output.contains("\u{1B}[")
  }

  @Test(
    arguments: [
      ("log likes.playhead", [:], true, true),
      ("log likes.playhead --color always", [:], false, true),
      ("--color=always log likes.playhead", ["NO_COLOR": "1"], false, true),
      ("log likes.playhead --color never", ["CLICOLOR_FORCE": "1"], true, false),
      ("log likes.playhead", ["CLICOLOR_FORCE": "1"], false, true),
      ("log likes.playhead", ["CLICOLOR_FORCE": "0"], false, false),
      ("log likes.playhead", ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], true, false),
    ] as [(String, [String: String], Bool, Bool)])
  func
    `'--color' overrides the environment variables, and these override what the terminal suggests`(
      call: String, variables: [String: String], isTerminal: Bool, expected: Bool
    ) throws
  {
    #expect(try isColored(call, variables, isTerminal: isTerminal) == expected)
  }

  private func paged(_ call: String, height: Int = 10) throws -> Int {
    let terminal = MemoryTerminal(editing: [])
    (terminal.height, terminal.width, terminal.hasPager) = (height, 120, true)
    _ = try Desk.forREPL().playhead(call, on: terminal)
    return terminal.paged.count
  }

  @Test func `commands show long output in the pager, but not short or JSON output`() throws {
    #expect(try paged("log likes.playhead") == 1)
    #expect(try paged("log likes.playhead 1..4") == 0)
    #expect(try paged("log likes.playhead --no-pager") == 0)
    #expect(try paged("log --help") == 1)
    #expect(try paged("log likes.playhead --json") == 0)
  }

  /// What is before and after the mark of what was cut.
  private static func halves(of line: Substring) throws -> (Substring, Substring) {
    let mark = try #require(line.firstIndex(of: "…"), "\(line)")
    return (line[..<mark], line[line.index(after: mark)...])
  }

  @Test
  func `'log' shortens each action to one line on a terminal and shortens nothing in other output`()
    throws
  {
    let whole = try Desk.forREPL().playhead("log likes.playhead").output.split(separator: "\n")
    for width in [20, 50, 300] {
      let terminal = MemoryTerminal()
      (terminal.terminals, terminal.width, terminal.variables["NO_COLOR"]) = ([.output], width, "1")
      let lines = try Desk.forREPL().playhead("log likes.playhead", on: terminal).output
        .split(separator: "\n")
      for (line, all) in zip(lines, whole) {
        let (start, end) = line == all ? (all, "") : try Self.halves(of: line)
        #expect(line == all || line.count == width && all.hasPrefix(start) && all.hasSuffix(end))
      }
      #expect(lines.count == whole.count && (lines == whole) == (width == 300))
    }
  }

  @Test func `a pager that cannot be started is an error that suggests setting PAGER`() throws {
    let terminal = MemoryTerminal(editing: [])
    (terminal.height, terminal.hasPager, terminal.pagerStarts) = (5, true, false)
    let outcome = try Desk.forREPL().playhead("log likes.playhead", on: terminal)
    #expect(outcome.code == .unusable)
    #expect(outcome.error.hasPrefix("playhead: the pager cannot be started; set PAGER"))
  }
}
